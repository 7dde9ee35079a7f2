//! BM25F over the parts of tools.

use std::collections::{BTreeSet, HashMap};

use serde_json::Value;

use super::text::{DESCRIPTION_MAX, beginning, spoken, terms};

/// How much a part of a tool counts, and how much its length is held against it (0 not at all, 1 in full).
struct Field {
    weight: f64,
    length: f64,
}

/// The parts, in the order of [`Searched::texts`].
const FIELDS: [Field; 5] = [
    // What it is called.
    Field { weight: 3.0, length: 0.3 },
    // Where it comes from.
    Field { weight: 1.6, length: 0.3 },
    // What it says of itself.
    Field { weight: 1.0, length: 0.6 },
    // What its arguments are called.
    Field { weight: 0.6, length: 0.6 },
    // What its arguments say of themselves.
    Field { weight: 0.4, length: 0.7 },
];

/// How soon another mention of the same term counts for nothing.
const SATURATION: f64 = 1.2;

/// Levels of a schema in which arguments are looked for.
const DEPTH_MAX: usize = 4;

/// A tool as the index sees it.
#[derive(Debug, Clone, Default)]
pub struct Searched<'a> {
    /// The tool's own name and the name people see.
    pub names: [&'a str; 2],
    /// Its toolset: name and id.
    pub source: [&'a str; 2],
    /// What it says of itself.
    pub description: &'a str,
    /// JSON Schema of its arguments.
    pub input_schema: Option<&'a Value>,
}

impl Searched<'_> {
    fn texts(&self) -> [Vec<String>; FIELDS.len()] {
        let mut arguments = Arguments::default();
        if let Some(schema) = self.input_schema {
            arguments.read(schema, 0);
        }
        // A name that is said twice is not said louder.
        let mut names: Vec<String> = self.names.iter().flat_map(|name| terms(name)).collect();
        names.sort_unstable();
        names.dedup();
        let source = self.source.iter().flat_map(|name| terms(name)).collect();
        [names, source, terms(self.description), arguments.names, arguments.descriptions]
    }

    /// What a language model reads of it: where it comes from, what it is called, and what it says of itself.
    pub fn sentence(&self) -> String {
        let [own, seen] = self.names.map(spoken);
        let name = if own == seen { own } else { format!("{seen} ({own})") };
        let source = self.source.iter().rev().map(|name| spoken(name)).find(|name| !name.is_empty());
        let description = self.description.trim();
        let end = description.char_indices().nth(DESCRIPTION_MAX).map_or(description.len(), |(end, _)| end);
        let description = &description[..end];
        match source {
            Some(source) => format!("{source}: {name}. {description}"),
            None => format!("{name}. {description}"),
        }
    }
}

#[derive(Default)]
struct Arguments {
    names: Vec<String>,
    descriptions: Vec<String>,
}

impl Arguments {
    fn read(&mut self, schema: &Value, depth: usize) {
        let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
            return;
        };
        for (name, property) in properties {
            self.names.extend(terms(name));
            let description = property.get("description").and_then(Value::as_str).unwrap_or_default();
            self.descriptions.extend(terms(description));
            if depth < DEPTH_MAX {
                self.read(property, depth + 1);
            }
        }
    }
}

/// Where a term is, and how loud.
struct Mention {
    position: usize,
    loudness: f64,
}

/// An index of tools.
#[derive(Default)]
pub struct Index {
    mentions: HashMap<String, Vec<Mention>>,
    tools: usize,
}

impl Index {
    /// An index of these tools.
    pub fn of<'a>(tools: impl Iterator<Item = Searched<'a>>) -> Self {
        let texts: Vec<_> = tools.map(|tool| tool.texts()).collect();
        let mean = means(&texts);
        let mut index = Self { mentions: HashMap::new(), tools: texts.len() };
        for (position, fields) in texts.into_iter().enumerate() {
            for (term, loudness) in loudness(fields, &mean) {
                index.mentions.entry(term).or_default().push(Mention { position, loudness });
            }
        }
        index
    }

    /// How many tools it is of.
    pub fn len(&self) -> usize {
        self.tools
    }

    /// Whether it is of none.
    pub fn is_empty(&self) -> bool {
        self.tools == 0
    }

    /// How well each tool fits the words of a query, in the order of the tools: 0 where it has none of them. Only to be
    /// compared with others of the same query.
    pub fn scores(&self, query: &str) -> Vec<f64> {
        let mut scores = vec![0.0; self.tools];
        let wanted: BTreeSet<String> = terms(beginning(query)).into_iter().collect();
        for term in wanted {
            let Some(mentions) = self.mentions.get(&term) else { continue };
            let rarity = self.rarity(mentions.len());
            for mention in mentions {
                if let Some(score) = scores.get_mut(mention.position) {
                    *score += rarity * mention.loudness / (SATURATION + mention.loudness);
                }
            }
        }
        scores
    }

    #[allow(clippy::cast_precision_loss, reason = "numbers of tools are far below 2^52")]
    fn rarity(&self, mentions: usize) -> f64 {
        let (all, some) = (self.tools as f64, mentions as f64);
        (1.0 + (all - some + 0.5) / (some + 0.5)).ln()
    }
}

#[allow(clippy::cast_precision_loss, reason = "numbers of words are far below 2^52")]
fn means(texts: &[[Vec<String>; FIELDS.len()]]) -> [f64; FIELDS.len()] {
    let mut mean = [0.0; FIELDS.len()];
    for fields in texts {
        for (sum, field) in mean.iter_mut().zip(fields) {
            *sum += field.len() as f64;
        }
    }
    mean.map(|sum| (sum / texts.len().max(1) as f64).max(1.0))
}

/// How loud each term of a tool is, all its parts together.
#[allow(clippy::cast_precision_loss, reason = "numbers of words are far below 2^52")]
fn loudness(fields: [Vec<String>; FIELDS.len()], mean: &[f64; FIELDS.len()]) -> HashMap<String, f64> {
    let mut loudness = HashMap::new();
    for ((words, field), mean) in fields.into_iter().zip(&FIELDS).zip(mean) {
        let share = field.weight / (1.0 - field.length + field.length * words.len() as f64 / mean);
        for word in words {
            *loudness.entry(word).or_default() += share;
        }
    }
    loudness
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Index, Searched};
    use crate::search::rank::{Scores, rank};

    fn found(query: &str) -> Vec<&'static str> {
        let schema = json!({"properties": {
            "destination": {"description": "the city to fly to"},
            "when": {"properties": {"departure": {"description": "a day"}}},
        }});
        let tools = [
            ("read_file", "Filesystem", "Reads a text file of the workspace.", None),
            ("write_file", "Filesystem", "Writes a text file of the workspace.", None),
            ("search_flights", "Travel", "Finds connections.", Some(&schema)),
            ("getWeather", "Weather", "Forecast for a place.", None),
        ];
        let index = Index::of(tools.iter().map(|(name, source, description, schema)| Searched {
            names: [name, name],
            source: [source, ""],
            description,
            input_schema: *schema,
        }));
        let name = |position: usize| tools.get(position).map_or("?", |tool| tool.0);
        let ranked = rank(Scores { lexical: &index.scores(query), cosines: None, nudges: &[] }, 0.35);
        ranked.into_iter().map(|hit| name(hit.position)).collect()
    }

    #[test]
    fn what_it_is_called_counts_most() {
        assert_eq!(found("write files"), ["write_file", "read_file"]);
        assert_eq!(found("weather forecasts"), ["getWeather"]);
    }

    #[test]
    fn arguments_are_found_as_well() {
        assert_eq!(found("which city"), ["search_flights"]);
        assert_eq!(found("departure"), ["search_flights"]);
    }

    #[test]
    fn one_sentence_of_many_is_enough() {
        let query = "My aunt has a birthday. She lives far away. Will there be good weather?";
        assert_eq!(found(query), ["getWeather"]);
    }

    #[test]
    fn words_that_nobody_knows_find_nothing() {
        assert!(found("quantum chromodynamics").is_empty());
        assert!(found("").is_empty());
        assert!(Index::of([].into_iter()).scores("file").is_empty());
    }

    #[test]
    fn a_language_model_reads_names_as_words() {
        let tool = |own, seen, source| Searched {
            names: [own, seen],
            source,
            description: " Reads a file. ",
            input_schema: None,
        };
        let plain = tool("readFile_v2", "readFile_v2", ["fs", "File-System"]);
        assert_eq!(plain.sentence(), "File System: read File v2. Reads a file.");
        let renamed = tool("rf", "Read it", ["", ""]);
        assert_eq!(renamed.sentence(), "Read it (rf). Reads a file.");
    }
}
