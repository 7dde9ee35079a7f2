//! Asking a model, with what it is told made to fit.

use pegboard_model::inference::{
    Ended, LanguageModels, LeftOut, ModelAccess, ModelFailure, Piece, Pieces, Prompt,
};

/// How often a prompt is shortened that a model's server finds too long.
const SHORTENED: usize = 4;

/// Asks a model; once more with half of what it was told, and again, where its server says that this was too much. How many tokens a
/// text has, only that knows.
pub(crate) async fn ask(
    language: &dyn LanguageModels,
    access: &ModelAccess,
    mut prompt: Prompt,
    pieces: &mut dyn Pieces,
) -> Result<Ended, ModelFailure> {
    let mut room = access.profile.room();
    let left_out = prompt.fit(room);
    if left_out != LeftOut::default() {
        tracing::info!(model = %access.profile.name, ?left_out, "a long conversation was shortened for the model");
    }
    let mut heard = Heard { pieces, begun: false };
    for _ in 0..SHORTENED {
        match language.ask(access, &prompt, &mut heard).await {
            Err(ModelFailure::TooLong { .. }) if !heard.begun => {
                room /= 2;
                if prompt.fit(room) == LeftOut::default() {
                    break;
                }
            }
            outcome => return outcome,
        }
    }
    language.ask(access, &prompt, &mut heard).await
}

/// Hands on what a model says, and knows whether it has said anything.
struct Heard<'p> {
    pieces: &'p mut dyn Pieces,
    begun: bool,
}

impl Pieces for Heard<'_> {
    fn take(&mut self, piece: Piece) {
        self.begun = true;
        self.pieces.take(piece);
    }
}
