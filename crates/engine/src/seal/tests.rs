//! What is sealed opens in its own place, and while keys change with either of them.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use super::{Place, Seal, SealError, SealKeyError};

const KEY: &str = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
const OTHER: &str = "ff112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

fn place(toolset: &str) -> Place {
    Place::Variable { toolset: toolset.parse().unwrap(), name: "KEY".to_owned() }
}

fn given(key: &str, before: Option<&str>) -> Seal {
    Seal::open(Some(key), before, Path::new("/nowhere")).unwrap()
}

async fn sealed(seal: &Seal) -> String {
    seal.turn().await.seal(&place("web"), "pässword").unwrap()
}

#[tokio::test]
async fn what_is_sealed_opens_in_its_own_place_only() {
    let seal = given(KEY, None);
    let text = sealed(&seal).await;
    assert!(!text.contains("word"));
    assert_ne!(text, sealed(&seal).await, "each has a nonce of its own");
    assert_eq!(seal.unseal(&place("web"), &text).unwrap(), "pässword");
    assert!(matches!(seal.unseal(&place("other"), &text), Err(SealError::Closed)));
}

#[tokio::test]
async fn what_was_changed_does_not_open() {
    let seal = given(KEY, None);
    let text = sealed(&seal).await;
    let changed = text[..text.len() - 2].to_owned() + "00";
    for text in [changed.as_str(), "", "x1:", "x1:zz", "x1:é", &text[..20]] {
        assert!(matches!(seal.unseal(&place("web"), text), Err(SealError::Closed)), "{text}");
    }
}

#[tokio::test]
async fn a_key_is_made_once_and_belongs_to_its_owner() {
    let data = tempfile::tempdir().unwrap();
    let text = sealed(&Seal::open(None, None, data.path()).unwrap()).await;
    assert_eq!(
        Seal::open(None, None, data.path()).unwrap().unseal(&place("web"), &text).unwrap(),
        "pässword"
    );
    let file = data.path().join("secret.key");
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    fs::write(&file, "short").unwrap();
    assert!(matches!(Seal::open(None, None, data.path()), Err(SealKeyError::File(_))));
    assert!(matches!(Seal::open(Some("short"), None, data.path()), Err(SealKeyError::Format(_))));
}

#[tokio::test]
async fn the_key_that_was_given_before_opens_what_it_sealed_and_is_given_up() {
    let text = sealed(&given(KEY, None)).await;
    let seal = given(OTHER, Some(KEY));
    let turn = seal.key_turn().await;
    let renewed = turn.renewed(&place("web"), &text).unwrap().unwrap();
    assert!(turn.renewed(&place("web"), &renewed).unwrap().is_none());
    turn.end().unwrap();
    assert!(matches!(seal.unseal(&place("web"), &text), Err(SealError::Closed)));
    assert_eq!(seal.unseal(&place("web"), &renewed).unwrap(), "pässword");
    assert!(matches!(turn.begin(), Err(SealKeyError::Given)));
}

#[tokio::test]
async fn wherever_a_change_of_keys_is_cut_off_both_open() {
    let data = tempfile::tempdir().unwrap();
    let first = Seal::open(None, None, data.path()).unwrap();
    let before = sealed(&first).await;
    first.key_turn().await.begin().unwrap();
    let after = sealed(&first).await;
    let modes = ["secret.key", "secret.key.next"]
        .map(|name| fs::metadata(data.path().join(name)).unwrap().permissions().mode() & 0o777);
    assert_eq!(modes, [0o600, 0o600]);
    // The server was killed here; the next one finds both.
    let second = Seal::open(None, None, data.path()).unwrap();
    let turn = second.key_turn().await;
    assert!(turn.is_under_way());
    for text in [&before, &after] {
        assert_eq!(second.unseal(&place("web"), text).unwrap(), "pässword");
    }
    assert!(turn.renewed(&place("web"), &after).unwrap().is_none(), "the next key is the current one");
    turn.end().unwrap();
    let third = Seal::open(None, None, data.path()).unwrap();
    assert!(!third.key_turn().await.is_under_way());
    assert!(matches!(third.unseal(&place("web"), &before), Err(SealError::Closed)));
    assert_eq!(third.unseal(&place("web"), &after).unwrap(), "pässword");
}
