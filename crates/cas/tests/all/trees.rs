//! Any tree comes back from its snapshot, and a checkout touches only what differs.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod ops;

use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_sequence_of_changes_is_exact(data in prop::collection::vec(any::<u8>(), 0..160)) {
        ops::tree(&data);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_as_columns_are_refused_or_read_back(data in prop::collection::vec(any::<u8>(), 0..80)) {
        ops::columns(&data);
    }

    #[test]
    fn columns_that_are_nearly_right_are_refused_or_read_back(
        files in prop::collection::vec("(//|/)?[ab.]{0,2}/?[ab%F]{1,3}", 0..5),
        attrs in prop::collection::vec(("[ab]{1,2}/?[ab]{0,2}", "[xld]"), 0..4),
    ) {
        let hash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        let files: Vec<_> = files.iter().map(|path| format!("{path:?}:{hash:?}")).collect();
        let attrs: Vec<_> = attrs.iter().map(|(path, attr)| format!("{path:?}:{attr:?}")).collect();
        ops::columns(format!("{{{}}}\0{{{}}}", files.join(","), attrs.join(",")).as_bytes());
    }
}

/// What the property test found once, at its shortest: a socket goes along with the folder that it lies in, and keeps it.
#[test]
fn a_folder_that_a_socket_keeps_lies_in_one_that_was_empty() {
    ops::tree(&[160, 128, 217, 92, 148, 183, 107, 213, 145, 28, 242]);
}
