#![allow(clippy::unwrap_used)]
use pegboard_cas::{BlobHash, Manifest, TreePath};
use proptest::collection::btree_set;
use proptest::prelude::{prop_assert, prop_assert_eq, proptest};

use super::{InTheWay, Removal, moved, with_file, without};

fn path(text: &str) -> TreePath {
    TreePath::parse(text).unwrap()
}

fn state(files: &[&str]) -> Manifest {
    files.iter().fold(Manifest::empty(), |state, file| {
        with_file(&state, &path(file), BlobHash::of(file.as_bytes())).unwrap()
    })
}

fn paths(state: &Manifest) -> Vec<&str> {
    state.entries().keys().map(TreePath::as_str).collect()
}

#[test]
fn a_file_makes_the_folders_it_needs_and_fills_empty_ones() {
    let emptied = without(&state(&["a/b/c"]), &path("a/b/c"), Removal::File).unwrap().unwrap();
    assert!(emptied.empty_dirs().contains(&path("a/b")));
    let filled = with_file(&emptied, &path("a/b/d"), BlobHash::of(b"d")).unwrap();
    assert!(filled.empty_dirs().is_empty());
    assert!(filled.get(&path("a/b/d")).is_some());
}

#[test]
fn a_folder_goes_with_all_that_is_in_it_and_neighbours_stay() {
    let there = state(&["a/b", "a/c/d", "ab"]);
    let refused = without(&there, &path("a"), Removal::File).unwrap();
    assert_eq!(refused, Err(InTheWay::WouldTakeMore(path("a"))));
    let left = without(&there, &path("a"), Removal::Tree).unwrap().unwrap();
    assert_eq!(paths(&left), ["ab"]);
    assert!(left.empty_dirs().is_empty());
}

#[test]
fn what_is_in_the_way_is_named() {
    let there = state(&["a/b"]);
    let put = |text: &str| with_file(&there, &path(text), BlobHash::of(b"")).unwrap_err();
    assert_eq!(put("a"), InTheWay::IsAFolder(path("a")));
    assert_eq!(put("a/b/c"), InTheWay::NotAFolder(path("a/b/c")));
    assert!(without(&there, &path("b"), Removal::Tree).is_none());
}

#[test]
fn a_folder_moves_with_all_that_is_in_it() {
    let there = state(&["a/b/c", "a/b/d/e", "a/bc"]);
    let after = moved(&there, &path("a/b"), &path("x/y")).unwrap().unwrap();
    assert_eq!(paths(&after), ["a/bc", "x/y/c", "x/y/d/e"]);
    let entry = after.get(&path("x/y/c")).unwrap();
    assert_eq!(entry.hash, BlobHash::of(b"a/b/c"), "contents go with their names");

    let alone = moved(&state(&["a/b/c"]), &path("a/b"), &path("z")).unwrap().unwrap();
    assert_eq!(paths(&alone), ["z/c"]);
    assert!(alone.empty_dirs().contains(&path("a")), "the folder it lay in stays");
    let up = moved(&state(&["a/a"]), &path("a/a"), &path("b")).unwrap().unwrap();
    assert_eq!(paths(&up), ["b"]);
    let empty = moved(&alone, &path("a"), &path("z/a")).unwrap().unwrap();
    assert!(empty.empty_dirs().contains(&path("z/a")), "an empty folder moves too");
}

#[test]
fn a_move_overwrites_nothing_and_stays_inside() {
    let there = state(&["a/b", "c", "d/e"]);
    let refused = |from: &str, to: &str| moved(&there, &path(from), &path(to)).unwrap().unwrap_err();
    assert_eq!(refused("c", "a/b"), InTheWay::Taken(path("a/b")));
    assert_eq!(refused("c", "a"), InTheWay::Taken(path("a")));
    assert_eq!(refused("a", "c"), InTheWay::Taken(path("c")));
    assert_eq!(refused("c", "c"), InTheWay::Taken(path("c")));
    assert_eq!(refused("a", "a/x/y"), InTheWay::IntoItself(path("a")));
    assert_eq!(refused("c", "c/x"), InTheWay::IntoItself(path("c")));
    assert_eq!(refused("d", "a/b/x"), InTheWay::NotAFolder(path("a/b")));
    assert!(moved(&there, &path("nothing"), &path("x")).is_none());
    let long = "n".repeat(255);
    let deep = vec!["n"; 127].join("/");
    let InTheWay::Unplaceable { path: named, .. } =
        moved(&state(&["a/b/c"]), &path("a"), &path(&deep)).unwrap().unwrap_err()
    else {
        unreachable!("129 components are too many")
    };
    assert_eq!(named, path("a/b/c"));
    assert!(moved(&there, &path("a"), &path(&long)).unwrap().is_ok());
}

#[test]
fn names_that_are_no_utf_8_move_as_they_are() {
    let odd = TreePath::from_bytes(b"a/\xff").unwrap();
    let there = with_file(&Manifest::empty(), &odd, BlobHash::of(b"")).unwrap();
    let after = moved(&there, &path("a"), &path("b")).unwrap().unwrap();
    assert_eq!(after.entries().keys().next().unwrap().to_bytes().as_ref(), b"b/\xff");
}

proptest! {
    /// Whatever is moved where: no content is lost, made up, or changed, and going back gives what was there.
    #[test]
    fn a_move_keeps_every_content_and_can_be_undone(
        files in btree_set("[ab](/[ab]){0,3}", 1..8),
        from in "[ab](/[ab]){0,2}",
        to in "[abc](/[abc]){0,2}",
    ) {
        let mut there = Manifest::empty();
        for file in &files {
            if let Ok(with) = with_file(&there, &path(file), BlobHash::of(file.as_bytes())) {
                there = with;
            }
        }
        let (from, to) = (path(&from), path(&to));
        if let Some(Ok(after)) = moved(&there, &from, &to) {
            let mut before: Vec<_> = there.hashes().collect();
            let mut now: Vec<_> = after.hashes().collect();
            before.sort_unstable();
            now.sort_unstable();
            prop_assert_eq!(before, now);
            let outside = |path: &TreePath| *path == to || path.is_below(&to);
            prop_assert!(there.entries().keys().all(|path| !outside(path)));
            let back = moved(&after, &to, &from).unwrap().unwrap();
            prop_assert_eq!(back.entries(), there.entries());
        }
    }
}
