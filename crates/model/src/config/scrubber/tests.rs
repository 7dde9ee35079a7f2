//! No secret gets through, however it is written and however it is cut.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use base64::Engine as _;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};
use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};
use proptest::sample::Index;
use serde_json::{Value, json};

use super::{MASK, ScrubbedStream, Scrubber};

const PEM: &str = "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0B\nAQEFAASCBKcwggSjAgEAAoIB\n-----END PRIVATE KEY-----\n";

/// Every byte that is no letter or digit becomes `%XX`.
fn percent(text: &str) -> String {
    let byte = |byte: u8| match byte {
        _ if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(byte).collect()
}

fn json_ascii(text: &str) -> String {
    let mut units = [0; 2];
    let mut escaped = String::new();
    for character in text.chars() {
        if character.is_ascii_alphanumeric() {
            escaped.push(character);
        } else {
            escaped.extend(character.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")));
        }
    }
    escaped
}

/// The ways in which a program may write a secret by mistake.
fn spellings(secret: &str, before: &str) -> Vec<String> {
    let once = serde_json::to_string(secret).unwrap();
    let twice = serde_json::to_string(&once).unwrap();
    vec![
        secret.to_owned(),
        once[1..once.len() - 1].to_owned(),
        twice,
        percent(secret),
        percent(secret).replace("%20", "+").replace("%0A", "%0a"),
        json_ascii(secret),
        secret.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;").replace('\'', "&#39;"),
        BASE64_STANDARD.encode(format!("{before}{secret}")),
        BASE64_URL_SAFE_NO_PAD.encode(format!("{before}{secret}{before}")),
    ]
}

fn streamed(scrubber: &Arc<Scrubber>, text: &str, cuts: &[Index]) -> String {
    let ends: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    let mut cuts: Vec<usize> = cuts.iter().map(|cut| ends[cut.index(ends.len())]).collect();
    cuts.sort_unstable();
    let mut stream = ScrubbedStream::new(Arc::clone(scrubber));
    let mut shown = String::new();
    let mut from = 0;
    for to in cuts.into_iter().chain([text.len()]) {
        shown.push_str(&stream.push(&text[from..to]));
        from = to;
    }
    shown + &stream.finish()
}

proptest! {
    #[test]
    fn no_secret_survives_however_it_is_written_and_cut(
        secret in "[a-z0-9 &<\"'\\\\/+=%é€𝄞\n-]{4,24}",
        other in "[a-z0-9]{4,9}",
        noise in "[a-c%\\\\&+ ]{0,8}",
        which in any::<Index>(),
        cuts in proptest::collection::vec(any::<Index>(), 0..9),
    ) {
        proptest::prop_assume!(secret.trim().chars().count() >= 4);
        let ways = spellings(secret.trim(), &noise);
        let way = &ways[which.index(ways.len())];
        let scrubber = Arc::new(Scrubber::new([secret.as_str(), other.as_str()]));
        let text = format!("{noise}{way}{noise}{other}{noise}");
        let whole = scrubber.text(&text).into_owned();
        prop_assert!(!whole.contains(secret.trim()) && !whole.contains(&other), "{} -> {}", text, whole);
        prop_assert!(whole.contains(MASK) && !whole.contains(way.as_str()), "{} -> {}", text, whole);
        prop_assert_eq!(streamed(&scrubber, &text, &cuts), whole);
    }

    #[test]
    fn a_text_without_the_secret_stays_and_never_waits_for_long(text in "[a-z%\\\\&;u0-9é]{0,60}") {
        let scrubber = Arc::new(Scrubber::new(["SECRET-1", "%SECRET"]));
        prop_assert_eq!(scrubber.text(&text), text.as_str());
        let mut stream = ScrubbedStream::new(Arc::clone(&scrubber));
        let shown = stream.push(&text) + &stream.push("\n");
        prop_assert_eq!(shown, format!("{text}\n"));
    }

    #[test]
    fn texts_of_many_secrets_that_overlap_are_the_same_in_pieces(
        secrets in proptest::collection::vec("[ab]{4,6}", 1..5),
        text in "[abc%]{0,60}",
        cuts in proptest::collection::vec(any::<Index>(), 0..9),
    ) {
        let scrubber = Arc::new(Scrubber::new(secrets.iter().map(String::as_str)));
        let whole = scrubber.text(&text).into_owned();
        prop_assert!(secrets.iter().all(|secret| !whole.contains(secret.as_str())), "{}", whole);
        prop_assert_eq!(streamed(&scrubber, &text, &cuts), whole);
    }
}

#[test]
fn what_overlaps_is_masked_as_one_and_what_stands_apart_apart() {
    let scrubber = Scrubber::new(["abcdef", "efghij"]);
    assert_eq!(scrubber.text("<abcdefghij>"), "<***>");
    assert_eq!(scrubber.text("abcdef abcdef"), "*** ***");
    assert_eq!(scrubber.text("abcdeabcdef"), "abcde***");
    assert_eq!(scrubber.text("nothing"), "nothing");
}

#[test]
fn every_value_of_a_document_is_looked_at() {
    let scrubber = Scrubber::new(["s3cret-key", "12345678"]);
    let value = json!({"s3cret-key": ["a s3cret-key b", {"n": 12_345_678, "ok": true}], "1": 1234});
    let expected = json!({"***": ["a *** b", {"n": "***", "ok": true}], "1": 1234});
    assert_eq!(scrubber.json(value), expected);
}

#[test]
fn a_key_file_is_found_line_by_line_and_its_frame_is_no_secret() {
    let scrubber = Scrubber::new([PEM]);
    assert_eq!(scrubber.text(PEM.trim()), MASK);
    assert_eq!(scrubber.text("12:01 MIIEvQIBADANBgkqhkiG9w0B"), "12:01 ***");
    assert_eq!(scrubber.text("-----BEGIN PRIVATE KEY-----"), "-----BEGIN PRIVATE KEY-----");
    let repr = format!("{:?}", PEM);
    assert_eq!(scrubber.text(&repr), "\"***\\n\"");
}

#[test]
fn credentials_within_a_longer_base64_text_are_found() {
    let scrubber = Scrubber::new(["hunter2-hunter2"]);
    for user in ["a", "me", "you"] {
        let header =
            format!("Authorization: Basic {}", BASE64_STANDARD.encode(format!("{user}:hunter2-hunter2")));
        let shown = scrubber.text(&header).into_owned();
        assert!(shown.contains(MASK) && shown.len() < "Authorization: Basic ".len() + 16, "{shown}");
    }
}

#[test]
fn too_short_secrets_and_none_leave_everything() {
    for scrubber in [Scrubber::default(), Scrubber::new(["", "abc"])] {
        assert!(scrubber.is_idle());
        assert_eq!(scrubber.json(json!({"abc": "abc"})), json!({"abc": "abc"}));
        assert_eq!(ScrubbedStream::new(Arc::new(scrubber)).push("abc"), "abc");
    }
    assert_eq!(Scrubber::default().json(Value::Null), Value::Null);
}
