//! The renderers.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize};

use crate::suggest::nearest;

/// What shows a result (spec 1 §5.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RendererKind {
    /// A code editor or viewer. Also written `editor`.
    Code,
    /// A Markdown or text editor. Also written `markdown`.
    Document,
    /// An HTML template of the toolset with data put into it.
    Html,
    /// A web page in a frame.
    Frame,
    /// A card with HTML of the tool, cleaned (spec 5).
    Card,
    /// The app that an MCP server brings for its tool (MCP Apps).
    App,
}

/// Every word that names a renderer, the canonical one of each kind first.
const WORDS: [(&str, RendererKind); 8] = [
    ("code", RendererKind::Code),
    ("document", RendererKind::Document),
    ("html", RendererKind::Html),
    ("frame", RendererKind::Frame),
    ("card", RendererKind::Card),
    ("app", RendererKind::App),
    ("editor", RendererKind::Code),
    ("markdown", RendererKind::Document),
];

impl RendererKind {
    /// The canonical word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Code => "code",
            Self::Document => "document",
            Self::Html => "html",
            Self::Frame => "frame",
            Self::Card => "card",
            Self::App => "app",
        }
    }
}

impl fmt::Display for RendererKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The text names no renderer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown renderer `{word}`: {}", match .nearest {
    Some(known) => format!("did you mean `{known}`?"),
    None => "use code, document, html, frame, card or app".to_owned(),
})]
pub struct RendererKindError {
    /// What was written, shortened.
    pub word: String,
    /// The renderer that was probably meant.
    pub nearest: Option<&'static str>,
}

impl FromStr for RendererKind {
    type Err = RendererKindError;

    /// Reads a canonical word or an alias.
    fn from_str(text: &str) -> Result<Self, RendererKindError> {
        WORDS.iter().find(|(word, _)| *word == text).map(|(_, kind)| *kind).ok_or_else(|| RendererKindError {
            word: text.chars().take(40).collect(),
            nearest: nearest(text, WORDS.iter().map(|(word, _)| *word)),
        })
    }
}

impl<'de> Deserialize<'de> for RendererKind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}
