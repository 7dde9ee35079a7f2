//! Reaches language models: any server that speaks OpenAI's chat completions, Anthropic's messages, Gemini or Ollama.
//!
//! The protocols are those of `genai`. What is ours: where a request goes and with what key (never one from the
//! environment), how long it is waited for, when it is sent again, what is too large, and what a failure means.

mod answer;
mod calls;
mod failure;
pub mod limits;
mod overheard;
mod patience;
mod request;
mod target;

use std::sync::Arc;

use async_trait::async_trait;
use futures::StreamExt;
use pegboard_model::inference::{
    EndReason, Ended, LanguageModels, ModelAccess, ModelFailure, Piece, Pieces, Prompt, Usage,
};
use tokio::time::Instant;

use answer::Answer;
use overheard::{Aside, Overheard};
use patience::Patience;
use target::Target;

/// Language models over the network.
#[derive(Debug, Clone)]
pub struct Inference {
    /// For this machine's own servers, whatever proxy the environment names.
    direct: genai::Client,
    /// For all others.
    outward: genai::Client,
}

/// No client can be made.
#[derive(Debug, thiserror::Error)]
#[error("language models cannot be reached from this machine: {0}")]
pub struct InferenceError(String);

impl Inference {
    /// Connects to nothing yet.
    ///
    /// # Errors
    /// When the machine's certificates cannot be read.
    pub fn new() -> Result<Self, InferenceError> {
        let client = |builder: reqwest::ClientBuilder| {
            let client = builder.build().map_err(|error| InferenceError(error.to_string()))?;
            let made = genai::Client::builder().with_reqwest(client).build();
            made.map_err(|error| InferenceError(error.to_string()))
        };
        Ok(Self { direct: client(plain().no_proxy())?, outward: client(plain())? })
    }

    /// Asks once.
    async fn attempt(
        &self,
        target: &Target,
        access: &ModelAccess,
        prompt: &Prompt,
        pieces: &mut dyn Pieces,
    ) -> Result<Ended, ModelFailure> {
        let client = if target.is_loopback() { &self.direct } else { &self.outward };
        let failed = |error: genai::Error| failure::of(error, target, access.key.as_ref());
        let request = request::of(access.profile.protocol, prompt);
        let overheard = Arc::new(Overheard::new(access.profile.protocol));
        let options = target::options(&access.profile).with_raw_frame_sink_arc(Arc::clone(&overheard) as _);
        let asked = client.exec_chat_stream(target.service(), request, Some(&options)).await;
        let mut events = asked.map_err(failed)?.stream;
        let mut answer = Answer::new(access.profile.protocol);
        let outcome = loop {
            let Some(event) = events.next().await else { break Ok(None) };
            match event.map_err(failed).and_then(|event| answer.take(event, pieces)) {
                Ok(None) => {}
                ended => break ended,
            }
        };
        match (outcome, overheard.take()) {
            (Ok(Some(ended)), _) => Ok(ended),
            (Ok(None), Some(Aside::Ended(reason))) => Ok(answer.end_without_end(&reason, pieces)),
            (_, Some(Aside::Blocked)) => Ok(Ended { reason: EndReason::Filtered, usage: Usage::default() }),
            (_, Some(Aside::Failed(body))) => Err(failure::in_the_stream(&body, target, access.key.as_ref())),
            (Ok(None), _) => Err(target.cut_off()),
            (Err(failure), _) => Err(failure),
        }
    }
}

/// Redirects are not followed: a key would go along to wherever they lead. Answers are not unpacked, so that what is counted
/// is what was sent.
fn plain() -> reqwest::ClientBuilder {
    reqwest::Client::builder()
        .user_agent(concat!("pegboard/", env!("CARGO_PKG_VERSION")))
        .redirect(reqwest::redirect::Policy::none())
        .connect_timeout(limits::CONNECT)
        .no_gzip()
}

#[async_trait]
impl LanguageModels for Inference {
    async fn ask(
        &self,
        access: &ModelAccess,
        prompt: &Prompt,
        pieces: &mut dyn Pieces,
    ) -> Result<Ended, ModelFailure> {
        let target = Target::of(access)?;
        let mut patience = Patience::since(Instant::now());
        loop {
            let mut heard = Heard { pieces: &mut *pieces, anything: false };
            let failure = match self.attempt(&target, access, prompt, &mut heard).await {
                Ok(ended) => return Ok(ended),
                Err(failure) => failure,
            };
            if heard.anything {
                return Err(failure);
            }
            match patience.after(&failure, Instant::now()) {
                Some(pause) => tokio::time::sleep(pause).await,
                None => return Err(failure),
            }
        }
    }
}

/// Hands pieces on and knows whether there were any.
struct Heard<'p> {
    pieces: &'p mut dyn Pieces,
    anything: bool,
}

impl Pieces for Heard<'_> {
    fn take(&mut self, piece: Piece) {
        self.anything = true;
        self.pieces.take(piece);
    }
}
