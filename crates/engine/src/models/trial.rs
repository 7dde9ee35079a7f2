//! Whether a language model answers.

use std::time::{Duration, Instant};

use pegboard_model::inference::{ModelFailure, Piece, Pieces, Prompt, Said, Usage};

use super::kept::{ModelError, NoModel, access, find_by_text};
use crate::core::Core;

/// What it is asked. Every model can answer that.
const QUESTION: &str = "Answer with one word: ready";
/// Characters of the answer that are told.
const ANSWER_MAX: usize = 200;
/// Nobody waits longer to see whether it answers.
const PATIENCE: Duration = Duration::from_secs(60);

/// What came of asking.
#[derive(Debug)]
pub enum ModelTrial {
    /// It answered.
    Answered {
        /// Its first words.
        text: String,
        /// How long all of it took.
        took: Duration,
        /// What it took.
        usage: Usage,
    },
    /// It did not.
    Failed(ModelFailure),
    /// It did not within a minute.
    TooSlow,
    /// Its key does not open, say.
    NotAsked(NoModel),
    /// This server reaches no models.
    NoWay,
}

/// Asks a model for one word.
pub(crate) async fn test(core: &Core, name: &str) -> Result<ModelTrial, ModelError> {
    let name = find_by_text(core, name).await?.profile.name;
    let Some(models) = &core.language else { return Ok(ModelTrial::NoWay) };
    let access = match access(core, Some(&name)).await {
        Ok(access) => access,
        Err(NoModel::Store(error)) => return Err(error.into()),
        Err(error) => return Ok(ModelTrial::NotAsked(error)),
    };
    let prompt = Prompt { said: vec![Said::user(QUESTION)], ..Prompt::default() };
    let (mut words, begun) = (Words(String::new()), Instant::now());
    let asked = tokio::time::timeout(PATIENCE, models.ask(&access, &prompt, &mut words)).await;
    let text = core.secrets.scrubbed(words.0.trim()).into_owned();
    Ok(match asked {
        Ok(Ok(ended)) => ModelTrial::Answered { text, took: begun.elapsed(), usage: ended.usage },
        Ok(Err(failure)) => ModelTrial::Failed(failure),
        Err(_) => ModelTrial::TooSlow,
    })
}

/// The first words.
struct Words(String);

impl Pieces for Words {
    fn take(&mut self, piece: Piece) {
        if let Piece::Text(text) = piece {
            let room = ANSWER_MAX.saturating_sub(self.0.chars().count());
            self.0.extend(text.chars().take(room));
        }
    }
}
