//! What is packed comes back as it was, and packing it again gives the same bytes.

use std::fs;
use std::io::Read as _;

use super::super::{BundleLimits, Head, ImportSource, PackError, Packed, Staged, pack};
use super::{Place, write_sample};

fn packed(staged: &Staged) -> Result<Vec<u8>, PackError> {
    let files = staged.files.iter().rev().map(|file| Packed {
        path: file.path.clone(),
        stored: staged.root().join(&file.path),
        sha256: file.sha256.clone(),
    });
    let mut bytes = Vec::new();
    let yaml = staged.manifest.to_yaml().unwrap();
    pack(Head { name: "toolset.yaml", text: &yaml }, files.collect())?.read_to_end(&mut bytes).unwrap();
    Ok(bytes)
}

#[tokio::test]
async fn export_import_export_gives_the_same_bytes() {
    let place = Place::new();
    let folder = place.path("source");
    write_sample(&folder);
    let original = place.stage(ImportSource::Folder(folder), &BundleLimits::default()).await.unwrap();
    let first = packed(&original).unwrap();
    let again = place.stage_zip(&first, &BundleLimits::default()).await.unwrap();
    assert_eq!(packed(&again).unwrap(), first);
    assert_eq!(again.manifest, original.manifest);
    for (before, after) in original.files.iter().zip(&again.files).filter(|(a, _)| a.path != "toolset.yaml") {
        assert_eq!(before, after, "path, hash, size and mode stay");
    }
}

#[tokio::test]
async fn a_file_that_was_changed_is_not_packed() {
    let place = Place::new();
    let folder = place.path("source");
    write_sample(&folder);
    let staged = place.stage(ImportSource::Folder(folder), &BundleLimits::default()).await.unwrap();
    fs::write(staged.root().join("tools/draw.py"), "import os\n").unwrap();
    let error = packed(&staged).unwrap_err();
    assert!(matches!(&error, PackError::Changed { path } if path == "tools/draw.py"), "{error}");
    fs::remove_file(staged.root().join("tools/draw.py")).unwrap();
    let error = packed(&staged).unwrap_err();
    assert!(matches!(&error, PackError::Unreadable { path, .. } if path == "tools/draw.py"), "{error}");
}
