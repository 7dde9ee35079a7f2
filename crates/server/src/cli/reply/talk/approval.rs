//! Asking a person about calls that wait.

use pegboard_model::ids::CallId;
use serde_json::{Value, json};

use crate::cli::client::Client;
use crate::cli::exit::Failure;
use crate::cli::output::{Output, Tone};
use crate::cli::progress::Spinner;
use crate::cli::reply::account::Waiting;
use crate::cli::reply::talk::key::Keys;
use crate::cli::show_call;
use crate::cli::workspace::diff;
use crate::http::wire::call::Call;

/// Characters of a call's arguments that are shown.
const ARGUMENTS_SHOWN: usize = 4_000;
/// Lines of a change that are shown.
const LINES_MAX: usize = 200;
/// What can be answered.
const QUESTION: &str = "Run it? [y] yes  [n] no  [d] what it would do  [l] later ";

/// What a person says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Answer {
    Yes,
    No,
    Show,
    Later,
}

/// Asks about each call. Those that the person leaves for later are not in the answer, nor those after them.
///
/// # Errors
/// When server or terminal are gone.
pub(super) async fn ask(
    client: &Client,
    output: &Output,
    waits: &[Waiting],
) -> Result<Vec<(CallId, bool)>, Failure> {
    let mut decided = Vec::new();
    for waiting in waits {
        let call = client.get::<Call>(&["calls", &waiting.call.to_string()], &[]).await?.body;
        introduce(output, &call);
        loop {
            match tokio::task::block_in_place(|| answer(output))? {
                Answer::Yes => decided.push((call.id, true)),
                Answer::No => decided.push((call.id, false)),
                Answer::Show => {
                    show(client, output, &call).await;
                    continue;
                }
                Answer::Later => return Ok(decided),
            }
            break;
        }
    }
    Ok(decided)
}

fn introduce(output: &Output, call: &Call) {
    output.line(Tone::Changed, &format!("{} waits for you · {}", call.tool_id, call.rule));
    let arguments = serde_json::to_string_pretty(&Value::Object(call.args.clone())).unwrap_or_default();
    let shown: String = arguments.chars().take(ARGUMENTS_SHOWN).collect();
    let cut = if shown.len() < arguments.len() { "…" } else { "" };
    output.line(Tone::Plain, &format!("{shown}{cut}"));
    if !cut.is_empty() {
        output.line(
            Tone::Changed,
            &format!("The arguments are longer: pegboard --json calls show {}", call.id),
        );
    }
}

/// Waits for a key that is an answer.
fn answer(output: &Output) -> Result<Answer, Failure> {
    let failed = |error: std::io::Error| Failure::internal(format!("the terminal cannot be used: {error}"));
    let keys = Keys::begin().map_err(failed)?;
    output.piece(QUESTION);
    loop {
        let answer = match keys.next().map_err(failed)? {
            Some(b'y' | b'Y') => Answer::Yes,
            Some(b'n' | b'N') => Answer::No,
            Some(b'd' | b'D') => Answer::Show,
            // Ctrl-C and Ctrl-D say nothing about the call.
            Some(b'l' | b'L' | 3 | 4) | None => Answer::Later,
            Some(_) => continue,
        };
        let said = match answer {
            Answer::Yes => "yes\n",
            Answer::No => "no\n",
            Answer::Show | Answer::Later => "\n",
        };
        output.piece(said);
        return Ok(answer);
    }
}

/// Shows what the call would do, where that can be tried.
async fn show(client: &Client, output: &Output, call: &Call) {
    let spinner = Spinner::start("Trying it out");
    let tried = client.post::<Call>(&["calls", &call.id.to_string(), "preview"], &json!({})).await;
    drop(spinner);
    let call = match tried {
        Ok(tried) => tried.body,
        Err(failure) => return output.failure(&failure),
    };
    show_call::effect(output, &call);
    if let Some(effect) = &call.effect {
        let states = (effect.base_manifest_id, Some(effect.manifest_id));
        if let Err(failure) = diff::patch(client, output, &call.chat_id.to_string(), states, LINES_MAX).await
        {
            output.failure(&failure);
        }
    }
}
