//! What is let through, and what of it is left out.

use std::fs;

use pegboard_cas::BlobHash;
use url::Url;

use super::super::{BundleError, BundleLimits, ImportSource};
use super::forge::{Forged, deflated, forge};
use super::{MANIFEST, Place, paths, write_sample};

#[tokio::test]
async fn a_folder_comes_without_what_does_not_belong_to_it() {
    let place = Place::new();
    let folder = place.path("source");
    write_sample(&folder);
    for left_out in [".git/config", "tools/__pycache__/draw.pyc", "tools/old.pyc", ".venv/bin/x", ".DS_Store"]
    {
        let file = folder.join(left_out);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, "").unwrap();
    }
    std::os::unix::fs::symlink("/usr/bin/python3", folder.join(".venv/bin/python")).unwrap();
    let staged = place.stage(ImportSource::Folder(folder), &BundleLimits::default()).await.unwrap();
    assert_eq!(
        paths(&staged),
        ["artifacts/chart.html", "assets/data.json", "run.sh", "tools/draw.py", "toolset.yaml"]
    );
    assert!(staged.files[2].executable);
    assert_eq!(fs::read_to_string(staged.root().join("assets/data.json")).unwrap(), "{}");
    drop(staged);
    assert!(place.left_over().is_empty());
}

#[tokio::test]
async fn an_archive_of_one_folder_is_that_folder() {
    let place = Place::new();
    let bytes = forge(&[
        Forged { mode: 0o040_755, ..Forged::file("sample/", "") },
        Forged::file("sample/toolset.yaml", MANIFEST),
        Forged::file("sample/assets/~a", "x"),
        Forged::file("__MACOSX/._toolset.yaml", "x"),
        Forged::file("sample/.DS_Store", "x"),
    ]);
    let wrapped = place.stage_zip(&bytes, &BundleLimits::default()).await.unwrap();
    assert_eq!(paths(&wrapped), ["assets/~a", "toolset.yaml"]);
    let plain = forge(&[Forged::file("assets/~a", "x"), Forged::file("toolset.yaml", MANIFEST)]);
    let plain = place.stage_zip(&plain, &BundleLimits::default()).await.unwrap();
    assert_eq!(plain.fingerprint, wrapped.fingerprint, "how it was packed makes no difference");
}

#[tokio::test]
async fn names_and_bytes_make_the_fingerprint() {
    let place = Place::new();
    let mut fingerprints = Vec::new();
    for entry in [
        Forged::file("a", "x"),
        Forged::file("b", "x"),
        Forged::file("a", "y"),
        Forged { mode: 0o100_755, ..Forged::file("a", "x") },
    ] {
        let bytes = forge(&[Forged::file("toolset.yaml", MANIFEST), entry]);
        fingerprints.push(place.stage_zip(&bytes, &BundleLimits::default()).await.unwrap().fingerprint);
    }
    fingerprints.sort();
    fingerprints.dedup();
    assert_eq!(fingerprints.len(), 4);
}

/// Answers one request with `answer` and gives the address.
async fn serve_once(answer: Vec<u8>) -> Url {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut request = [0; 4096];
        let _ = stream.read(&mut request).await;
        stream.write_all(&answer).await.unwrap();
        let _ = stream.shutdown().await;
    });
    format!("http://user:secret@{address}/bundle.zip?token=secret").parse().unwrap()
}

fn answer(head: &str, body: &[u8]) -> Vec<u8> {
    let head = format!("HTTP/1.1 {head}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n", body.len());
    [head.as_bytes(), body].concat()
}

fn address(url: Url, sha256: Option<BlobHash>) -> ImportSource {
    ImportSource::Url { url, sha256 }
}

#[tokio::test]
async fn only_the_promised_archive_is_unpacked() {
    let place = Place::new();
    // What it holds would be refused: nobody gets as far as that.
    let archive = deflated(&[("../evil", b"x")]);
    let url = serve_once(answer("200 OK", &archive)).await;
    let promised = address(url, Some(BlobHash::of(b"another")));
    let error = place.stage(promised, &BundleLimits::default()).await.unwrap_err();
    assert!(
        matches!(&error, BundleError::Checksum { found, .. } if *found == BlobHash::of(&archive)),
        "{error}"
    );
    assert!(!error.to_string().contains("secret") && place.left_over().is_empty());

    let archive = deflated(&[("toolset.yaml", MANIFEST.as_bytes())]);
    let url = serve_once(answer("200 OK", &archive)).await;
    place.stage(address(url, Some(BlobHash::of(&archive))), &BundleLimits::default()).await.unwrap();
}

#[tokio::test]
async fn an_address_is_downloaded() {
    let place = Place::new();
    let archive = deflated(&[("toolset.yaml", MANIFEST.as_bytes()), ("a.txt", b"a")]);
    let bundle = serve_once(answer("200 OK", &archive)).await;
    let elsewhere = serve_once(answer(&format!("302 Found\r\nlocation: {bundle}"), b"")).await;
    let staged = place.stage(address(elsewhere, None), &BundleLimits::default()).await.unwrap();
    assert_eq!(paths(&staged), ["a.txt", "toolset.yaml"]);
    drop(staged);
    assert!(place.left_over().is_empty());
}

#[tokio::test]
async fn a_download_that_goes_wrong_says_why_and_keeps_the_secrets() {
    let place = Place::new();
    let limits = BundleLimits { archive_bytes: 100, redirects: 0, ..BundleLimits::default() };
    let broken_off = b"HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\nhalf".to_vec();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let nobody =
        format!("http://u:secret@{}/x?token=secret", listener.local_addr().unwrap()).parse().unwrap();
    drop(listener);
    let mut report = String::new();
    for (kind, url) in [
        ("status", serve_once(answer("404 Not Found", b"")).await),
        ("too large", serve_once(answer("200 OK", &[0; 101])).await),
        ("endless", serve_once([b"HTTP/1.1 200 OK\r\n\r\n".to_vec(), vec![0; 200]].concat()).await),
        ("no archive", serve_once(answer("200 OK", b"hello")).await),
        ("broken off", serve_once(broken_off).await),
        ("elsewhere", serve_once(answer("302 Found\r\nlocation: /x", b"")).await),
        ("to a file", serve_once(answer("302 Found\r\nlocation: file:///etc/passwd", b"")).await),
        ("nobody", nobody),
        ("scheme", "file:///etc/passwd".parse().unwrap()),
    ] {
        let error = place.stage(address(url, None), &limits).await.expect_err(kind).to_string();
        assert!(!error.contains("secret"), "{error}");
        report.push_str(&format!("{kind}: {error}\n"));
        assert!(place.left_over().is_empty(), "{kind}");
    }
    insta::with_settings!({filters => vec![(r"127\.0\.0\.1:\d+", "HOST")]}, {
        insta::assert_snapshot!(report);
    });
}
