//! Whatever stands in the files of a chat's archive: reading them ends, with a reason where they are no chat.

#![no_main]

use std::fs;

use libfuzzer_sys::fuzz_target;
use pegboard_engine::check_chat_archive;

/// The files, in the order in which a NUL parts them.
const FILES: [&str; 4] = ["chat.json", "states.jsonl", "messages.jsonl", "calls.jsonl"];

fuzz_target!(|bytes: &[u8]| {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, content) in FILES.iter().zip(bytes.splitn(FILES.len(), |byte| *byte == 0)) {
        fs::write(folder.path().join(name), content).expect("a file");
    }
    if let Err(fault) = check_chat_archive(folder.path()) {
        assert!(!fault.to_string().is_empty());
    }
});
