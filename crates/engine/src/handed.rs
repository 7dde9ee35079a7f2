//! Asking the model of a worker that was handed work.

use std::sync::Arc;

use pegboard_model::call::{FailureKind, ToolFailure};
use pegboard_model::ids::{ChatId, ToolName};
use pegboard_model::inference::{Ended, PictureRoom, Pieces, Prompt, Said};
use pegboard_model::provider::Told;
use pegboard_model::reply::Moment;

use crate::asking;
use crate::briefing::{Briefing, brief};
use crate::core::Core;
use crate::models;
use crate::record::CallRecord;
use crate::results::Results;
use crate::store::StoreError;

/// Asks the model of a worker. The failure says what a person could do about it.
pub(crate) async fn ask(
    core: &Arc<Core>,
    worker: &ToolName,
    chat: ChatId,
    said: &[Said],
    pieces: &mut dyn Pieces,
) -> Result<Ended, ToolFailure> {
    let unavailable = |message: String| ToolFailure::new(FailureKind::Unavailable, message);
    let language = core
        .language
        .as_ref()
        .ok_or_else(|| unavailable("this server was started without a way to language models".to_owned()))?;
    let access = models::access_of(core, None, Some(worker))
        .await
        .map_err(|error| unavailable(format!("the worker `{worker}` cannot run: {error}")))?;
    let Briefing { system, tools } = brief(core, chat, Some(worker)).await.map_err(|error| failed(&error))?;
    let mut prompt = Prompt { system, said: said.to_vec(), tools };
    prompt.show(access.profile.pictures);
    asking::ask(language.as_ref(), &access, prompt, pieces)
        .await
        .map_err(|failure| unavailable(failure.to_string()))
}

/// What a worker's model is told of a call that has ended.
pub(crate) async fn told(core: &Core, name: &str, call: &CallRecord) -> Told {
    let results = Results::read(core, [call]).await;
    let pictures = results.pictures(call, &mut PictureRoom::whole());
    Told { text: results.told(name, call, Moment::SameTurn), pictures }
}

fn failed(error: &StoreError) -> ToolFailure {
    tracing::error!(?error, "what a worker is told could not be read");
    ToolFailure::new(
        FailureKind::Unavailable,
        "Pegboard's database failed; its log has the detail".to_owned(),
    )
}
