//! Any configuration is filled in, and any plan made of it stays inside its folders.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pegboard_model::render::{RenderPlan, RendererKind, Scope, Source, View};
use serde_json::Value;

fuzz_target!(|input: (&str, &str)| {
    let (config, result) = input;
    let config = serde_json::from_str(config).unwrap_or_else(|_| Value::String(config.to_owned()));
    let result = serde_json::from_str(result).unwrap_or_else(|_| Value::String(result.to_owned()));
    let scope = Scope {
        args: &result,
        result: &result,
        chat_id: "c",
        workspace: "/w",
        toolset: Some("/t"),
        app: Some("ui://t/app"),
    };
    for kind in [
        RendererKind::Code,
        RendererKind::Document,
        RendererKind::Html,
        RendererKind::Frame,
        RendererKind::Card,
        RendererKind::App,
    ] {
        let plan = RenderPlan::of(kind, &config, &scope);
        let path = match &plan.view {
            View::Code {
                source: Source::File(path),
                ..
            }
            | View::Document {
                source: Source::File(path),
                ..
            } => path,
            View::Html { artifact, .. } => artifact,
            View::Frame { url } => {
                assert!(url.to_lowercase().starts_with("http"));
                continue;
            }
            _ => continue,
        };
        assert!(!path.starts_with('/') && path.split(['/', '\\']).all(|part| part != ".."));
    }
});
