//! A conversation that has become too long is summed up by the model that goes on with it.

use pegboard_model::inference::{
    EndReason, LanguageModels, ModelAccess, ModelFailure, Piece, Pieces, Prompt, SUMMARY_MAX, Usage,
};
use pegboard_model::reply::Summary;

use crate::live_replies::{LiveReply, ReplyEvent};
use crate::replies::budget::{Budget, Summaries};
use crate::replies::history::Whose;
use crate::replies::prompt::Draft;

/// How often a model is asked for one summary: each time it reads what came of the time before, and goes on from there.
const ROUNDS: usize = 4;

/// What came of it.
#[derive(Debug, Default)]
pub(super) struct SummedUp {
    /// What the reply keeps.
    pub(super) summary: Option<Summary>,
    pub(super) usage: Usage,
}

/// Why there is no summary. The conversation is shortened without one.
#[derive(Debug, thiserror::Error)]
enum NoSummary {
    #[error(transparent)]
    Model(#[from] ModelFailure),
    #[error("the model's server held the summary back")]
    Filtered,
    #[error("the model said nothing")]
    Empty,
}

/// Where what a model is to be told is too long for it although older results are cut: has it sum up the oldest exchanges, and puts that
/// in their place. Does nothing where there is room.
pub(super) async fn sum_up(
    language: &dyn LanguageModels,
    access: &ModelAccess,
    live: &LiveReply,
    draft: &mut Draft,
    budget: &mut Budget,
) -> SummedUp {
    let room = access.profile.room();
    draft.prompt.cut_older(room);
    let mut done = SummedUp::default();
    let mut told = false;
    for _ in 0..ROUNDS {
        let surplus = draft.prompt.surplus(room);
        if surplus == 0 || budget.summaries() == Summaries::GivenUp {
            break;
        }
        let Some((asking, count)) = draft.prompt.to_sum_up(surplus, room) else { break };
        if !draft.whose.speak_before(count) {
            break;
        }
        if !std::mem::replace(&mut told, true) {
            live.tell(ReplyEvent::SummingUp);
        }
        match ask(language, access, &asking, &mut done.usage).await {
            Ok(text) => {
                draft.whose.sum_up(count);
                draft.prompt.sum_up(count, &text);
                done.summary = Some(Summary { messages: draft.whose.summed_up, text });
            }
            Err(why) => {
                tracing::warn!(message = %live.message(), %why, "a long conversation is not summed up");
                budget.give_up_summaries();
            }
        }
    }
    if told {
        live.tell(ReplyEvent::SummedUp(done.summary.clone()));
    }
    done
}

async fn ask(
    language: &dyn LanguageModels,
    access: &ModelAccess,
    asking: &Prompt,
    usage: &mut Usage,
) -> Result<String, NoSummary> {
    let mut heard = Heard::default();
    let ended = language.ask(access, asking, &mut heard).await?;
    *usage = usage.plus(ended.usage);
    let text = heard.0.trim();
    match ended.reason {
        EndReason::Filtered => Err(NoSummary::Filtered),
        // One that was cut because it may not write more says something, too.
        EndReason::Done | EndReason::Length if text.is_empty() => Err(NoSummary::Empty),
        EndReason::Done | EndReason::Length => Ok(text.chars().take(SUMMARY_MAX).collect()),
    }
}

/// What a model says aloud, as far as a summary goes.
#[derive(Default)]
struct Heard(String);

impl Pieces for Heard {
    fn take(&mut self, piece: Piece) {
        // A character has at most four bytes.
        if let Piece::Text(more) = piece
            && self.0.len() < 4 * SUMMARY_MAX
        {
            self.0.push_str(&more);
        }
    }
}

impl Whose {
    /// Whether there is a message among the first `count` things said; else they are a summary already.
    fn speak_before(&self, count: usize) -> bool {
        self.begins.first().is_some_and(|first| *first < count)
    }

    /// The first `count` things said are one now.
    fn sum_up(&mut self, count: usize) {
        let before = self.begins.len();
        self.begins.retain(|begins| *begins >= count);
        self.summed_up += before - self.begins.len();
        for begins in &mut self.begins {
            *begins = *begins - count + 1;
        }
    }
}
