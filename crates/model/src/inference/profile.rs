//! Named settings with which a model is reached.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::picture::Pictures;

/// Characters of a profile's name.
const NAME_MAX: usize = 64;
/// The share of what a model reads that is kept for what it writes, where its profile does not say: a quarter.
const FOR_THE_ANSWER: u32 = 4;

/// The name of a profile: lower-case letters, digits, `.`, `_` and `-`, beginning with a letter or digit, at most 64.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ProfileName(String);

/// A text is no name of a profile.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "a model's name has 1 to {NAME_MAX} lower-case letters, digits, `.`, `_` or `-`, and begins with a letter or digit"
)]
pub struct ProfileNameError;

impl ProfileName {
    /// As it is written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for ProfileName {
    type Err = ProfileNameError;

    fn from_str(text: &str) -> Result<Self, ProfileNameError> {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
        let fits = text.len() <= NAME_MAX
            && text.starts_with(plain)
            && text.chars().all(|c| plain(c) || matches!(c, '.' | '_' | '-'));
        if fits { Ok(Self(text.to_owned())) } else { Err(ProfileNameError) }
    }
}

impl TryFrom<String> for ProfileName {
    type Error = ProfileNameError;

    fn try_from(text: String) -> Result<Self, ProfileNameError> {
        text.parse()
    }
}

impl From<ProfileName> for String {
    fn from(name: ProfileName) -> Self {
        name.0
    }
}

impl fmt::Display for ProfileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// How a model's server is spoken to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ModelProtocol {
    /// Chat completions, which most servers speak.
    Openai,
    /// Messages.
    Anthropic,
    /// Google's.
    Gemini,
    /// That of a model on one's own machine.
    Ollama,
}

impl ModelProtocol {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Openai, Self::Anthropic, Self::Gemini, Self::Ollama];

    /// As it is written.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Openai => "openai",
            Self::Anthropic => "anthropic",
            Self::Gemini => "gemini",
            Self::Ollama => "ollama",
        }
    }

    /// Tokens that its models usually read and write at once, where a profile does not say.
    #[must_use]
    pub fn usual_context_window(self) -> u32 {
        match self {
            Self::Openai => 128_000,
            Self::Anthropic => 200_000,
            Self::Gemini => 1_000_000,
            Self::Ollama => 8192,
        }
    }

    /// Whether its models are usually shown pictures, where a profile does not say: those in the clouds of their makers can see,
    /// those elsewhere mostly cannot, and refuse what has pictures in it.
    #[must_use]
    pub fn usual_pictures(self, base_url: Option<&str>) -> Pictures {
        match (self, base_url) {
            (Self::Anthropic | Self::Gemini, _) | (Self::Openai, None) => Pictures::Shown,
            (Self::Openai, Some(_)) | (Self::Ollama, _) => Pictures::Named,
        }
    }

    /// Where its server is, unless a profile says otherwise.
    #[must_use]
    pub fn default_base_url(self) -> &'static str {
        match self {
            Self::Openai => "https://api.openai.com/v1",
            Self::Anthropic => "https://api.anthropic.com/v1",
            Self::Gemini => "https://generativelanguage.googleapis.com/v1beta",
            Self::Ollama => "http://127.0.0.1:11434",
        }
    }
}

/// A text is no protocol.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a model's protocol is openai, anthropic, gemini or ollama")]
pub struct ModelProtocolError;

impl FromStr for ModelProtocol {
    type Err = ModelProtocolError;

    fn from_str(text: &str) -> Result<Self, ModelProtocolError> {
        Self::ALL.into_iter().find(|protocol| protocol.as_str() == text).ok_or(ModelProtocolError)
    }
}

impl fmt::Display for ModelProtocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// How one model is reached and used.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelProfile {
    /// What people call it.
    pub name: ProfileName,
    /// How its server is spoken to.
    pub protocol: ModelProtocol,
    /// Where its server is, `http` or `https`, with a version such as `/v1` and without the operation's path; `None` is
    /// [`ModelProtocol::default_base_url`].
    pub base_url: Option<String>,
    /// As its server calls it.
    pub model: String,
    /// Tokens that it reads and writes at once.
    pub context_window: u32,
    /// Tokens that it may write at once; `None` leaves it to the server.
    pub max_output_tokens: Option<u32>,
    /// How freely it chooses words, 0 to 2; `None` leaves it to the server.
    pub temperature: Option<f64>,
    /// What it gets of pictures.
    pub pictures: Pictures,
}

impl ModelProfile {
    /// Tokens that a prompt may have: what the model reads and writes at once without what it may write, which is at most half of it.
    #[must_use]
    pub fn room(&self) -> usize {
        let answer = self.max_output_tokens.unwrap_or(self.context_window / FOR_THE_ANSWER);
        let room = self.context_window.saturating_sub(answer.min(self.context_window / 2));
        usize::try_from(room).unwrap_or(usize::MAX)
    }
}

/// What opens a model's server. Never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct ApiKey(String);

impl ApiKey {
    /// Takes a key up.
    #[must_use]
    pub fn new(key: String) -> Self {
        Self(key)
    }

    /// For the request alone.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ApiKey(***)")
    }
}

/// A profile with the key that it needs.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelAccess {
    /// How it is reached.
    pub profile: ModelProfile,
    /// `None`: its server wants none.
    pub key: Option<ApiKey>,
}
