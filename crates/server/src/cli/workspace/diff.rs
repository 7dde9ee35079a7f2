//! `pegboard workspace diff`

use pegboard_model::ids::ManifestId;
use reqwest::Method;
use similar::TextDiff;

use crate::cli::client::{Answer, Client};
use crate::cli::exit::Failure;
use crate::cli::output::{Format, Output, Tone};
use crate::cli::show_call::changes;
use crate::http::wire::workspace::{Diff, FileChange};

/// Bytes of a file whose lines are compared.
const PATCH_MAX: usize = 1 << 20;
/// Lines shown around a change.
const CONTEXT: usize = 3;

pub(crate) async fn run(
    client: &Client,
    output: &Output,
    chat: &str,
    (from, to): (Option<ManifestId>, Option<ManifestId>),
    patch: bool,
) -> Result<(), Failure> {
    let diff = between(client, chat, (from, to)).await?;
    output.answer(&diff, |output, diff| changes(output, &diff.changes));
    if patch { lines(client, output, chat, &diff.body, usize::MAX).await } else { Ok(()) }
}

/// Shows the lines that differ between two states, at most so many of each file, and not which files they are in.
pub(crate) async fn patch(
    client: &Client,
    output: &Output,
    chat: &str,
    states: (Option<ManifestId>, Option<ManifestId>),
    most: usize,
) -> Result<(), Failure> {
    let diff = between(client, chat, states).await?;
    lines(client, output, chat, &diff.body, most).await
}

async fn between(
    client: &Client,
    chat: &str,
    (from, to): (Option<ManifestId>, Option<ManifestId>),
) -> Result<Answer<Diff>, Failure> {
    let query: Vec<_> = [("from", from), ("to", to)]
        .into_iter()
        .filter_map(|(name, id)| Some((name, id?.to_string())))
        .collect();
    client.get::<Diff>(&["chats", chat, "workspace", "diff"], &query).await
}

async fn lines(
    client: &Client,
    output: &Output,
    chat: &str,
    diff: &Diff,
    most: usize,
) -> Result<(), Failure> {
    if output.format() != Format::Human {
        return Ok(());
    }
    for change in &diff.files {
        let before = text(client, chat, change, change.from_sha256.as_ref(), diff.from).await?;
        let after = text(client, chat, change, change.to_sha256.as_ref(), diff.to).await?;
        show(output, &change.path, (before, after), most);
    }
    Ok(())
}

/// One side's content; `None` when it is no text, or too much of it.
async fn text(
    client: &Client,
    chat: &str,
    change: &FileChange,
    side: Option<&String>,
    manifest: Option<ManifestId>,
) -> Result<Option<String>, Failure> {
    if side.is_none() {
        return Ok(Some(String::new()));
    }
    let mut path = vec!["chats", chat, "workspace", "files"];
    path.extend(change.path.split('/'));
    let manifest = manifest.map(|id| [("manifest_id", id.to_string())]);
    let mut response = client.open(client.request(Method::GET, &path).query(&manifest)).await?;
    let mut bytes = Vec::new();
    while let Some(piece) = response.chunk().await.map_err(|error| client.broken(&error))? {
        bytes.extend_from_slice(&piece);
        if bytes.len() > PATCH_MAX {
            return Ok(None);
        }
    }
    Ok(String::from_utf8(bytes).ok())
}

fn show(output: &Output, path: &str, sides: (Option<String>, Option<String>), most: usize) {
    let (Some(before), Some(after)) = sides else {
        return output.line(Tone::Faint, &format!("{path}: no text, or too large to compare"));
    };
    let diff = TextDiff::from_lines(&before, &after);
    let lines = diff.unified_diff().context_radius(CONTEXT).header(path, path).to_string();
    for line in lines.lines().take(most) {
        let tone = match line.as_bytes().first() {
            Some(b'+') => Tone::Good,
            Some(b'-') => Tone::Bad,
            Some(b'@') => Tone::Faint,
            _ => Tone::Plain,
        };
        output.line(tone, line);
    }
    let left = lines.lines().count().saturating_sub(most);
    if left > 0 {
        output.line(Tone::Faint, &format!("… {left} more lines: pegboard workspace diff --patch"));
    }
}
