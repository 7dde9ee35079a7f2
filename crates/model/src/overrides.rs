//! Per-toolset changes of a tool's name, description, renderer, confirmation and enablement (spec 1 §1.4, spec 2).
//!
//! Stored tool ids are full ones (`app-builder:write_file`, `mcp:app-builder~search:find`); the short forms of a
//! manifest are made full when it is read. An id may hold `*`, which stands for any run of characters.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::ids::ToolId;
use crate::render::{RenderPlan, RendererKind, Scope};

/// What one layer (the bundle, or the user) changes about one tool. `None` leaves a thing as it is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolOverride {
    /// The full tool id; `*` in it stands for any run of characters.
    pub tool_id: String,
    /// What shows the tool's results.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub renderer: Option<RendererKind>,
    /// The renderer's configuration, an object; it belongs to `renderer` and changes only together with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub renderer_config: Option<Value>,
    /// The display name; models still see the tool's id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name_override: Option<String>,
    /// The description.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description_override: Option<String>,
    /// Whether a person must see each call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub requires_confirmation: Option<bool>,
    /// Whether the tool is on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enabled: Option<bool>,
}

impl ToolOverride {
    /// An override that changes nothing yet.
    pub fn new(tool_id: impl Into<String>) -> Self {
        Self {
            tool_id: tool_id.into(),
            renderer: None,
            renderer_config: None,
            name_override: None,
            description_override: None,
            requires_confirmation: None,
            enabled: None,
        }
    }

    /// Whether it speaks of more than one tool.
    pub fn is_pattern(&self) -> bool {
        self.tool_id.contains('*')
    }

    /// Whether it speaks of this tool.
    pub fn applies_to(&self, tool: &ToolId) -> bool {
        glob_matches(&self.tool_id, &tool.to_string())
    }

    /// Takes from `lower` what this one leaves as it is. Renderer and configuration count as one thing.
    #[must_use]
    pub fn over(mut self, lower: &ToolOverride) -> Self {
        if self.renderer.is_none() {
            self.renderer = lower.renderer;
            self.renderer_config.clone_from(&lower.renderer_config);
        }
        self.name_override = self.name_override.or_else(|| lower.name_override.clone());
        self.description_override = self.description_override.or_else(|| lower.description_override.clone());
        self.requires_confirmation = self.requires_confirmation.or(lower.requires_confirmation);
        self.enabled = self.enabled.or(lower.enabled);
        self
    }

    /// What a surface shows of a result under this override; without a renderer, the plan is none.
    pub fn plan(&self, scope: &Scope<'_>) -> RenderPlan {
        match self.renderer {
            None => RenderPlan::none(),
            Some(kind) => RenderPlan::of(kind, self.renderer_config.as_ref().unwrap_or(&Value::Null), scope),
        }
    }
}

/// What one layer says of a tool: all its overrides that apply, the more specific ones over the others.
///
/// An exact id is more specific than any pattern, and a pattern with more literal characters than one with fewer.
pub fn layer<'a>(
    tool: &ToolId,
    overrides: impl IntoIterator<Item = &'a ToolOverride>,
) -> Option<ToolOverride> {
    let mut applying: Vec<&ToolOverride> = overrides.into_iter().filter(|o| o.applies_to(tool)).collect();
    if applying.is_empty() {
        return None;
    }
    let literal = |o: &ToolOverride| o.tool_id.chars().filter(|c| *c != '*').count();
    applying.sort_by(|a, b| {
        (a.is_pattern().cmp(&b.is_pattern()))
            .then_with(|| literal(b).cmp(&literal(a)))
            .then_with(|| a.tool_id.cmp(&b.tool_id))
    });
    let empty = ToolOverride::new(tool.to_string());
    Some(applying.into_iter().fold(empty, |upper, lower| upper.over(lower)))
}

/// What holds for a tool: the user's layer over the bundle's, thing by thing; and `own`, the renderer that the tool
/// itself brings, where neither names one.
pub fn effective(
    tool: &ToolId,
    own: Option<RendererKind>,
    bundle: Option<&ToolOverride>,
    user: Option<&ToolOverride>,
) -> ToolOverride {
    let layers = [user, bundle].into_iter().flatten();
    let said = layers.fold(ToolOverride::new(tool.to_string()), ToolOverride::over);
    said.over(&ToolOverride { renderer: own, ..ToolOverride::new(tool.to_string()) })
}

/// Whether `pattern`, whose `*` stand for any run of characters, matches the whole `text`. Linear in practice, and
/// never worse than the product of both lengths.
pub(crate) fn glob_matches(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(first) = parts.next() else {
        return text.is_empty();
    };
    let Some(mut rest) = text.strip_prefix(first) else {
        return false;
    };
    let Some(last) = parts.next_back() else {
        return rest.is_empty();
    };
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use serde_json::json;

    use super::{ToolOverride, effective, glob_matches, layer};
    use crate::ids::ToolId;
    use crate::render::RendererKind;

    fn tool(text: &str) -> ToolId {
        text.parse().unwrap()
    }

    #[test]
    fn the_user_wins_thing_by_thing_and_renderer_with_config_is_one_thing() {
        let id = tool("a:b");
        let bundle = ToolOverride {
            renderer: Some(RendererKind::Code),
            renderer_config: Some(json!({"file": "$args.path"})),
            name_override: Some("Bundle".into()),
            enabled: Some(true),
            ..ToolOverride::new("a:b")
        };
        let user = ToolOverride {
            renderer: Some(RendererKind::Frame),
            name_override: Some("User".into()),
            enabled: Some(false),
            ..ToolOverride::new("a:b")
        };
        let both = effective(&id, None, Some(&bundle), Some(&user));
        assert_eq!(both.renderer, Some(RendererKind::Frame));
        assert_eq!(both.renderer_config, None, "the bundle's configuration is for its own renderer");
        assert_eq!(both.name_override.as_deref(), Some("User"));
        assert_eq!(both.enabled, Some(false));

        let kept = effective(&id, Some(RendererKind::App), Some(&bundle), Some(&ToolOverride::new("a:b")));
        assert_eq!(kept, bundle);
        assert_eq!(effective(&id, None, None, None), ToolOverride::new("a:b"));
        assert_eq!(effective(&id, Some(RendererKind::App), None, None).renderer, Some(RendererKind::App));
    }

    #[test]
    fn the_more_specific_override_wins_within_a_layer() {
        let named =
            |id: &str, name: &str| ToolOverride { name_override: Some(name.into()), ..ToolOverride::new(id) };
        let all = ToolOverride { enabled: Some(false), ..named("a:*", "all") };
        let overrides = [all, named("a:read_*", "reads"), named("a:read_file", "exact")];
        let exact = layer(&tool("a:read_file"), &overrides).unwrap();
        assert_eq!((exact.name_override.as_deref(), exact.enabled), (Some("exact"), Some(false)));
        let near = layer(&tool("a:read_dir"), &overrides).unwrap();
        assert_eq!(near.name_override.as_deref(), Some("reads"));
        assert_eq!(layer(&tool("b:read_dir"), &overrides), None);
    }

    #[test]
    fn globs_match_whole_texts() {
        for (pattern, text) in [
            ("a", "a"),
            ("*", ""),
            ("*", "abc"),
            ("a*", "a"),
            ("a*c", "abbc"),
            ("*b*b", "abcb"),
            ("**", "x"),
            ("aa*aa", "aaaa"),
            ("mcp:t~*:read_*", "mcp:t~files:read_file"),
        ] {
            assert!(glob_matches(pattern, text), "{pattern} {text}");
        }
        for (pattern, text) in [("a", "ab"), ("a*", "ba"), ("aa*aa", "aaa"), ("*a*b", "ba"), ("", "x")] {
            assert!(!glob_matches(pattern, text), "{pattern} {text}");
        }
    }
}
