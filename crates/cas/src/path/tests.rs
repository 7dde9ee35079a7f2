#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
use super::*;
use proptest::prelude::*;

#[test]
fn each_rule_is_refused_by_its_own_error() {
    let long = "a".repeat(256);
    let longer = vec!["a".repeat(255); 17].join("/");
    let deep = vec!["d"; 129].join("/");
    for (text, error) in [
        ("", PathError::Empty),
        ("/etc/passwd", PathError::Absolute),
        ("a//b", PathError::EmptyComponent),
        ("a/", PathError::EmptyComponent),
        (".", PathError::Dots),
        ("a/../b", PathError::Dots),
        ("a/./b", PathError::Dots),
        ("a\0b", PathError::Nul),
        (long.as_str(), PathError::ComponentTooLong),
        (longer.as_str(), PathError::TooLong),
        (deep.as_str(), PathError::TooDeep),
        ("//plain", PathError::Escape),
        ("//caf%e9", PathError::Escape),
        ("//caf%E", PathError::Escape),
        ("//%61%FF", PathError::Escape),
        ("//..%2F%FF", PathError::Dots),
        ("///%FF", PathError::Absolute),
        ("//", PathError::Empty),
    ] {
        assert_eq!(TreePath::parse(text), Err(error), "{text:?}");
    }
}

#[test]
fn a_name_that_is_not_utf8_keeps_its_bytes() {
    let path = TreePath::from_bytes(b"100%/caf\xe9\n").unwrap();
    assert_eq!(path.as_str(), "//100%25/caf%E9%0A");
    assert_eq!(TreePath::parse(path.as_str()), Ok(path.clone()));
    assert_eq!(&*path.to_bytes(), b"100%/caf\xe9\n");
    assert_eq!(path.parent().unwrap().as_str(), "100%");
    assert!(path.is_below(&TreePath::parse("100%").unwrap()));
}

#[test]
fn ancestors_come_nearest_first() {
    let above: Vec<_> = ancestors(b"a/b/c").collect();
    assert_eq!(above, [b"a/b".as_slice(), b"a"]);
    assert_eq!(ancestors(b"a").count(), 0);
}

proptest! {
    #[test]
    fn any_accepted_bytes_have_one_text(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
        if let Ok(path) = TreePath::from_bytes(&bytes) {
            prop_assert_eq!(&*path.to_bytes(), bytes.as_slice());
            prop_assert_eq!(TreePath::parse(path.as_str()), Ok(path.clone()));
            prop_assert_eq!(TreePath::from_os_path(&path.to_os_path()), Ok(path));
        }
    }

    #[test]
    fn any_accepted_text_is_the_text_of_its_bytes(text in "(//)?[a-c%/.FE0-9é]{0,12}") {
        if let Ok(path) = TreePath::parse(&text) {
            prop_assert_eq!(path.as_str(), text.as_str());
            let again = TreePath::from_bytes(&path.to_bytes());
            prop_assert_eq!(again, Ok(path));
        }
    }
}
