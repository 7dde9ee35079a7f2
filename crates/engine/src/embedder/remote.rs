//! A server with OpenAI's `POST /embeddings`.

use std::sync::Arc;
use std::time::Duration;

use futures::StreamExt;
use reqwest::{Client, Response};
use serde::{Deserialize, Serialize};
use url::Url;

use crate::embedder::error::EmbedError;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// Bytes of an answer.
const ANSWER_MAX: usize = 32 << 20;

/// Numbers of a vector.
const WIDTH_MAX: usize = 8_192;

pub(super) struct Remote {
    client: Client,
    address: Url,
    asked_for: String,
    key: Option<String>,
    name: Arc<str>,
}

#[derive(Serialize)]
struct Request<'a> {
    model: &'a str,
    input: &'a [String],
    encoding_format: &'a str,
}

#[derive(Deserialize)]
struct Answer {
    data: Vec<Datum>,
}

#[derive(Deserialize)]
struct Datum {
    index: usize,
    embedding: Vec<f32>,
}

impl Remote {
    pub(super) fn new(base: Url, model: String, key: Option<String>) -> Self {
        let mut address = base;
        let path = format!("{}/embeddings", address.path().trim_end_matches('/'));
        address.set_path(&path);
        let name = format!("{}{} {model}", address.host_str().unwrap_or_default(), address.path());
        // Only broken settings of the machine make it fail, which the first request will say again.
        let client = Client::builder().timeout(PATIENCE).redirect(reqwest::redirect::Policy::none()).build();
        Self { client: client.unwrap_or_default(), address, asked_for: model, key, name: name.into() }
    }

    pub(super) fn model(&self) -> Arc<str> {
        Arc::clone(&self.name)
    }

    pub(super) async fn embed(&self, texts: &[String]) -> Result<Vec<Vec<f32>>, EmbedError> {
        let asked = Request { model: &self.asked_for, input: texts, encoding_format: "float" };
        let mut request = self.client.post(self.address.clone()).json(&asked);
        if let Some(key) = &self.key {
            request = request.bearer_auth(key);
        }
        // Without the address, which may hold what is secret.
        let failed = |error: reqwest::Error| EmbedError::Server(error.without_url().to_string());
        let response = request.send().await.map_err(failed)?.error_for_status().map_err(failed)?;
        let bytes = body(response).await?;
        let answer: Answer = serde_json::from_slice(&bytes)
            .map_err(|error| EmbedError::Server(format!("the answer is no list of embeddings: {error}")))?;
        in_order(answer, texts.len())
    }
}

async fn body(response: Response) -> Result<Vec<u8>, EmbedError> {
    let mut bytes = Vec::new();
    let mut pieces = response.bytes_stream();
    while let Some(piece) = pieces.next().await {
        let piece = piece.map_err(|error| EmbedError::Server(error.without_url().to_string()))?;
        if bytes.len() + piece.len() > ANSWER_MAX {
            return Err(EmbedError::Server(format!("the answer is larger than {ANSWER_MAX} bytes")));
        }
        bytes.extend_from_slice(&piece);
    }
    Ok(bytes)
}

/// One vector for each text, all of one width, brought to length 1.
fn in_order(answer: Answer, texts: usize) -> Result<Vec<Vec<f32>>, EmbedError> {
    let wrong = |what: &str| Err(EmbedError::Server(format!("the answer {what}")));
    let mut vectors = vec![Vec::new(); texts];
    let width = answer.data.first().map_or(0, |datum| datum.embedding.len());
    for Datum { index, mut embedding } in answer.data {
        let length = embedding.iter().map(|number| number * number).sum::<f32>().sqrt();
        if embedding.len() != width || !(1..=WIDTH_MAX).contains(&width) {
            return wrong("holds vectors of several widths, or of more than 8,192 numbers");
        }
        if !length.is_normal() {
            return wrong("holds a vector without a direction");
        }
        embedding.iter_mut().for_each(|number| *number /= length);
        match vectors.get_mut(index) {
            Some(place) => *place = embedding,
            None => return wrong("holds more vectors than there were texts"),
        }
    }
    if vectors.iter().any(Vec::is_empty) {
        return wrong("holds fewer vectors than there were texts");
    }
    Ok(vectors)
}

#[cfg(test)]
mod tests {
    use super::{Answer, in_order};

    fn read(answer: &str, texts: usize) -> Result<Vec<Vec<f32>>, String> {
        let answer: Answer = serde_json::from_str(answer).map_err(|error| error.to_string())?;
        in_order(answer, texts).map_err(|error| error.to_string())
    }

    #[test]
    fn vectors_come_in_the_order_of_the_texts_and_have_length_1() {
        let answer = r#"{"data": [{"index": 1, "embedding": [0, 2]}, {"index": 0, "embedding": [3, 4]}]}"#;
        assert_eq!(read(answer, 2).unwrap(), [[0.6, 0.8], [0.0, 1.0]]);
    }

    #[test]
    fn answers_that_do_not_fit_are_refused() {
        let refused = [
            (r#"{"data": [{"index": 0, "embedding": [1]}]}"#, 2),
            (r#"{"data": [{"index": 7, "embedding": [1]}]}"#, 1),
            (r#"{"data": [{"index": 0, "embedding": [0, 0]}]}"#, 1),
            (r#"{"data": [{"index": 0, "embedding": []}]}"#, 1),
            (r#"{"data": [{"index": 0, "embedding": [1]}, {"index": 1, "embedding": [1, 0]}]}"#, 2),
            (r#"{"data": [{"index": 0, "embedding": [1e39]}]}"#, 1),
            (r#"{"data": "none"}"#, 0),
        ];
        for (answer, texts) in refused {
            assert!(read(answer, texts).is_err(), "{answer}");
        }
        assert_eq!(read(r#"{"data": []}"#, 0).unwrap().len(), 0);
    }
}
