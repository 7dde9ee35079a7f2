//! Language models, and what they may say.

use pegboard_engine::MODELS_MAX;
use pegboard_inference::limits::{
    ARGS_MAX, ATTEMPTS, ATTEMPTS_WITHIN, CALLS_MAX, CONNECT, FIRST_WORD, SILENCE, TEXT_MAX,
};

use super::item::{bytes, count, seconds};
use crate::http::wire::completion::MESSAGES_MAX;
use crate::http::wire::system::Limit;

pub(super) fn models() -> Vec<Limit> {
    vec![
        count("models", MODELS_MAX, "Language models that can be asked"),
        count("model_attempts", ATTEMPTS, "Attempts to get a word out of a model"),
        seconds("model_attempts_time", ATTEMPTS_WITHIN, "The time within which the last of them begins"),
        count("completion_messages", MESSAGES_MAX, "Messages of a request for a chat completion"),
        seconds("model_connect", CONNECT, "The time that a connection to a model may take"),
        seconds("model_first_word", FIRST_WORD, "The time until a model's answer begins"),
        seconds("model_silence", SILENCE, "The time that a model may say nothing in the middle of an answer"),
        bytes("model_answer", TEXT_MAX, "Text and thoughts of one answer of a model"),
        bytes("model_call_arguments", ARGS_MAX, "Arguments of a call that a model asks for"),
        count("model_calls", CALLS_MAX, "Calls that a model asks for at once"),
    ]
}
