//! YAML as a tree.
//!
//! Only what a manifest needs: one document, text keys, no tags, no merge keys. Plain scalars follow YAML 1.2's core
//! schema, so `yes`, `on` and `no` are texts. Aliases are copied, within a limit on the number of nodes.

use std::collections::HashMap;

use serde_json::Number;
use serde_saphyr::granit_parser::{self, Event, Marker, Parser, ScalarStyle, Span};

use super::node::{BYTES_MAX, DEPTH_MAX, Entry, KEY_MAX, Kind, NODES_MAX, Node};
use super::problem::{Place, Problem};

/// Reads one document. Duplicate keys, tags and the like go to `problems` and reading goes on; without a tree, the
/// last problem says what stopped it.
pub(crate) fn read(text: &str, problems: &mut Vec<Problem>) -> Option<Node> {
    if text.len() > BYTES_MAX {
        let message = format!("the document is longer than {} MiB", BYTES_MAX >> 20);
        problems.push(whole(Place { line: 1, column: 1 }, message));
        return None;
    }
    let mut options = granit_parser::options! {
        flow_nesting_limit: DEPTH_MAX,
        block_nesting_limit: DEPTH_MAX,
    };
    options.set_emit_comments(false);
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut builder = Builder { open: Vec::new(), root: None, anchors: HashMap::new(), nodes: 0, problems };
    for event in Parser::new_from_str_with_options(text, options) {
        let fits = match event {
            Ok((event, span)) => builder.take(event, span),
            Err(error) => {
                let message = format!("this is not valid YAML: {}", error.info());
                Err(whole(place(error.marker()), message))
            }
        };
        if let Err(problem) = fits {
            builder.problems.push(problem);
            return None;
        }
    }
    if builder.root.is_none() {
        builder.problems.push(whole(Place { line: 1, column: 1 }, "the document is empty".to_owned()));
    }
    builder.root
}

fn whole(place: Place, message: String) -> Problem {
    Problem { place, path: String::new(), message }
}

fn place(marker: &Marker) -> Place {
    Place { line: marker.line().max(1), column: marker.col() + 1 }
}

/// A collection whose end has not been seen.
struct Open {
    place: Place,
    anchor: usize,
    kind: OpenKind,
}

enum OpenKind {
    List(Vec<Node>),
    Map(OpenMap),
}

#[derive(Default)]
struct OpenMap {
    entries: Vec<Entry>,
    /// The keys so far; a map of a hostile manifest may have tens of thousands.
    keys: HashMap<String, Place>,
    /// A key that waits for its value.
    waiting: Option<(String, Place)>,
}

impl OpenMap {
    /// Takes a value for the waiting key; gives back where the key stood first when it is a duplicate.
    fn put(&mut self, key: String, key_place: Place, value: Node) -> Option<Place> {
        if let Some(first) = self.keys.get(&key) {
            return Some(*first);
        }
        self.keys.insert(key.clone(), key_place);
        self.entries.push(Entry { key, key_place, value });
        None
    }
}

struct Builder<'p> {
    open: Vec<Open>,
    root: Option<Node>,
    anchors: HashMap<usize, Node>,
    nodes: usize,
    problems: &'p mut Vec<Problem>,
}

impl Builder<'_> {
    fn take(&mut self, event: Event<'_>, span: Span) -> Result<(), Problem> {
        let at = place(&span.start);
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                self.refuse_tag(tag.is_some(), at);
                // In quotes it is a key like any other.
                if style == ScalarStyle::Plain && text == "<<" && self.awaits_key() {
                    return Err(whole(at, "merge keys (`<<`) are not known here".to_owned()));
                }
                let kind = self.scalar(&text, style, at);
                self.finish(Node { place: at, kind }, anchor)
            }
            Event::SequenceStart(_, anchor, tag) => {
                self.refuse_tag(tag.is_some(), at);
                self.begin(at, anchor, OpenKind::List(Vec::new()))
            }
            Event::MappingStart(_, anchor, tag) => {
                self.refuse_tag(tag.is_some(), at);
                self.begin(at, anchor, OpenKind::Map(OpenMap::default()))
            }
            Event::SequenceEnd | Event::MappingEnd => match self.open.pop() {
                Some(Open { place, anchor, kind: OpenKind::List(items) }) => {
                    self.finish(Node { place, kind: Kind::List(items) }, anchor)
                }
                Some(Open { place, anchor, kind: OpenKind::Map(map) }) => {
                    self.finish(Node { place, kind: Kind::Map(map.entries) }, anchor)
                }
                None => Ok(()),
            },
            Event::Alias(anchor) => self.alias(anchor, at),
            Event::DocumentStart(..) if self.root.is_some() => {
                Err(whole(at, "one YAML document was expected, here begins a second".to_owned()))
            }
            _ => Ok(()),
        }
    }

    fn alias(&mut self, anchor: usize, at: Place) -> Result<(), Problem> {
        let Some(weight) = self.anchors.get(&anchor).map(Node::weight) else {
            return Err(whole(at, "this alias stands inside of what it refers to".to_owned()));
        };
        // Before the copy is made: a few aliases of aliases could fill any memory.
        self.spend(weight, at)?;
        match self.anchors.get(&anchor).cloned() {
            Some(node) => self.place_node(Node { place: at, ..node }),
            None => Ok(()),
        }
    }

    fn spend(&mut self, nodes: usize, at: Place) -> Result<(), Problem> {
        self.nodes = self.nodes.saturating_add(nodes);
        if self.nodes > NODES_MAX {
            return Err(whole(at, format!("the document has more than {NODES_MAX} values")));
        }
        Ok(())
    }

    fn begin(&mut self, at: Place, anchor: usize, kind: OpenKind) -> Result<(), Problem> {
        if self.open.len() >= DEPTH_MAX {
            return Err(whole(at, format!("the document is nested more than {DEPTH_MAX} deep")));
        }
        if self.awaits_key() {
            return Err(whole(at, "a key must be a text, not a list or map".to_owned()));
        }
        self.open.push(Open { place: at, anchor, kind });
        Ok(())
    }

    /// Whether a key comes next.
    fn awaits_key(&self) -> bool {
        matches!(self.open.last(), Some(Open { kind: OpenKind::Map(OpenMap { waiting: None, .. }), .. }))
    }

    fn finish(&mut self, node: Node, anchor: usize) -> Result<(), Problem> {
        // A collection's children have been counted before it ends.
        let weight = if matches!(node.kind, Kind::List(_) | Kind::Map(_)) { 1 } else { node.weight() };
        self.spend(weight, node.place)?;
        if anchor != 0 {
            self.anchors.insert(anchor, node.clone());
        }
        self.place_node(node)
    }

    /// Hangs a node where it belongs: into a list, as a key, as a key's value, or as the root.
    fn place_node(&mut self, node: Node) -> Result<(), Problem> {
        match self.open.last_mut() {
            None => self.root = Some(node),
            Some(Open { kind: OpenKind::List(items), .. }) => items.push(node),
            Some(Open { kind: OpenKind::Map(map), .. }) => match map.waiting.take() {
                None => map.waiting = Some((key(&node)?, node.place)),
                Some((key, key_place)) => {
                    let name = shown(&key);
                    if let Some(first) = map.put(key, key_place, node) {
                        let message = format!("the key `{name}` is here twice, first in line {}", first.line);
                        self.problems.push(whole(key_place, message));
                    }
                }
            },
        }
        Ok(())
    }

    fn refuse_tag(&mut self, tagged: bool, at: Place) {
        if tagged {
            let message = "YAML tags (`!…`) are not known here: put a text in quotes instead".to_owned();
            self.problems.push(whole(at, message));
        }
    }

    fn scalar(&mut self, text: &str, style: ScalarStyle, at: Place) -> Kind {
        if style != ScalarStyle::Plain {
            return Kind::Text(text.to_owned());
        }
        match text {
            "" | "~" | "null" | "Null" | "NULL" => Kind::Null,
            "true" | "True" | "TRUE" => Kind::Bool(true),
            "false" | "False" | "FALSE" => Kind::Bool(false),
            _ => match number(text) {
                Some(Some(number)) => Kind::Number(number, text.to_owned()),
                Some(None) => {
                    let message = format!("`{text}` is not a number that JSON has: put it in quotes");
                    self.problems.push(whole(at, message));
                    Kind::Null
                }
                None => Kind::Text(text.to_owned()),
            },
        }
    }
}

fn key(node: &Node) -> Result<String, Problem> {
    match &node.kind {
        Kind::Text(text) if text.len() > KEY_MAX => {
            Err(whole(node.place, format!("this key is longer than {KEY_MAX} bytes")))
        }
        Kind::Text(text) | Kind::Number(_, text) => Ok(text.clone()),
        Kind::Bool(value) => Ok(value.to_string()),
        Kind::Null => Err(whole(node.place, "a key is missing here".to_owned())),
        Kind::List(_) | Kind::Map(_) => {
            Err(whole(node.place, "a key must be a text, not a list or map".to_owned()))
        }
    }
}

fn shown(key: &str) -> String {
    key.chars().take(60).collect()
}

/// A plain scalar as a number of the core schema: `None` when it is none, `Some(None)` when JSON cannot hold it.
fn number(text: &str) -> Option<Option<Number>> {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let radix = |digits: &str, radix| u64::from_str_radix(digits, radix).ok().map(Number::from);
    if let Some(digits) = text.strip_prefix("0x").filter(|d| is_run(d, |b| b.is_ascii_hexdigit())) {
        return Some(radix(digits, 16));
    }
    if let Some(digits) = text.strip_prefix("0o").filter(|d| is_run(d, |b| matches!(b, b'0'..=b'7'))) {
        return Some(radix(digits, 8));
    }
    if matches!(unsigned, ".inf" | ".Inf" | ".INF") || matches!(text, ".nan" | ".NaN" | ".NAN") {
        return Some(None);
    }
    if is_run(unsigned, |b| b.is_ascii_digit()) {
        let text = text.strip_prefix('+').unwrap_or(text);
        let whole = text.parse::<i64>().map(Number::from).or_else(|_| text.parse::<u64>().map(Number::from));
        return Some(whole.ok().or_else(|| text.parse().ok().and_then(Number::from_f64)));
    }
    is_float(unsigned).then(|| text.parse().ok().and_then(Number::from_f64))
}

fn is_run(text: &str, allowed: impl Fn(u8) -> bool) -> bool {
    !text.is_empty() && text.bytes().all(allowed)
}

/// `( "." digits | digits [ "." [digits] ] ) [ e [sign] digits ]`
fn is_float(unsigned: &str) -> bool {
    let digits = |text: &str| is_run(text, |b| b.is_ascii_digit());
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent.strip_prefix(['-', '+']).unwrap_or(exponent))),
        None => (unsigned, None),
    };
    let (before, after) = match mantissa.split_once('.') {
        Some((before, after)) => (before, Some(after)),
        None => (mantissa, None),
    };
    let mantissa_holds = match (before, after) {
        (before, None) => digits(before),
        ("", Some(after)) => digits(after),
        (before, Some(after)) => digits(before) && (after.is_empty() || digits(after)),
    };
    mantissa_holds && exponent.is_none_or(digits)
}
