//! A command line as the commands that it may run.

use rable::{CasePattern, Node, NodeKind};

use crate::shell::limits::{DEPTH_MAX, refused};
use crate::shell::scan::{Scanned, scan_arithmetic, scan_body, scan_word};
use crate::shell::unclear::Unclear;
use crate::shell::word::{Text, Word, shortened};

/// One thing that a line does.
#[derive(Debug)]
pub(super) enum Item {
    /// It runs a command.
    Command(Vec<Word>),
    /// It opens a file for writing.
    Write(Word),
    /// Something of it is not known; the text shows where.
    Unclear(Unclear, String),
}

/// Reads a command line; `depth` counts how many others it stands in.
pub(super) fn read(text: &str, depth: usize) -> Vec<Item> {
    let mut script = Script { depth, items: Vec::new() };
    if depth > DEPTH_MAX {
        script.doubt(Unclear::TooNested, text);
    } else if let Some(unclear) = refused(text) {
        script.doubt(unclear, text);
    } else {
        match parse(text) {
            Ok(nodes) => script.all(&nodes),
            Err(unclear) => script.doubt(unclear, text),
        }
    }
    script.items
}

/// Parses a text that is complete: a here-document whose end does not come would swallow what is written after it.
fn parse(text: &str) -> Result<Vec<Node>, Unclear> {
    if !text.contains("<<") {
        return rable::parse(text, false).map_err(|_| Unclear::Syntax);
    }
    let mut nodes = rable::parse(&format!("{text}\n:"), false).map_err(|_| Unclear::Syntax)?;
    let last = nodes.pop().ok_or(Unclear::Syntax)?;
    match last.kind {
        NodeKind::Command { words, redirects, .. } if is_colon(&words) && redirects.is_empty() => Ok(nodes),
        _ => Err(Unclear::HereDocument),
    }
}

fn is_colon(words: &[Node]) -> bool {
    matches!(words, [Node { kind: NodeKind::Word { value, .. }, .. }] if value == ":")
}

struct Script {
    depth: usize,
    items: Vec<Item>,
}

impl Script {
    fn doubt(&mut self, unclear: Unclear, shown: &str) {
        self.items.push(Item::Unclear(unclear, shortened(shown)));
    }

    fn all(&mut self, nodes: &[Node]) {
        nodes.iter().for_each(|node| self.node(node));
    }

    fn with(&mut self, parts: &[&Node], redirects: &[Node]) {
        parts.iter().for_each(|node| self.node(node));
        self.all(redirects);
    }

    fn node(&mut self, node: &Node) {
        match &node.kind {
            NodeKind::Command { assignments, words, redirects } => {
                self.command(assignments, words, redirects)
            }
            NodeKind::Pipeline { commands, .. } => self.all(commands),
            NodeKind::List { items } => items.iter().for_each(|item| self.node(&item.command)),
            NodeKind::If { condition, then_body, else_body, redirects } => {
                self.with(&[condition, then_body], &[]);
                self.with(&else_body.iter().map(AsRef::as_ref).collect::<Vec<_>>(), redirects);
            }
            NodeKind::While { condition, body, redirects }
            | NodeKind::Until { condition, body, redirects } => {
                self.with(&[condition, body], redirects);
            }
            NodeKind::For { var, words, body, redirects }
            | NodeKind::Select { var, words, body, redirects } => {
                self.variable(var);
                self.all(words.as_deref().unwrap_or_default());
                self.with(&[body], redirects);
            }
            NodeKind::ForArith { init, cond, incr, body, redirects } => {
                [init, cond, incr].iter().for_each(|text| self.inside(scan_arithmetic(text)));
                self.with(&[body], redirects);
            }
            NodeKind::Case { word, patterns, redirects } => self.case(word, patterns, redirects),
            NodeKind::Function { name, body } => {
                self.doubt(Unclear::Function, name);
                self.node(body);
            }
            NodeKind::Subshell { body, redirects } | NodeKind::BraceGroup { body, redirects } => {
                self.with(&[body], redirects);
            }
            NodeKind::Coproc { command, .. } => {
                self.doubt(Unclear::Coprocess, "coproc");
                self.node(command);
            }
            NodeKind::ArithmeticCommand { raw_content, redirects, .. } => {
                self.inside(scan_arithmetic(raw_content));
                self.all(redirects);
            }
            NodeKind::ConditionalExpr { body, redirects } => {
                self.condition(body);
                self.all(redirects);
            }
            NodeKind::Negation { pipeline } | NodeKind::Time { pipeline, .. } => self.node(pipeline),
            NodeKind::Redirect { op, target, varfd, .. } => self.redirect(op, target, varfd.as_deref()),
            NodeKind::HereDoc { content, quoted, complete, .. } => {
                self.here_document(content, *quoted, *complete)
            }
            NodeKind::Word { value, .. } => self.inside(scan_word(value)),
            NodeKind::Comment { .. } | NodeKind::Empty => {}
            _ => self.doubt(Unclear::Syntax, &node.to_string()),
        }
    }

    fn command(&mut self, assignments: &[Node], words: &[Node], redirects: &[Node]) {
        for assignment in assignments {
            if let NodeKind::Word { value, .. } = &assignment.kind {
                self.doubt(Unclear::Assignment, value);
            }
            self.node(assignment);
        }
        let mut read = Vec::with_capacity(words.len());
        for node in words {
            match &node.kind {
                NodeKind::Word { value, .. } => read.push(self.word(scan_word(value))),
                _ => self.doubt(Unclear::Syntax, &node.to_string()),
            }
        }
        if !read.is_empty() {
            self.items.push(Item::Command(read));
        }
        self.all(redirects);
    }

    fn case(&mut self, word: &Node, patterns: &[CasePattern], redirects: &[Node]) {
        self.node(word);
        for pattern in patterns {
            self.all(&pattern.patterns);
            self.with(&pattern.body.iter().collect::<Vec<_>>(), &[]);
        }
        self.all(redirects);
    }

    /// The word, after everything that runs for its sake.
    fn word(&mut self, scanned: Scanned) -> Word {
        if let Some(unclear) = scanned.unclear {
            self.doubt(unclear, &scanned.word.shown);
        }
        for script in &scanned.scripts {
            self.items.extend(read(script, self.depth + 1));
        }
        scanned.word
    }

    fn inside(&mut self, scanned: Scanned) {
        self.word(scanned);
    }

    /// A loop's variable. Variables that programs look at are in capitals, but for those of proxies.
    fn variable(&mut self, name: &str) {
        let own = name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
        if !own || name.ends_with("_proxy") {
            self.doubt(Unclear::Assignment, name);
        }
    }

    fn condition(&mut self, node: &Node) {
        match &node.kind {
            NodeKind::CondAnd { left, right } | NodeKind::CondOr { left, right } => {
                self.condition(left);
                self.condition(right);
            }
            NodeKind::CondNot { operand } => self.condition(operand),
            NodeKind::CondParen { inner } => self.condition(inner),
            NodeKind::UnaryTest { op, operand } => {
                if matches!(op.as_str(), "-v" | "-R") {
                    self.doubt(Unclear::Arithmetic, op);
                }
                self.condition(operand);
            }
            NodeKind::BinaryTest { op, left, right } => {
                let compares_numbers = matches!(op.as_str(), "-eq" | "-ne" | "-lt" | "-le" | "-gt" | "-ge");
                for side in [left, right] {
                    match &side.kind {
                        NodeKind::CondTerm { value, .. } if compares_numbers => {
                            self.inside(scan_arithmetic(value))
                        }
                        _ => self.condition(side),
                    }
                }
            }
            NodeKind::CondTerm { value, .. } => self.inside(scan_word(value)),
            _ => self.doubt(Unclear::Syntax, &node.to_string()),
        }
    }

    fn here_document(&mut self, content: &str, quoted: bool, complete: bool) {
        if !complete {
            self.doubt(Unclear::HereDocument, content);
        }
        if !quoted {
            self.inside(scan_body(content));
        }
    }

    fn redirect(&mut self, operator: &str, target: &Node, variable: Option<&str>) {
        let NodeKind::Word { value, .. } = &target.kind else {
            return self.doubt(Unclear::Redirect, operator);
        };
        let word = self.word(scan_word(value));
        if let Some(variable) = variable {
            return self.doubt(Unclear::Assignment, variable);
        }
        match operator {
            "<<<" | ">&-" | "<&-" => {}
            "<" => {
                if !is_plain_file(&word.text) {
                    self.doubt(Unclear::Redirect, &word.shown);
                }
            }
            "<&" | ">&" if word.as_known().is_some_and(is_descriptor) => {}
            ">" | ">>" | ">|" | "<>" | "&>" | "&>>" | ">&" => {
                if !is_plain_file(&word.text) {
                    self.doubt(Unclear::Redirect, &word.shown);
                }
                if !matches!(word.as_known(), Some("/dev/null" | "/dev/stdout" | "/dev/stderr")) {
                    self.items.push(Item::Write(word));
                }
            }
            _ => self.doubt(Unclear::Redirect, operator),
        }
    }
}

/// `1`, `-` or `1-`.
fn is_descriptor(text: &str) -> bool {
    let digits = text.strip_suffix('-').unwrap_or(text);
    digits.chars().all(|c| c.is_ascii_digit()) && !text.is_empty()
}

/// Whether a file is surely none that bash takes for an address of the network (`/dev/tcp/host/port`).
fn is_plain_file(text: &Text) -> bool {
    const NETWORK: [&str; 2] = ["/dev/tcp/", "/dev/udp/"];
    match text {
        Text::Known(name) => !NETWORK.iter().any(|prefix| name.starts_with(prefix)),
        Text::Open { begins, .. } => {
            !begins.is_empty()
                && !NETWORK.iter().any(|prefix| prefix.starts_with(begins) || begins.starts_with(prefix))
        }
    }
}
