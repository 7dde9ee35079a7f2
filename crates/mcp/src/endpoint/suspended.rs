//! Requests of clients since 2026-07-28 that wait for an answer to a question. Nothing of them is told to the client
//! but a name that cannot be guessed, and only the same token, asking for the same thing again, takes one up.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};

use crate::endpoint::exchange::Exchange;
use crate::endpoint::house::View;
use crate::endpoint::limits::SUSPENDED_MAX;
use crate::endpoint::line::Asking;
use crate::endpoint::questions::{fits, method_of};

/// What a request asks for; the retry must ask for the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Subject {
    /// The token.
    pub(super) owner: String,
    pub(super) view: View,
    pub(super) method: &'static str,
    /// The tool, prompt or resource.
    pub(super) name: String,
}

/// A request that waits.
pub(super) struct Suspended {
    pub(super) subject: Subject,
    pub(super) exchange: Exchange,
    asking: Asking,
    /// The answers that came before others.
    have: HashMap<String, Value>,
    until: Instant,
}

/// All requests that wait, by the `requestState` that names them.
#[derive(Default)]
pub(super) struct AllSuspended(Mutex<HashMap<String, Suspended>>);

/// What came of the answers.
pub(super) enum Resumed {
    /// All are there: the work can go on.
    Whole(Exchange),
    /// Some are missing.
    Lacking(Box<Suspended>),
}

impl AllSuspended {
    /// Keeps a request under a name; gives it back when its token has too many.
    pub(super) fn keep(&self, name: String, suspended: Suspended) -> Result<(), Box<Suspended>> {
        let mut all = self.all();
        let now = Instant::now();
        all.retain(|_, one| one.until > now);
        let own = all.values().filter(|one| one.subject.owner == suspended.subject.owner).count();
        if own >= SUSPENDED_MAX {
            return Err(Box::new(suspended));
        }
        all.insert(name, suspended);
        Ok(())
    }

    /// Takes up the request of this name, if it is this one's.
    pub(super) fn take(&self, name: &str, subject: &Subject) -> Option<Suspended> {
        let mut all = self.all();
        let fits = all.get(name).is_some_and(|one| one.subject == *subject && one.until > Instant::now());
        if fits { all.remove(name) } else { None }
    }

    /// Lets go of those whose time is over.
    pub(super) fn sweep(&self) {
        let now = Instant::now();
        self.all().retain(|_, one| one.until > now);
    }

    /// Lets go of all.
    pub(super) fn clear(&self) {
        self.all().clear();
    }

    fn all(&self) -> MutexGuard<'_, HashMap<String, Suspended>> {
        // Nothing panics while it is held, and each change is whole in itself.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Suspended {
    pub(super) fn new(subject: Subject, exchange: Exchange, mut asking: Asking) -> Self {
        distinguish(&mut asking);
        let until = Instant::now() + asking.patience;
        Self { subject, exchange, asking, have: HashMap::new(), until }
    }

    /// How long it waits from now on.
    pub(super) fn time_left(&self) -> Duration {
        self.until.saturating_duration_since(Instant::now())
    }

    /// The questions that are still open, as `inputRequests`.
    pub(super) fn input_requests(&self) -> Value {
        let open = self.asking.enquiries.iter().filter(|enquiry| !self.have.contains_key(&enquiry.key));
        let request = |question, params: &Value| {
            let params = if params.is_null() { json!({}) } else { params.clone() };
            json!({"method": method_of(question), "params": params})
        };
        let open = open.map(|enquiry| (enquiry.key.clone(), request(enquiry.question, &enquiry.params)));
        Value::Object(open.collect())
    }

    /// Takes the answers that fit; others are as if they had not come.
    pub(super) fn answered(mut self, responses: Map<String, Value>) -> Resumed {
        for (key, response) in responses {
            let question = self.asking.enquiries.iter().find(|enquiry| enquiry.key == key);
            if question.is_some_and(|enquiry| fits(enquiry.question, &response)) {
                self.have.insert(key, response);
            }
        }
        if self.asking.enquiries.iter().any(|enquiry| !self.have.contains_key(&enquiry.key)) {
            return Resumed::Lacking(Box::new(self));
        }
        let Self { exchange, asking, mut have, .. } = self;
        let answers = asking.enquiries.iter().filter_map(|enquiry| have.remove(&enquiry.key)).map(Ok);
        // Nobody waits any more when the call was cancelled; its end says so.
        let _ = asking.answers.send(answers.collect());
        Resumed::Whole(exchange)
    }
}

/// Gives questions of the same name different ones: a tool asks several without names.
fn distinguish(asking: &mut Asking) {
    let mut seen = HashMap::new();
    for enquiry in &mut asking.enquiries {
        let count = seen.entry(enquiry.key.clone()).and_modify(|count| *count += 1).or_insert(1);
        if *count > 1 {
            enquiry.key = format!("{}_{count}", enquiry.key);
        }
    }
}
