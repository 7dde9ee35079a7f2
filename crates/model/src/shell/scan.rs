//! Quotes and expansions of one word: what it will be, and which commands run on the way.
//!
//! The parser says where words begin and end; what is inside them is read here again, since a missed substitution would be a
//! way around every rule. What is not understood is told and never guessed.

mod parameter;

use crate::shell::ansi;
use crate::shell::substitution::{Kind, backticks, leading};
use crate::shell::unclear::Unclear;
use crate::shell::word::{Text, Word, shortened};

use parameter::{name_length, value_length};

/// A text that was read.
#[derive(Debug)]
pub(super) struct Scanned {
    pub(super) word: Word,
    /// The commands inside its substitutions, each a script.
    pub(super) scripts: Vec<String>,
    /// What was met first that is not understood.
    pub(super) unclear: Option<Unclear>,
}

/// Reads a word as the parser hands it over.
pub(super) fn scan_word(value: &str) -> Scanned {
    let mut scan = Scan::new(value);
    scan.unquoted();
    scan.finish()
}

/// Reads a text in which only `$`, backticks and backslashes mean something: the body of a here-document.
pub(super) fn scan_body(value: &str) -> Scanned {
    let mut scan = Scan::new(value);
    scan.quoted(None);
    scan.finish()
}

/// Reads arithmetic: numbers and operators are understood; names are not, since bash evaluates what they hold.
pub(super) fn scan_arithmetic(value: &str) -> Scanned {
    let mut scanned = scan_body(value);
    if !is_plain_arithmetic(value) {
        scanned.unclear = Some(Unclear::Arithmetic);
    }
    scanned
}

fn is_plain_arithmetic(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_digit() || c.is_ascii_whitespace() || "+-*/%()<>=!&|^~?:,".contains(c))
}

struct Scan<'t> {
    text: &'t str,
    at: usize,
    /// The word so far, up to where it stops being known.
    begins: String,
    known: bool,
    one: bool,
    scripts: Vec<String>,
    unclear: Option<Unclear>,
}

impl<'t> Scan<'t> {
    fn new(text: &'t str) -> Self {
        Self {
            text,
            at: 0,
            begins: String::new(),
            known: true,
            one: true,
            scripts: Vec::new(),
            unclear: None,
        }
    }

    fn finish(self) -> Scanned {
        let text = match self.known {
            true => Text::Known(self.begins),
            false => Text::Open { begins: self.begins, one: self.one },
        };
        let word = Word { shown: shortened(self.text), text };
        Scanned { word, scripts: self.scripts, unclear: self.unclear }
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    fn push(&mut self, c: char) {
        if self.known {
            self.begins.push(c);
        }
    }

    fn doubt(&mut self, unclear: Unclear) {
        self.unclear.get_or_insert(unclear);
    }

    /// From here on the word is not known.
    fn open(&mut self) {
        self.known = false;
    }

    /// An expansion: in quotes it stays one word; outside it may be split, and then any word may come of it.
    fn expand(&mut self, quoted: bool) {
        self.open();
        if !quoted {
            self.begins.clear();
            self.one = false;
        }
    }

    fn unquoted(&mut self) {
        while let Some(c) = self.next() {
            match c {
                '\'' => self.single_quoted(),
                '"' => self.quoted(Some('"')),
                '\\' => match self.next() {
                    Some('\n') | None => self.doubt(Unclear::Word),
                    Some(escaped) => self.push(escaped),
                },
                '$' => self.dollar(false),
                '`' => self.backtick(false),
                '<' | '>' if self.peek() == Some('(') => self.process(),
                '<' | '>' | '(' | ')' | '|' | '&' | ';' => self.doubt(Unclear::Word),
                c if c.is_whitespace() => self.doubt(Unclear::Word),
                '*' | '?' => self.pattern(),
                '[' if self.text != "[" => self.pattern(),
                '{' if self.rest().contains(',') || self.rest().contains("..") => self.pattern(),
                '~' if self.at == 1 => {
                    self.push('~');
                    self.open();
                }
                c => self.push(c),
            }
        }
    }

    /// A pattern of file names or braces: each word that comes of it begins with what stands before it.
    fn pattern(&mut self) {
        self.open();
        self.one = false;
    }

    fn single_quoted(&mut self) {
        let Some((inside, _)) = self.rest().split_once('\'') else {
            return self.doubt(Unclear::Word);
        };
        self.at += inside.len() + 1;
        inside.chars().for_each(|c| self.push(c));
    }

    /// Text in double quotes up to the closing one, or up to the end where there is none to come.
    fn quoted(&mut self, close: Option<char>) {
        while let Some(c) = self.next() {
            match c {
                c if Some(c) == close => return,
                '\\' => self.escape_in_quotes(close),
                '$' => self.dollar(true),
                '`' => self.backtick(close.is_some()),
                c => self.push(c),
            }
        }
        if close.is_some() {
            self.doubt(Unclear::Word);
        }
    }

    fn escape_in_quotes(&mut self, close: Option<char>) {
        match self.peek() {
            Some(c @ ('$' | '`' | '\\')) => {
                self.at += 1;
                self.push(c);
            }
            Some(c) if Some(c) == close => {
                self.at += 1;
                self.push(c);
            }
            Some('\n') => self.at += 1,
            _ => self.push('\\'),
        }
    }

    fn backtick(&mut self, quoted: bool) {
        match backticks(self.rest()) {
            Some((script, length)) => {
                // In double quotes a backslash before `"` goes as well; who writes that can be asked.
                if quoted && script.contains("\\\"") {
                    self.doubt(Unclear::Word);
                }
                self.at += length;
                self.scripts.push(script);
                self.expand(quoted);
            }
            None => self.doubt(Unclear::Word),
        }
    }

    fn process(&mut self) {
        let begin = self.at - 1;
        match leading(self.text.get(begin..).unwrap_or_default(), Kind::Process) {
            Some((script, length)) => {
                self.scripts.push(script.to_owned());
                self.at = begin + length;
                "/dev/fd/".chars().for_each(|c| self.push(c));
                self.open();
            }
            None => self.doubt(Unclear::Word),
        }
    }

    fn dollar(&mut self, quoted: bool) {
        let rest = self.rest();
        match rest.chars().next() {
            Some('(') => self.substitution(quoted),
            Some('{') => self.braces(quoted),
            Some('[') => {
                self.doubt(Unclear::Arithmetic);
                self.expand(quoted);
            }
            Some('\'') if !quoted => match ansi::decode(rest.get(1..).unwrap_or_default()) {
                Some((text, length)) => {
                    self.at += 1 + length;
                    text.chars().for_each(|c| self.push(c));
                }
                None => self.doubt(Unclear::Word),
            },
            // `$"…"` is `"…"` in the locale that has no translations.
            Some('"') if !quoted => {}
            Some(c) if c.is_ascii_alphabetic() || c == '_' => {
                self.at += name_length(rest);
                self.expand(quoted);
            }
            Some(c) if c.is_ascii_digit() || "@*#?-$!".contains(c) => {
                self.at += 1;
                self.expand(quoted && c != '@');
            }
            _ => self.push('$'),
        }
    }

    /// `$(…)` or `$((…))`: the `$` is read.
    fn substitution(&mut self, quoted: bool) {
        let begin = self.at - 1;
        let text = self.text.get(begin..).unwrap_or_default();
        let arithmetic = text.starts_with("$((").then(|| leading(text, Kind::Arithmetic)).flatten();
        if let Some((inside, length)) = arithmetic {
            let scanned = scan_arithmetic(inside);
            self.scripts.extend(scanned.scripts);
            if let Some(unclear) = scanned.unclear {
                self.doubt(unclear);
            }
            self.at = begin + length;
            return self.expand(quoted);
        }
        match leading(text, Kind::Command) {
            Some((script, length)) => {
                self.scripts.push(script.to_owned());
                self.at = begin + length;
            }
            None => self.doubt(Unclear::Word),
        }
        self.expand(quoted);
    }

    /// `${…}`: the `$` is read. Where it is more than a value, what is inside is read as if it stood outside, so that the
    /// commands in it are found.
    fn braces(&mut self, quoted: bool) {
        self.at += 1;
        match value_length(self.rest()) {
            Some((length, splits)) => {
                self.at += length;
                self.expand(quoted && !splits);
            }
            None => {
                self.doubt(Unclear::Expansion);
                self.expand(quoted);
            }
        }
    }
}
