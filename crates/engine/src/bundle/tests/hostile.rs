//! Every kind of hostile bundle is refused with its reason and leaves nothing behind.

use std::fmt::Write as _;
use std::fs;
use std::os::unix::fs::symlink;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use super::super::{BundleError, BundleLimits, ImportSource};
use super::forge::{Forged, deflated, forge};
use super::{MANIFEST, Place};

fn small() -> BundleLimits {
    BundleLimits {
        archive_bytes: 64 << 10,
        total_bytes: 8 << 10,
        file_bytes: 4 << 10,
        entries: 20,
        ratio: 50,
        ratio_from: 1 << 10,
        depth: 4,
        path_bytes: 100,
        component_bytes: 40,
        manifest_bytes: 1 << 10,
        ..BundleLimits::default()
    }
}

/// The manifest and one more file.
fn with(entry: Forged) -> Vec<u8> {
    forge(&[Forged::file("toolset.yaml", MANIFEST), entry])
}

fn named(name: impl AsRef<[u8]>) -> Vec<u8> {
    with(Forged::file(name, "x"))
}

/// What it is, and an archive of that kind.
type Case = (&'static str, Vec<u8>);

fn hostile_archives() -> Vec<Case> {
    let groups = [bad_names(), clashes(), bad_kinds(), lies(), bombs(), no_archives(), bad_manifests()];
    groups.into_iter().flatten().collect()
}

fn manifest() -> Forged {
    Forged::file("toolset.yaml", MANIFEST)
}

fn file(name: &str) -> Forged {
    Forged::file(name, "x")
}

fn bad_names() -> Vec<Case> {
    vec![
        ("parent", named("../evil")),
        ("parent inside", named("a/../../evil")),
        ("here", named("./a")),
        ("absolute", named("/etc/evil")),
        ("drive", named("C:/evil")),
        ("backslash", named("..\\evil")),
        ("NUL", named("a\0b")),
        ("newline", named("a\nb")),
        ("not UTF-8", named(b"a\xFFb")),
        ("no name", named("")),
        ("empty component", named("a//b")),
        ("long name", named("a".repeat(101))),
        ("long component", named(format!("{}/b", "a".repeat(41)))),
        ("deep", named("a/b/c/d/e")),
        ("misleading name", named(format!("{}/\u{202E}cod.exe", "..long/".repeat(12)))),
    ]
}

fn clashes() -> Vec<Case> {
    vec![
        ("twice", forge(&[manifest(), file("a"), file("a")])),
        ("case", forge(&[manifest(), file("Read.py"), file("read.py")])),
        ("case of a folder", forge(&[manifest(), file("A/x"), file("a/y")])),
        ("file and folder", forge(&[manifest(), file("a"), file("a/b")])),
        ("folder with bytes", named("a/")),
    ]
}

fn bad_kinds() -> Vec<Case> {
    vec![
        ("link", with(Forged { mode: 0o120_777, ..Forged::file("a", "/etc/passwd") })),
        ("pipe", with(Forged { mode: 0o010_644, ..file("a") })),
        ("device", with(Forged { mode: 0o020_644, ..file("a") })),
        ("folder's mode", with(Forged { mode: 0o040_755, ..file("a") })),
        ("encrypted", with(Forged { flags: 1, ..file("a") })),
        ("bzip2", with(Forged { method: 12, ..file("a") })),
        ("unknown method", with(Forged { method: 77, ..file("a") })),
    ]
}

fn lies() -> Vec<Case> {
    vec![
        ("more than stated", with(Forged { size: 3, ..Forged::file("a", "12345") })),
        ("less than stated", with(Forged { size: 9, ..Forged::file("a", "12345") })),
        ("checksum", with(Forged { crc: 1, ..file("a") })),
        ("broken compression", with(Forged { method: 8, ..Forged::file("a", "not deflate") })),
        ("two names", with(Forged { local_name: Some(b"b".to_vec()), ..file("a") })),
        ("shared bytes", forge(&[manifest(), file("a"), Forged { offset: Some(0), ..manifest_as("b") }])),
    ]
}

fn bombs() -> Vec<Case> {
    vec![
        ("bomb", deflated(&[("toolset.yaml", MANIFEST.as_bytes()), ("zeros", &[0; 4000])])),
        ("large file", with(Forged::file("a", noise(5000)))),
        ("large together", forge(&[manifest(), noisy("a"), noisy("b"), noisy("c")])),
        ("large archive", with(Forged::file("a", noise(70_000)))),
        ("many", forge(&(0..21).map(|n| file(&format!("f{n}"))).collect::<Vec<_>>())),
    ]
}

fn no_archives() -> Vec<Case> {
    let honest = with(file("a.txt"));
    vec![
        ("no archive", b"hello".to_vec()),
        ("empty", Vec::new()),
        ("cut off", honest[..honest.len() - 30].to_vec()),
    ]
}

fn bad_manifests() -> Vec<Case> {
    vec![
        ("no manifest", forge(&[file("a.txt")])),
        ("manifest too deep", forge(&[Forged::file("a/b/toolset.yaml", MANIFEST)])),
        ("long manifest", forge(&[Forged::file("toolset.yaml", noise(2000))])),
        ("manifest no text", forge(&[Forged::file("toolset.yaml", b"id: \xFF")])),
        ("bad manifest", forge(&[Forged::file("toolset.yaml", MANIFEST.replace("name:", "nmae:"))])),
        ("missing files", forge(&[Forged::file("toolset.yaml", format!("{MANIFEST}{NEEDY}"))])),
    ]
}

const NEEDY: &str = "python:\n  requirements: ./needs.txt\n  init: setup:main\ntools:\n  - id: draw\n    \
                     entrypoint: tools.draw:draw\n    renderer: {type: html, artifact: artifacts/chart.html}\n";

fn manifest_as(name: &str) -> Forged {
    Forged::file(name, MANIFEST)
}

fn noisy(name: &str) -> Forged {
    Forged::file(name, noise(3000))
}

/// Bytes that hardly compress.
fn noise(count: usize) -> Vec<u8> {
    let mut state = 1u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    (0..count).map(|_| next()).collect()
}

#[tokio::test]
async fn hostile_archives_are_refused() {
    let place = Place::new();
    let mut report = String::new();
    for (kind, bytes) in hostile_archives() {
        let error = place.stage_zip(&bytes, &small()).await.expect_err(kind);
        writeln!(report, "{kind}: {error}").unwrap();
        assert_eq!(place.left_over(), Vec::<std::path::PathBuf>::new(), "{kind}");
    }
    assert!(!place.path("evil").exists());
    insta::assert_snapshot!(report);
}

#[tokio::test]
async fn a_directory_of_millions_is_refused_before_it_is_read() {
    let place = Place::new();
    let error = place.stage_zip(&b"PK\x01\x02".repeat(81), &small()).await.unwrap_err();
    assert!(matches!(error, BundleError::TooMany { limit: 20 }), "{error}");
    let error = place.stage_zip(&b"PK\x01\x02".repeat(80), &small()).await.unwrap_err();
    assert!(matches!(error, BundleError::NotAnArchive { .. }), "{error}");
}

/// Puts something into a folder that does not belong there.
type Spoil = fn(&std::path::Path);

#[tokio::test]
async fn hostile_folders_are_refused() {
    let mut report = String::new();
    let cases: [(&str, Spoil); 6] = [
        ("link", |folder| symlink("/etc/passwd", folder.join("a")).unwrap()),
        ("link to a folder", |folder| symlink("/etc", folder.join("a")).unwrap()),
        ("dangling link", |folder| symlink("nowhere", folder.join("a")).unwrap()),
        ("pipe", |folder| {
            let mode = rustix::fs::Mode::from_raw_mode(0o600);
            rustix::fs::mknodat(rustix::fs::CWD, folder.join("a"), rustix::fs::FileType::Fifo, mode, 0)
                .unwrap();
        }),
        ("large file", |folder| fs::write(folder.join("a"), vec![0; 5000]).unwrap()),
        ("many", |folder| (0..21).for_each(|n| fs::write(folder.join(n.to_string()), "").unwrap())),
    ];
    for (kind, spoil) in cases {
        let place = Place::new();
        let folder = place.path("source");
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("toolset.yaml"), MANIFEST).unwrap();
        spoil(&folder);
        let error = place.stage(ImportSource::Folder(folder), &small()).await.expect_err(kind);
        writeln!(report, "{kind}: {error}").unwrap();
        assert_eq!(place.left_over(), Vec::<std::path::PathBuf>::new(), "{kind}");
    }
    insta::assert_snapshot!(report);
}

/// Honest names, names that are likely to go wrong, and any bytes.
fn names() -> impl Strategy<Value = Vec<u8>> {
    let parts = prop_oneof!["[a-zA-Z.~]{0,3}", Just("..".to_owned()), Just("toolset.yaml".to_owned())];
    let likely = (prop::collection::vec(parts, 0..5), 0..3u8).prop_map(|(parts, form)| match form {
        0 => parts.join("/"),
        1 => parts.join("\\"),
        _ => format!("/{}", parts.join("/")),
    });
    prop_oneof![
        4 => "[a-z]{1,3}(/[a-z]{1,3}){0,2}".prop_map(String::into_bytes),
        2 => likely.prop_map(String::into_bytes),
        1 => prop::collection::vec(any::<u8>(), 0..12),
    ]
}

fn entries() -> impl Strategy<Value = Forged> {
    let data = prop::collection::vec(any::<u8>(), 0..50);
    let modes = prop_oneof![6 => Just(0o100_755u32), 1 => Just(0), 1 => Just(0o120_777), 1 => any::<u16>().prop_map(u32::from)];
    let methods = prop_oneof![8 => Just(0u16), 1 => Just(8), 1 => any::<u16>()];
    (names(), data, modes, methods).prop_map(|(name, data, mode, method)| Forged {
        mode,
        method,
        ..Forged::file(name, data)
    })
}

#[test]
fn nothing_is_ever_written_outside_the_folder() {
    let mut runner =
        TestRunner::new(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(512) });
    let archives =
        (prop::collection::vec(entries(), 0..6), any::<prop::sample::Index>(), any::<u8>(), 0..3u8);
    let unpacked_any = std::cell::Cell::new(false);
    runner
        .run(&archives, |(entries, at, byte, spoil)| {
            let mut bytes = forge(&entries);
            if spoil == 0 {
                let at = at.index(bytes.len());
                bytes[at] = byte;
            }
            let outer = tempfile::tempdir().unwrap();
            let folder = outer.path().join("a/b/c");
            fs::create_dir_all(&folder).unwrap();
            let unpacked = super::super::unpack(std::io::Cursor::new(&bytes), &folder, &small());
            for (level, only) in [
                (outer.path().to_owned(), "a"),
                (outer.path().join("a"), "b"),
                (outer.path().join("a/b"), "c"),
            ] {
                let there: Vec<_> =
                    fs::read_dir(&level).unwrap().map(|entry| entry.unwrap().file_name()).collect();
                prop_assert_eq!(there, [only]);
            }
            for file in unpacked.iter().flat_map(|unpacked| &unpacked.files) {
                unpacked_any.set(true);
                let stored = fs::symlink_metadata(folder.join(&file.path)).unwrap();
                prop_assert!(stored.is_file());
                prop_assert_eq!(stored.len(), file.size);
            }
            Ok(())
        })
        .unwrap();
    assert!(unpacked_any.get(), "no archive was let through, so the test showed nothing");
}
