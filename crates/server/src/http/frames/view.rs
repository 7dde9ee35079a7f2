//! What goes into a frame.

use std::io::Read;

use axum::body::Bytes;
use pegboard_engine::{At, Engine};
use pegboard_model::ids::{CallId, ChatId, ManifestId};
use pegboard_model::render::{RenderPlan, View as Planned, inject};
use serde_json::Value;

use crate::http::problem::{Problem, kinds};
use crate::http::sandbox::document::{around_html, around_svg};
use crate::http::sandbox::shown::View;
use crate::http::wire::frame::HtmlPlan;

/// Bytes of a template, and of an HTML or SVG file.
pub(crate) const PAGE_MAX: u64 = 16 << 20;
/// Bytes of a PDF file.
pub(crate) const PDF_MAX: u64 = 64 << 20;

/// A call's html view: the template as it is installed now, with the call's data, or those of `plan`, in it.
pub(super) async fn of_call(engine: &Engine, id: CallId, plan: Option<HtmlPlan>) -> Result<View, Problem> {
    let call = engine.call_record(id).await?;
    let (artifact, data) = match plan {
        Some(plan) => (plan.config.artifact, plan.config.data),
        None => planned(call.render_plan).ok_or_else(|| {
            Problem::new(kinds::NO_FRAME, "The call is not shown with the `html` renderer.")
                .hint("GET /calls/{call_id} has its `render_plan`.")
        })?,
    };
    let toolset = call.tool.toolset().ok_or_else(|| {
        Problem::new(
            kinds::NO_FRAME,
            format!("`{}` belongs to no toolset that could have a template.", call.tool),
        )
    })?;
    let template = engine.artifact(toolset, &artifact, PAGE_MAX).await?;
    Ok(page(around_html(&inject(&String::from_utf8_lossy(&template), &data))))
}

fn planned(plan: Option<Value>) -> Option<(String, Value)> {
    let plan: RenderPlan = serde_json::from_value(plan?).ok()?;
    match plan.view {
        Planned::Html { artifact, data } => Some((artifact, data)),
        _ => None,
    }
}

/// A workspace file.
pub(super) async fn of_file(
    engine: &Engine,
    chat: ChatId,
    path: &str,
    manifest: Option<ManifestId>,
) -> Result<View, Problem> {
    let kind = Kind::of(path).ok_or_else(|| {
        Problem::new(kinds::NO_FRAME, "Only HTML, SVG and PDF files are shown in a frame.")
            .hint("GET /chats/{chat_id}/workspace/files/{path} has the file's content.")
    })?;
    let content = engine.file(chat, path, manifest.map_or(At::Active, At::Manifest)).await?;
    let limit = kind.limit();
    if content.entry.size.is_some_and(|size| size > limit) {
        return Err(Problem::new(kinds::TOO_LARGE, format!("Such a file may have {} MiB.", limit >> 20))
            .hint("GET /chats/{chat_id}/workspace/files/{path} has the file's content."));
    }
    let bytes = read(content.reader, limit).await.map_err(|error| {
        tracing::error!(%error, "a workspace file could not be read");
        Problem::new(kinds::DAMAGED, "The file's content is lost or damaged.")
            .hint("Restore the data folder from a backup, or another state.")
    })?;
    Ok(match kind {
        Kind::Html => page(around_html(&String::from_utf8_lossy(&bytes))),
        Kind::Svg => page(around_svg(&bytes)),
        Kind::Pdf => View::Pdf(bytes.into()),
    })
}

fn page(html: String) -> View {
    View::Page(Bytes::from(html))
}

async fn read(reader: Box<dyn Read + Send>, limit: u64) -> std::io::Result<Vec<u8>> {
    let work = move || {
        let mut bytes = Vec::new();
        // One more than allowed, so that an error at the end, which tells of damage, is met.
        reader.take(limit + 1).read_to_end(&mut bytes).map(|_| bytes)
    };
    tokio::task::spawn_blocking(work).await.map_err(std::io::Error::from)?
}

/// What a file is, by its name: contents are never sniffed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Html,
    Svg,
    Pdf,
}

impl Kind {
    fn of(path: &str) -> Option<Self> {
        let (_, ending) = path.rsplit('/').next()?.rsplit_once('.')?;
        match ending.to_ascii_lowercase().as_str() {
            "html" | "htm" => Some(Self::Html),
            "svg" => Some(Self::Svg),
            "pdf" => Some(Self::Pdf),
            _ => None,
        }
    }

    fn limit(self) -> u64 {
        match self {
            Self::Html | Self::Svg => PAGE_MAX,
            Self::Pdf => PDF_MAX,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Kind;

    #[test]
    fn the_name_says_what_a_file_is() {
        for (path, kind) in [
            ("a.html", Some(Kind::Html)),
            ("a/b.HTM", Some(Kind::Html)),
            ("x.svg", Some(Kind::Svg)),
            ("x.pdf", Some(Kind::Pdf)),
            ("x.svgz", None),
            ("x.xml", None),
            ("html", None),
            ("x.html.txt", None),
        ] {
            assert_eq!(Kind::of(path), kind, "{path}");
        }
    }
}
