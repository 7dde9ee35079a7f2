//! Making a long conversation fit what a model reads at once. What is left out stays in the record.

use std::ops::Range;

use super::picture::{PictureRoom, Pictures};
use super::prompt::{Prompt, Said};

/// Characters of a token, on average and rather too few: text in most languages has 3 to 4.
pub(super) const CHARS_PER_TOKEN: usize = 3;
/// Tokens of a picture, rather too many.
const TOKENS_PER_PICTURE: usize = 1_600;
/// Characters that stay of a result that is left out.
const STUB: usize = 160;
/// Stands for the exchanges that are gone.
const GONE: &str = "[Earlier messages of this conversation are left out]";

/// How much of a prompt was left out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Results of tools of which only the beginning stays.
    pub results: usize,
    /// Pictures that are not shown any more.
    pub pictures: usize,
    /// Messages that are gone.
    pub messages: usize,
}

impl Prompt {
    /// Leaves of the pictures the newest that have a place in a prompt; none where the model cannot see.
    pub fn show(&mut self, pictures: Pictures) {
        let mut room = PictureRoom::whole();
        for shown in self.said.iter_mut().rev().filter_map(Said::pictures) {
            match pictures {
                Pictures::Shown => shown.retain(|picture| room.take(picture)),
                Pictures::Named => shown.clear(),
            }
        }
    }

    /// Makes the prompt fit into `tokens`, as far as that can be estimated: first what [`Prompt::cut_older`] takes; then the oldest
    /// exchanges go, each from one thing that the person said to the next; then the results are cut that came since the person spoke
    /// last, those of the last step excepted. What was said since then stays whole.
    pub fn fit(&mut self, tokens: usize) -> LeftOut {
        let mut left_out = self.cut_older(tokens);
        left_out.messages = self.drop_oldest(self.over(tokens));
        let asks = |said: &Said| matches!(said, Said::Model { asked, .. } if !asked.is_empty());
        let last_step = self.said.iter().rposition(asks).unwrap_or(0);
        self.cut(self.now()..last_step, tokens, &mut left_out);
        left_out
    }

    /// Cuts results of tools and takes pictures away, oldest first, from what came before the person spoke last, until the prompt fits
    /// into `tokens` or there are none left.
    pub fn cut_older(&mut self, tokens: usize) -> LeftOut {
        let mut left_out = LeftOut::default();
        self.cut(0..self.now(), tokens, &mut left_out);
        left_out
    }

    fn cut(&mut self, older: Range<usize>, tokens: usize, left_out: &mut LeftOut) {
        let mut over = self.over(tokens);
        for said in self.said.get_mut(older).into_iter().flatten() {
            if over == 0 {
                return;
            }
            over = over.saturating_sub(said.cut(left_out));
        }
    }

    fn drop_oldest(&mut self, mut over: usize) -> usize {
        let mut messages = 0;
        while over > 0 {
            let Some(next) = self.second_exchange() else { break };
            let gone: usize = self.said[..next].iter().map(Said::chars).sum();
            self.said.drain(..next);
            messages += next;
            over = over.saturating_sub(gone);
        }
        if messages > 0 {
            self.said.insert(0, Said::user(GONE));
        }
        messages
    }

    /// Where the person spoke last.
    pub(super) fn now(&self) -> usize {
        self.said.iter().rposition(|said| matches!(said, Said::User { .. })).unwrap_or(0)
    }

    /// Characters that are more than fit into `tokens`.
    pub(super) fn over(&self, tokens: usize) -> usize {
        self.chars().saturating_sub(tokens.saturating_mul(CHARS_PER_TOKEN))
    }

    /// Where the second thing stands that the person said.
    fn second_exchange(&self) -> Option<usize> {
        let mut asked = (0..self.said.len()).filter(|at| matches!(self.said[*at], Said::User { .. }));
        let first = asked.next()?;
        if first > 0 { Some(first) } else { asked.next() }
    }

    pub(super) fn chars(&self) -> usize {
        let tools = self
            .tools
            .iter()
            .map(|tool| tool.name.len() + tool.description.len() + tool.input_schema.to_string().len());
        self.system.len() + tools.sum::<usize>() + self.said.iter().map(Said::chars).sum::<usize>()
    }
}

impl Said {
    pub(super) fn chars(&self) -> usize {
        match self {
            Self::User { text, pictures } | Self::Tool { text, pictures, .. } => {
                text.len() + pictures.len() * TOKENS_PER_PICTURE * CHARS_PER_TOKEN
            }
            Self::Model { text, asked } => {
                text.len()
                    + asked.iter().map(|asked| asked.name.len() + asked.args.to_string().len()).sum::<usize>()
            }
        }
    }

    /// Leaves the beginning of a result, and no picture; how much shorter it is then.
    fn cut(&mut self, left_out: &mut LeftOut) -> usize {
        let before = self.chars();
        if let Some(pictures) = self.pictures() {
            left_out.pictures += pictures.len();
            pictures.clear();
        }
        if let Self::Tool { text, .. } = self
            && let Some((at, _)) = text.char_indices().nth(STUB)
        {
            let stub = format!("{}\n[the rest of this older result is left out]", &text[..at]);
            if stub.len() < text.len() {
                left_out.results += 1;
                *text = stub;
            }
        }
        before - self.chars()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use proptest::prelude::*;
    use serde_json::json;

    use super::super::picture::{PICTURES_MAX, Picture, Pictures};
    use super::super::prompt::Asked;
    use super::{GONE, LeftOut, Prompt, Said};

    fn user(text: &str) -> Said {
        Said::user(text)
    }

    /// Something said, a call, its result, and an answer.
    fn exchange(text: &str, result: usize) -> Vec<Said> {
        let asked = Asked { id: "c".into(), name: "t".into(), args: json!({}), signatures: vec![] };
        vec![
            user(text),
            Said::Model { text: String::new(), asked: vec![asked] },
            Said::Tool { id: "c".into(), name: "t".into(), text: "é".repeat(result), pictures: vec![] },
            Said::Model { text: "Done.".into(), asked: vec![] },
        ]
    }

    fn prompt(exchanges: &[usize]) -> Prompt {
        let said = exchanges.iter().enumerate().flat_map(|(at, result)| exchange(&format!("{at}?"), *result));
        Prompt { system: "You.".into(), said: said.collect(), tools: vec![] }
    }

    #[test]
    fn results_go_first_and_what_was_said_last_stays() {
        let mut short = prompt(&[10, 10]);
        assert_eq!(short.fit(1000), LeftOut::default());
        let mut results = prompt(&[4000, 4000, 10]);
        assert_eq!(results.fit(4000), LeftOut { results: 1, ..LeftOut::default() });
        let Said::Tool { text, .. } = &results.said[2] else { panic!("a result") };
        assert!(text.ends_with("left out]") && text.len() < 500, "{text}");
        let mut tight = prompt(&[4000, 4000, 4000]);
        assert_eq!(tight.fit(10), LeftOut { results: 2, pictures: 0, messages: 8 });
        assert_eq!(tight.said[0], user(GONE));
        assert_eq!(tight.said[1], user("2?"));
        assert_eq!(tight.said.len(), 5, "the last exchange stays whole");
    }

    #[test]
    fn older_pictures_go_and_the_last_ones_stay() {
        let picture = || Picture::of(b"GIF89a".to_vec()).unwrap();
        let shown = |text: &str| Said::User { text: text.to_owned(), pictures: vec![picture()] };
        let mut prompt = prompt(&[10, 10]);
        prompt.said.extend([shown("This?"), shown("And this?")]);
        assert_eq!(prompt.fit(2_000), LeftOut { pictures: 1, ..LeftOut::default() });
        assert_eq!(prompt.said[8..], [user("This?"), shown("And this?")]);
    }

    #[test]
    fn the_newest_pictures_have_a_place_and_a_model_that_cannot_see_gets_none() {
        let pictures = |count: usize| vec![Picture::of(b"GIF89a".to_vec()).unwrap(); count];
        let tool = |count| Said::Tool {
            id: "c".into(),
            name: "t".into(),
            text: "[image/gif, 6 bytes]".into(),
            pictures: pictures(count),
        };
        let person = Said::User { text: "This?".to_owned(), pictures: pictures(3) };
        let shown = |pictures| {
            let said = vec![person.clone(), tool(5), tool(PICTURES_MAX - 6)];
            let mut prompt = Prompt { said, ..Prompt::default() };
            prompt.show(pictures);
            prompt.said.iter_mut().map(|said| said.pictures().unwrap().len()).collect::<Vec<_>>()
        };
        assert_eq!(shown(Pictures::Shown), [1, 5, PICTURES_MAX - 6]);
        assert_eq!(shown(Pictures::Named), [0, 0, 0]);
    }

    #[test]
    fn of_a_long_turn_the_earlier_results_are_cut_and_the_last_ones_stay() {
        let mut turn = exchange("Go on.", 4000);
        turn.pop();
        turn.extend(exchange("", 4000).drain(1..3));
        let mut prompt = Prompt { said: turn, ..Prompt::default() };
        assert_eq!(prompt.fit(4000), LeftOut { results: 1, ..LeftOut::default() });
        let long = |at: usize| matches!(&prompt.said[at], Said::Tool { text, .. } if text.len() == 8000);
        assert_eq!((prompt.said.len(), long(2), long(4)), (5, false, true));
        assert_eq!(prompt.fit(10), LeftOut::default(), "there is no more to cut");
    }

    proptest! {
        /// However tight it is: what was said last stays, and every result stands below the call that it answers.
        #[test]
        fn no_result_stands_alone(results in proptest::collection::vec(0usize..900, 1..12), tokens in 0usize..3000) {
            let mut cut = prompt(&results);
            let last = cut.said[cut.said.len() - 4..].to_vec();
            cut.fit(tokens);
            prop_assert_eq!(&cut.said[cut.said.len() - 4..], &last[..]);
            for pair in cut.said.windows(2) {
                if matches!(pair[1], Said::Tool { .. }) {
                    let is_asked = matches!(pair[0], Said::Model { .. });
                    prop_assert!(is_asked);
                }
            }
            let is_users = matches!(cut.said[0], Said::User { .. });
            prop_assert!(is_users);
        }
    }
}
