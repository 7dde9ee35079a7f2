//! Ways out of the workspace, all closed.

use std::fs;
use std::os::unix::fs::symlink;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::fs::{CWD, RenameFlags, renameat_with};
use serde_json::json;

use crate::house::House;

#[tokio::test]
async fn no_path_leads_out() {
    let house = House::start();
    let absolute = house.outside().join("secret").to_string_lossy().into_owned();
    for path in ["../secret", "a/../../secret", &absolute] {
        for (tool, args) in [
            ("read_file", json!({"path": path})),
            ("write_file", json!({"path": path, "content": "x"})),
            ("edit_file", json!({"path": path, "old_text": "secret", "new_text": "x"})),
            ("delete_file", json!({"path": path})),
            ("list_files", json!({"path": path})),
            ("search_files", json!({"path": path, "pattern": "secret"})),
            ("file_exists", json!({"path": path})),
            ("file_info", json!({"path": path})),
            ("move_file", json!({"from": path, "to": "mine"})),
            ("move_file", json!({"from": "mine", "to": path})),
        ] {
            let said = house.refusal(tool, args).await;
            assert!(said.starts_with("arguments: `"), "{tool} {path}: {said}");
        }
    }
    assert_eq!(fs::read(house.outside().join("secret")).unwrap(), b"secret");
}

#[tokio::test]
async fn no_link_leads_out() {
    let house = House::start().with(&[("inner/file", "inside")]);
    let workspace = house.workspace();
    symlink("../secret", workspace.join("file")).unwrap();
    symlink("..", workspace.join("folder")).unwrap();
    symlink(house.outside().join("secret"), workspace.join("absolute")).unwrap();
    symlink("inner/file", workspace.join("inside")).unwrap();
    symlink("loop", workspace.join("loop")).unwrap();
    for path in ["file", "folder/secret", "absolute", "loop"] {
        for (tool, args) in [
            ("read_file", json!({"path": path})),
            ("write_file", json!({"path": path, "content": "x"})),
            ("write_file", json!({"path": path, "content": "x", "mode": "append"})),
            ("edit_file", json!({"path": path, "old_text": "secret", "new_text": "x"})),
        ] {
            let said = house.refusal(tool, args).await;
            let known = ["leads out of the workspace", "is a link, or lies behind one"];
            assert!(known.iter().any(|one| said.contains(one)), "{tool} {path}: {said}");
        }
    }
    assert_eq!(house.call("read_file", json!({"path": "inside"})).await.unwrap()["content"], "inside");
    let found = house.call("search_files", json!({"pattern": "secret"})).await.unwrap();
    assert_eq!(found["matches"], json!([]));
    let all = house.call("list_files", json!({"recursive": true})).await.unwrap();
    assert!(!all.to_string().contains("secret"), "{all}");
    // A link itself may be moved and removed; what it points to stays.
    house.call("delete_file", json!({"path": "folder", "recursive": true})).await.unwrap();
    house.call("move_file", json!({"from": "file", "to": "moved"})).await.unwrap();
    assert_eq!(fs::read(house.outside().join("secret")).unwrap(), b"secret");
}

/// A folder that is a link every other moment: whatever a write finds, it never lands outside.
#[tokio::test(flavor = "multi_thread")]
async fn a_link_that_is_swapped_in_during_a_write_leads_nowhere() {
    let house = House::start();
    let (workspace, outside) = (house.workspace(), house.outside().join("out"));
    fs::create_dir(&outside).unwrap();
    fs::create_dir(workspace.join("target")).unwrap();
    symlink(&outside, workspace.join("link")).unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let swapping = {
        let (stop, target, link) = (Arc::clone(&stop), workspace.join("target"), workspace.join("link"));
        std::thread::spawn(move || {
            while !stop.load(Ordering::Relaxed) {
                renameat_with(CWD, &target, CWD, &link, RenameFlags::EXCHANGE).unwrap();
            }
        })
    };
    let (mut written, mut refused) = (0u32, 0u32);
    for number in 0..10_000 {
        let args = json!({"path": "target/file", "content": number.to_string()});
        match house.call("write_file", args).await {
            Ok(_) => written += 1,
            Err(_) => refused += 1,
        }
    }
    stop.store(true, Ordering::Relaxed);
    swapping.join().unwrap();
    assert_eq!(fs::read_dir(&outside).unwrap().count(), 0);
    assert!(written > 0 && refused > 0, "{written} written, {refused} refused: nothing was swapped in time");
}
