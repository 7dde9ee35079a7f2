//! What a reply does next.

use super::part::{AskedCall, Reply};
use crate::ids::CallId;

/// How a call stands that a reply asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallStanding {
    /// There is no record of it.
    NotBegun,
    /// A person must see it first.
    Waits,
    /// It runs; whoever made it will say when it has ended.
    Runs,
    /// It has ended, in one way or the other.
    Ended,
}

/// What a reply does next.
#[derive(Debug, Clone, PartialEq)]
pub enum Next {
    /// It asks the model.
    Ask,
    /// It makes these calls, side by side.
    Call(Vec<AskedCall>),
    /// It waits for these calls.
    Wait(Vec<CallId>),
    /// It is over.
    Over,
}

/// Decides what comes next. Calls of a step are made in the order in which the model asked, one after the other, for they work
/// on one workspace; those that stand together and can run beside each other (`is_sociable`) are made side by side. The model is
/// asked again when each has ended or was not made.
pub fn next(
    reply: &Reply,
    standing: impl Fn(CallId) -> CallStanding,
    is_sociable: impl Fn(&AskedCall) -> bool,
) -> Next {
    let asked: Vec<&AskedCall> = reply.last_asked().collect();
    if asked.is_empty() {
        return if reply.parts.is_empty() { Next::Ask } else { Next::Over };
    }
    let open = || asked.iter().filter(|asked| !asked.is_settled());
    let mut not_begun = open().filter(|asked| standing(asked.call_id) == CallStanding::NotBegun);
    if let Some(first) = not_begun.next() {
        let mut together = vec![(*first).clone()];
        if is_sociable(first) {
            together.extend(not_begun.take_while(|asked| is_sociable(asked)).map(|asked| (*asked).clone()));
        }
        return Next::Call(together);
    }
    let waits = |call| matches!(standing(call), CallStanding::Waits | CallStanding::Runs);
    let waiting: Vec<CallId> = open().map(|asked| asked.call_id).filter(|call| waits(*call)).collect();
    if waiting.is_empty() { Next::Ask } else { Next::Wait(waiting) }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::collections::HashMap;

    use proptest::prelude::*;
    use serde_json::json;
    use uuid::Uuid;

    use super::{AskedCall, CallStanding, Next, Reply, next};
    use crate::ids::CallId;
    use crate::inference::Asked;
    use crate::reply::ReplyPart;

    fn call(number: u128) -> AskedCall {
        let asked =
            Asked { id: format!("c{number}"), name: "a__b".to_owned(), args: json!({}), signatures: vec![] };
        AskedCall { call_id: CallId::from(Uuid::from_u128(number)), asked, refused: None, answered: None }
    }

    #[test]
    fn a_step_that_asks_for_nothing_ends_the_reply() {
        let mut reply = Reply::default();
        assert_eq!(next(&reply, |_| CallStanding::NotBegun, |_| false), Next::Ask);
        reply.parts = vec![ReplyPart::StepStart, ReplyPart::Text { text: "Done.".to_owned() }];
        assert_eq!(next(&reply, |_| CallStanding::NotBegun, |_| false), Next::Over);
        reply.drop_cut_step();
        assert_eq!(reply.parts, vec![], "a step that was cut off is written again");
    }

    #[test]
    fn what_was_not_made_is_told_and_the_rest_is_waited_for() {
        let (mut refused, waits) = (call(1), call(2));
        refused.refused = Some("there is no such tool".to_owned());
        let parts =
            vec![ReplyPart::StepStart, ReplyPart::ToolCall(refused), ReplyPart::ToolCall(waits.clone())];
        let reply = Reply { parts };
        let id = waits.call_id;
        assert_eq!(next(&reply, |_| CallStanding::NotBegun, |_| false), Next::Call(vec![waits]));
        assert_eq!(next(&reply, |_| CallStanding::Waits, |_| false), Next::Wait(vec![id]));
        assert_eq!(next(&reply, |_| CallStanding::Ended, |_| false), Next::Ask);
        let content = serde_json::to_value(&reply.parts).unwrap();
        assert_eq!(Reply::read(&content), reply);
        insta::assert_json_snapshot!(content);
    }

    #[test]
    fn sociable_calls_are_made_together_and_others_keep_their_place() {
        let mut parts = vec![ReplyPart::StepStart];
        parts.extend((1..=5).map(|number| ReplyPart::ToolCall(call(number))));
        let reply = Reply { parts };
        let is_sociable = |asked: &AskedCall| !asked.asked.id.ends_with('3');
        let ended = std::cell::RefCell::new(Vec::new());
        let standing = |call| match ended.borrow().contains(&call) {
            true => CallStanding::Ended,
            false => CallStanding::NotBegun,
        };
        let mut groups = Vec::new();
        while let Next::Call(together) = next(&reply, standing, is_sociable) {
            ended.borrow_mut().extend(together.iter().map(|asked| asked.call_id));
            groups.push(together.len());
        }
        assert_eq!(groups, [2, 1, 2]);
    }

    proptest! {
        /// However calls stand, one is made at most once, and all are over before the model is asked.
        #[test]
        fn each_call_is_made_once(before in proptest::collection::vec(0u8..4, 1..8)) {
            let calls: Vec<AskedCall> = (1..=before.len() as u128).map(call).collect();
            let mut reply = Reply { parts: vec![ReplyPart::StepStart] };
            reply.parts.extend(calls.iter().cloned().map(ReplyPart::ToolCall));
            let hows = [CallStanding::NotBegun, CallStanding::Waits, CallStanding::Runs, CallStanding::Ended];
            let stands = |(call, how): (&AskedCall, &u8)| (call.call_id, hows[usize::from(*how)]);
            let mut standing: HashMap<CallId, CallStanding> = calls.iter().zip(&before).map(stands).collect();
            let mut made = Vec::new();
            for _ in 0..20 {
                match next(&reply, |call| standing[&call], |asked| asked.asked.id.len() % 2 == 0) {
                    Next::Call(together) => for call in together {
                        prop_assert!(!made.contains(&call.call_id));
                        made.push(call.call_id);
                        standing.insert(call.call_id, CallStanding::Ended);
                    }
                    Next::Wait(calls) => for call in calls {
                        standing.insert(call, CallStanding::Ended);
                    },
                    Next::Ask => {
                        prop_assert!(standing.values().all(|how| *how == CallStanding::Ended));
                        return Ok(());
                    }
                    Next::Over => prop_assert!(false, "calls were asked for"),
                }
            }
            prop_assert!(false, "it never ends");
        }
    }
}
