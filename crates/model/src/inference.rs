//! Language models, as a reply asks them: profiles, prompts, and what comes back piece by piece.

mod failure;
mod fit;
mod picture;
mod profile;
mod prompt;
mod summary;

pub use failure::ModelFailure;
pub use fit::LeftOut;
pub use picture::{PICTURE_BYTES_MAX, PICTURES_BYTES_MAX, PICTURES_MAX, Picture, PictureRoom, Pictures};
pub use profile::{
    ApiKey, ModelAccess, ModelProfile, ModelProtocol, ModelProtocolError, ProfileName, ProfileNameError,
};
pub use prompt::{Asked, EndReason, Ended, Offered, Piece, Prompt, Said, Usage};
pub use summary::{SUMMARY_MAX, summarised};

use async_trait::async_trait;

/// Takes what a model says, while it says it. Never blocks.
pub trait Pieces: Send {
    /// One piece, in the order in which the model said them.
    fn take(&mut self, piece: Piece);
}

/// Reaches language models.
#[async_trait]
pub trait LanguageModels: Send + Sync {
    /// Asks a model and hands on what it says. A model that is busy is asked again, as long as it has said nothing; dropping
    /// the future hangs up.
    ///
    /// # Errors
    /// When nothing (more) comes. What was handed on until then was said.
    async fn ask(
        &self,
        access: &ModelAccess,
        prompt: &Prompt,
        pieces: &mut dyn Pieces,
    ) -> Result<Ended, ModelFailure>;
}
