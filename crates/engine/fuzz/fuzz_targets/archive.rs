//! Whatever bytes come as an archive: nothing is written outside the folder, no limit is passed, and every file that
//! is reported is there.

#![no_main]

use std::fs;
use std::io::Cursor;

use libfuzzer_sys::fuzz_target;
use pegboard_engine::{BundleLimits, unpack};

fuzz_target!(|bytes: &[u8]| {
    let limits = BundleLimits {
        total_bytes: 64 << 10,
        file_bytes: 32 << 10,
        entries: 50,
        ratio_from: 1 << 10,
        ..BundleLimits::default()
    };
    let outer = tempfile::tempdir().expect("a temporary folder");
    let folder = outer.path().join("inner/bundle");
    fs::create_dir_all(&folder).expect("a temporary folder");
    let unpacked = unpack(Cursor::new(bytes), &folder, &limits);
    only(outer.path(), "inner");
    only(&outer.path().join("inner"), "bundle");
    let Ok(files) = unpacked else { return };
    assert!(files.iter().map(|file| file.size).sum::<u64>() <= limits.total_bytes);
    for file in files {
        let stored = fs::symlink_metadata(folder.join(&file.path)).expect("a reported file");
        assert!(stored.is_file());
        assert_eq!(stored.len(), file.size);
    }
});

fn only(folder: &std::path::Path, name: &str) {
    let there: Vec<_> = fs::read_dir(folder)
        .expect("a folder of ours")
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    assert_eq!(there, [name]);
}
