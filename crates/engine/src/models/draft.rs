//! What people say of a language model, checked.

use pegboard_model::inference::{ModelProfile, ModelProtocol, Pictures, ProfileName};
use url::{Host, Url};

/// Profiles of a house.
pub const MODELS_MAX: u64 = 100;
/// Bytes of an address.
const URL_MAX: usize = 2048;
/// Characters of what its server calls a model.
const MODEL_MAX: usize = 256;
/// Characters of a key: fewer cannot be told from other text.
const KEY_MIN: usize = 4;
const KEY_MAX: usize = 4096;
/// Tokens that a model reads and writes at once.
const WINDOW_MIN: u32 = 1024;
const WINDOW_MAX: u32 = 100_000_000;
const TEMPERATURE_MAX: f64 = 2.0;

/// What people say of a language model.
#[derive(Debug)]
pub struct ModelDraft {
    /// How its server is spoken to.
    pub protocol: ModelProtocol,
    /// Where its server is; `None` is the protocol's own address.
    pub base_url: Option<String>,
    /// As its server calls it.
    pub model: String,
    /// Tokens that it reads and writes at once; `None` is what is usual for the protocol.
    pub context_window: Option<u32>,
    /// Tokens that it may write at once; `None` leaves it to the server.
    pub max_output_tokens: Option<u32>,
    /// How freely it chooses words; `None` leaves it to the server.
    pub temperature: Option<f64>,
    /// What it gets of the pictures of messages and tools; `None` is what is usual for the protocol and its server.
    pub pictures: Option<Pictures>,
    /// What becomes of its key.
    pub key: KeyChange,
}

/// What becomes of a key.
pub enum KeyChange {
    /// It stays as it is.
    Leave,
    /// There is none any more.
    Forget,
    /// It is this one.
    Set(String),
}

impl std::fmt::Debug for KeyChange {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Leave => "Leave",
            Self::Forget => "Forget",
            Self::Set(_) => "Set(***)",
        })
    }
}

/// What is wrong with it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ModelFault {
    /// The address is none.
    #[error(
        "`base_url` must be an http or https address of at most {URL_MAX} bytes, without a user, password or fragment"
    )]
    Url,
    /// The name of the model is none.
    #[error("`model` has 1 to {MODEL_MAX} characters in one line")]
    Model,
    /// That many tokens it cannot read.
    #[error("`context_window` is a number of tokens from {WINDOW_MIN} to {WINDOW_MAX}")]
    Window,
    /// That many tokens it cannot write.
    #[error("`max_output_tokens` is at least 1 and less than `context_window` ({0})")]
    Output(u32),
    /// No temperature.
    #[error("`temperature` is a number from 0 to {TEMPERATURE_MAX}")]
    Temperature,
    /// No key.
    #[error("an API key has {KEY_MIN} to {KEY_MAX} visible characters of ASCII")]
    Key,
    /// The key that is kept was given for another server.
    #[error(
        "the key that is kept was given for another server: give the key of this one, or an empty one for none"
    )]
    KeyForAnother,
    /// There are enough.
    #[error("there are {MODELS_MAX} language models already: remove one first")]
    TooMany,
}

impl ModelDraft {
    /// A profile that can be kept, and what becomes of its key.
    pub(super) fn checked(self, name: ProfileName) -> Result<(ModelProfile, KeyChange), ModelFault> {
        let base_url = self.base_url.filter(|url| !url.trim().is_empty());
        let base_url = base_url.map(|url| address(url.trim())).transpose()?;
        let model = self.model.trim().to_owned();
        if !(1..=MODEL_MAX).contains(&model.chars().count()) || model.contains(char::is_control) {
            return Err(ModelFault::Model);
        }
        let context_window = self.context_window.unwrap_or_else(|| self.protocol.usual_context_window());
        if !(WINDOW_MIN..=WINDOW_MAX).contains(&context_window) {
            return Err(ModelFault::Window);
        }
        if self.max_output_tokens.is_some_and(|most| most == 0 || most >= context_window) {
            return Err(ModelFault::Output(context_window));
        }
        if self.temperature.is_some_and(|value| !(0.0..=TEMPERATURE_MAX).contains(&value)) {
            return Err(ModelFault::Temperature);
        }
        if let KeyChange::Set(key) = &self.key
            && (!(KEY_MIN..=KEY_MAX).contains(&key.len()) || !key.bytes().all(|byte| byte.is_ascii_graphic()))
        {
            return Err(ModelFault::Key);
        }
        let ModelDraft { protocol, max_output_tokens, temperature, key, .. } = self;
        let pictures = self.pictures.unwrap_or_else(|| protocol.usual_pictures(base_url.as_deref()));
        let profile = ModelProfile {
            name,
            protocol,
            base_url,
            model,
            context_window,
            max_output_tokens,
            temperature,
            pictures,
        };
        Ok((profile, key))
    }
}

fn address(text: &str) -> Result<String, ModelFault> {
    let url = Url::parse(text).ok().filter(|_| text.len() <= URL_MAX).ok_or(ModelFault::Url)?;
    let fits = matches!(url.scheme(), "http" | "https")
        && url.has_host()
        && url.username().is_empty()
        && url.password().is_none()
        && url.fragment().is_none();
    if fits { Ok(url.as_str().trim_end_matches('/').to_owned()) } else { Err(ModelFault::Url) }
}

/// Whether a key of the one may be sent to the other.
pub(super) fn same_server(one: &ModelProfile, other: &ModelProfile) -> bool {
    let origin = |profile: &ModelProfile| {
        let base = profile.base_url.as_deref().unwrap_or(profile.protocol.default_base_url());
        Url::parse(base).ok().map(|url| url.origin())
    };
    origin(one) == origin(other)
}

/// That what is said can be read on the way, where it can.
pub(super) fn warning(profile: &ModelProfile) -> Option<String> {
    let url = Url::parse(profile.base_url.as_deref()?).ok()?;
    let host = url.host()?;
    let near = match &host {
        Host::Ipv4(address) => address.is_loopback() || address.is_private() || address.is_link_local(),
        Host::Ipv6(address) => address.is_loopback() || address.is_unique_local(),
        Host::Domain(name) => {
            !name.contains('.') || [".local", ".internal", ".localhost"].iter().any(|end| name.ends_with(end))
        }
    };
    (url.scheme() == "http" && !near)
        .then(|| format!("the key and all that is said go to {host} unencrypted: use https"))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use pegboard_model::inference::{ModelProfile, ModelProtocol};

    use super::{KeyChange, ModelDraft, ModelFault, same_server, warning};

    fn draft(base_url: &str) -> ModelDraft {
        ModelDraft {
            protocol: ModelProtocol::Openai,
            base_url: Some(base_url.to_owned()),
            model: "gpt".to_owned(),
            context_window: None,
            max_output_tokens: None,
            temperature: None,
            pictures: None,
            key: KeyChange::Leave,
        }
    }

    fn kept(draft: ModelDraft) -> Result<ModelProfile, ModelFault> {
        draft.checked("one".parse().unwrap()).map(|(profile, _)| profile)
    }

    /// An address is one that a request can go to, and says nothing of a person.
    #[test]
    fn addresses() {
        for wrong in
            ["ftp://a.example", "a.example", "https://me@a.example", "https://a.example/#b", "file:///etc"]
        {
            assert_eq!(kept(draft(wrong)), Err(ModelFault::Url), "{wrong}");
        }
        assert_eq!(kept(draft("https://a.example/v1/")).unwrap().base_url.unwrap(), "https://a.example/v1");
        assert_eq!(kept(draft(" ")).unwrap().base_url, None);
    }

    /// Numbers and keys that no server takes are refused.
    #[test]
    fn numbers_and_keys() {
        let with = |change: &dyn Fn(&mut ModelDraft)| {
            let mut draft = draft("https://a.example");
            change(&mut draft);
            kept(draft).unwrap_err()
        };
        assert_eq!(with(&|draft| draft.context_window = Some(10)), ModelFault::Window);
        assert_eq!(with(&|draft| draft.max_output_tokens = Some(0)), ModelFault::Output(128_000));
        assert_eq!(with(&|draft| draft.temperature = Some(f64::NAN)), ModelFault::Temperature);
        assert_eq!(with(&|draft| draft.temperature = Some(2.1)), ModelFault::Temperature);
        assert_eq!(with(&|draft| draft.key = KeyChange::Set("a key".to_owned())), ModelFault::Key);
        assert_eq!(with(&|draft| draft.model = "a\nb".to_owned()), ModelFault::Model);
    }

    /// A key goes to the origin that it was given for, whatever the path; and not without encryption over the open network unwarned.
    #[test]
    fn where_keys_go() {
        let at = |url: &str| kept(draft(url)).unwrap();
        assert!(same_server(&at("https://a.example/v1"), &at("https://a.example/v2")));
        assert!(!same_server(&at("https://a.example/v1"), &at("https://b.example/v1")));
        assert!(!same_server(&at("https://a.example"), &at("http://a.example")));
        assert!(same_server(&at("https://api.openai.com/v1"), &at("")));
        assert!(warning(&at("http://a.example/v1")).unwrap().contains("a.example"));
        for near in
            ["https://a.example", "http://127.0.0.1:1", "http://[::1]", "http://10.0.0.7", "http://gpu:8000"]
        {
            assert_eq!(warning(&at(near)), None, "{near}");
        }
    }
}
