//! Results that ask back (2026-07-28): asks the caller, then asks the server again with the answers.

use pegboard_model::call::{Enquiry, LineError};
use serde_json::{Map, Value};

use super::ask::Asker;
use super::questions::{at_once, question, said};
use crate::rpc::method;

/// Requests whose result may ask back.
const METHODS: [&str; 3] = [method::TOOLS_CALL, method::PROMPTS_GET, method::RESOURCES_READ];

/// What a result asks for before the request can be done.
#[derive(Debug)]
pub(super) struct InputRequired {
    requests: Map<String, Value>,
    state: Option<Value>,
}

impl InputRequired {
    /// Reads it from a result; `None` when the result is complete.
    pub(super) fn of(method: &str, result: &Value) -> Option<Self> {
        if !METHODS.contains(&method) || result.get("resultType")?.as_str()? != "input_required" {
            return None;
        }
        let requests = result.get("inputRequests").and_then(Value::as_object).cloned().unwrap_or_default();
        Some(Self { requests, state: result.get("requestState").cloned() })
    }

    /// Asks, and gives the parameters for the next round. What nobody answers is answered as the protocol says no;
    /// what has no such answer stays unanswered.
    pub(super) async fn answered(self, params: &Value, asker: &Asker) -> Value {
        let mut answers = Map::new();
        let mut enquiries = Vec::new();
        for (key, request) in self.requests {
            let asked = request.get("method").and_then(Value::as_str).and_then(question);
            let Some(asked) = asked else { continue };
            match at_once(asked, Some(asker)) {
                Some(Ok(answer)) => {
                    answers.insert(key, answer);
                }
                Some(Err(_)) => {}
                None => {
                    let params = request.get("params").cloned().unwrap_or_default();
                    enquiries.push(Enquiry { key, question: asked, params });
                }
            }
        }
        for (enquiry, answer) in ask_all(enquiries, asker).await {
            if let Ok(answer) = said(enquiry.question, answer) {
                answers.insert(enquiry.key, answer);
            }
        }
        let mut next = params.as_object().cloned().unwrap_or_default();
        next.insert("inputResponses".to_owned(), Value::Object(answers));
        match self.state {
            Some(state) => next.insert("requestState".to_owned(), state),
            None => next.remove("requestState"),
        };
        Value::Object(next)
    }
}

async fn ask_all(enquiries: Vec<Enquiry>, asker: &Asker) -> Vec<(Enquiry, Result<Value, LineError>)> {
    let can = |enquiry: &Enquiry| asker.line.as_ref().is_some_and(|line| line.answers(enquiry.question));
    let (asked, refused): (Vec<_>, Vec<_>) = enquiries.into_iter().partition(can);
    let mut answered: Vec<_> =
        refused.into_iter().map(|enquiry| (enquiry, Err(LineError::NotOffered))).collect();
    if let Some(line) = asker.line.as_ref().filter(|_| !asked.is_empty()) {
        let answers = line.ask_all(asked.clone()).await;
        answered.extend(asked.into_iter().zip(answers));
    }
    answered
}
