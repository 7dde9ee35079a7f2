//! Reads streams of server-sent events, and how old each piece of text is when it arrives.

use std::time::Duration;

use serde_json::Value;

use super::model::ages;

/// What a stream told.
#[derive(Default)]
pub(super) struct Heard {
    /// How old each piece was, in order.
    pub(super) ages: Vec<Duration>,
    /// Whether it came to its end.
    pub(super) ended: bool,
}

/// Reads a stream to its end, or until so many pieces came.
pub(super) async fn read(request: reqwest::RequestBuilder, most: usize) -> Heard {
    let mut answer = request.send().await.unwrap();
    assert!(answer.status().is_success(), "{}", answer.status());
    let (mut heard, mut rest) = (Heard::default(), String::new());
    while let Some(bytes) = answer.chunk().await.unwrap() {
        rest.push_str(std::str::from_utf8(&bytes).unwrap());
        while let Some(end) = rest.find('\n') {
            let line: String = rest.drain(..=end).collect();
            let Some(data) = line.trim_end().strip_prefix("data: ") else { continue };
            if data == "[DONE]" {
                heard.ended = true;
                return heard;
            }
            heard.ages.extend(text_of(data).iter().flat_map(|text| ages(text)));
            if heard.ages.len() >= most {
                return heard;
            }
        }
    }
    heard
}

/// A piece of text, of a model's server or of Pegboard.
fn text_of(data: &str) -> Option<String> {
    let part: Value = serde_json::from_str(data).unwrap();
    let text =
        if part["type"] == "text-delta" { &part["delta"] } else { &part["choices"][0]["delta"]["content"] };
    text.as_str().map(ToOwned::to_owned)
}
