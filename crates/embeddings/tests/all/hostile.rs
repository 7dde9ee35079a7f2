//! Folders that are no model are refused with the file and the reason, and none of them takes the program down.

#![allow(clippy::unwrap_used)]

use std::collections::HashMap;
use std::path::Path;

use pegboard_embeddings::{Model, ModelError, identity};
use proptest::prelude::*;
use safetensors::Dtype;
use safetensors::tensor::TensorView;
use tempfile::TempDir;

const VOCABULARY: &str = "[PAD]\n[UNK]\n[CLS]\n[SEP]\nread\nfile\n##s\n";

fn config() -> serde_json::Value {
    serde_json::json!({
        "model_type": "bert", "hidden_act": "gelu", "hidden_size": 4, "intermediate_size": 8,
        "num_hidden_layers": 1, "num_attention_heads": 2, "max_position_embeddings": 16, "vocab_size": 7,
        "layer_norm_eps": 1e-12,
    })
}

/// The arrays of a model with that configuration; their numbers mean nothing.
fn arrays() -> HashMap<String, Vec<usize>> {
    let mut arrays = HashMap::new();
    let mut add = |name: &str, shape: &[usize]| arrays.insert(name.to_owned(), shape.to_vec());
    add("embeddings.word_embeddings.weight", &[7, 4]);
    add("embeddings.position_embeddings.weight", &[16, 4]);
    add("embeddings.token_type_embeddings.weight", &[2, 4]);
    let layer = "encoder.layer.0";
    let linear = [
        (format!("{layer}.attention.self.query"), [4, 4]),
        (format!("{layer}.attention.self.key"), [4, 4]),
        (format!("{layer}.attention.self.value"), [4, 4]),
        (format!("{layer}.attention.output.dense"), [4, 4]),
        (format!("{layer}.intermediate.dense"), [8, 4]),
        (format!("{layer}.output.dense"), [4, 8]),
    ];
    for (name, shape) in linear {
        add(&format!("{name}.weight"), &shape);
        add(&format!("{name}.bias"), &shape[..1]);
    }
    for name in ["embeddings", &format!("{layer}.attention.output"), &format!("{layer}.output")] {
        add(&format!("{name}.LayerNorm.weight"), &[4]);
        add(&format!("{name}.LayerNorm.bias"), &[4]);
    }
    arrays
}

fn weights(arrays: &HashMap<String, Vec<usize>>, number: f32) -> Vec<u8> {
    let bytes: HashMap<_, Vec<u8>> = arrays
        .iter()
        .map(|(name, shape)| {
            let count = shape.iter().product::<usize>();
            let numbers = (0..count).map(|place| if place % 3 == 0 { number } else { 0.25 });
            (name, numbers.flat_map(f32::to_le_bytes).collect())
        })
        .collect();
    let views = arrays.iter().map(|(name, shape)| {
        let view = TensorView::new(Dtype::F32, shape.clone(), &bytes[name]).unwrap();
        (name.clone(), view)
    });
    safetensors::serialize(views, None).unwrap()
}

/// A folder with a whole, small model.
fn model() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    put(&folder, "config.json", config().to_string());
    put(&folder, "vocab.txt", VOCABULARY);
    put(&folder, "model.safetensors", weights(&arrays(), 0.5));
    folder
}

fn put(folder: &TempDir, name: &str, content: impl AsRef<[u8]>) {
    let path = folder.path().join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, content).unwrap();
}

fn refusal(folder: &TempDir) -> String {
    let error = Model::open(folder.path()).unwrap_err().to_string();
    error.replace(&*folder.path().to_string_lossy(), "MODEL")
}

#[test]
fn a_whole_model_works() {
    let folder = model();
    let model = Model::open(folder.path()).unwrap();
    let vectors = model.embed(&["read files", "unknown", ""]).unwrap();
    assert_eq!(vectors.len(), 3);
    assert_eq!(vectors[0].len(), model.dimensions());
    assert!(vectors.iter().flatten().all(|number| number.is_finite()));
    assert!(model.embed(&[]).unwrap().is_empty());
}

#[test]
fn what_is_no_model_is_refused_with_its_reason() {
    let with = |key: &str, value: serde_json::Value| {
        let mut config = config();
        config[key] = value;
        config.to_string()
    };
    let mut short = weights(&arrays(), 0.5);
    short.truncate(short.len() - 4);
    let mut other = arrays();
    other.insert("encoder.layer.0.output.dense.bias".to_owned(), vec![5]);
    let mut fewer = arrays();
    fewer.remove("embeddings.LayerNorm.weight");
    let endless = [u64::MAX.to_le_bytes().as_slice(), b"{}"].concat();
    let cases: Vec<(&str, &str, Vec<u8>)> = vec![
        ("no JSON", "config.json", b"{".to_vec()),
        ("another kind", "config.json", with("model_type", "gpt2".into()).into()),
        ("no heads", "config.json", with("num_attention_heads", 0.into()).into()),
        ("heads that do not fit", "config.json", with("num_attention_heads", 3.into()).into()),
        ("all memory", "config.json", with("hidden_size", (1_u64 << 40).into()).into()),
        ("a negative layer", "config.json", with("num_hidden_layers", (-1).into()).into()),
        ("too large", "config.json", vec![b' '; (1 << 20) + 1]),
        ("cases", "tokenizer_config.json", br#"{"do_lower_case": false}"#.to_vec()),
        ("no mean", "1_Pooling/config.json", br#"{"pooling_mode_mean_tokens": false}"#.to_vec()),
        ("fewer words", "vocab.txt", b"[UNK]\n[CLS]\n[SEP]\n".to_vec()),
        ("no mark", "vocab.txt", b"a\nb\nc\nd\ne\nf\ng\n".to_vec()),
        ("no text", "vocab.txt", vec![0xff; 7]),
        ("cut off", "model.safetensors", short),
        ("an endless header", "model.safetensors", endless),
        ("nothing", "model.safetensors", Vec::new()),
        ("a wrong shape", "model.safetensors", weights(&other, 0.5)),
        ("an array less", "model.safetensors", weights(&fewer, 0.5)),
        ("no numbers", "model.safetensors", weights(&arrays(), f32::NAN)),
    ];
    let told = cases.into_iter().map(|(what, file, content)| {
        let folder = model();
        put(&folder, file, content);
        format!("{what}: {}", refusal(&folder))
    });
    let mut told: Vec<String> = told.collect();
    for missing in ["config.json", "vocab.txt", "model.safetensors"] {
        let folder = model();
        std::fs::remove_file(folder.path().join(missing)).unwrap();
        told.push(format!("no {missing}: {}", refusal(&folder)));
        assert!(matches!(identity(folder.path()), Err(ModelError::Unreadable { .. })));
    }
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn another_model_has_another_name() {
    let (one, same, other) = (model(), model(), model());
    put(&other, "model.safetensors", weights(&arrays(), 0.75));
    // The order of arrays in a file differs from one writing to the next.
    std::fs::copy(one.path().join("model.safetensors"), same.path().join("model.safetensors")).unwrap();
    let name = |folder: &Path| identity(folder).unwrap();
    assert_eq!(name(one.path()), name(same.path()));
    assert_ne!(name(one.path()), name(other.path()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Damage anywhere in the weights ends in an error or in vectors, never in a crash.
    #[test]
    fn damaged_weights_do_no_harm(place in any::<prop::sample::Index>(), byte in any::<u8>(), text in ".{0,40}") {
        let folder = model();
        let mut damaged = weights(&arrays(), 0.5);
        let place = place.index(damaged.len());
        damaged[place] = byte;
        put(&folder, "model.safetensors", damaged);
        if let Ok(model) = Model::open(folder.path()) {
            let _ = model.embed(&[&text, "read files"]);
        }
    }
}
