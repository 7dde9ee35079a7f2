//! The labelled queries, and the tools they are for.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use pegboard_model::search::Searched;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::retrieval::failure::Failure;

/// A tool of a pool.
#[derive(Debug, Deserialize)]
pub(crate) struct Tool {
    pub(crate) id: String,
    pub(crate) pool: String,
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) description: String,
    #[serde(default)]
    pub(crate) server: String,
    pub(crate) schema: Option<Value>,
}

/// A query that is looked for among the tools of its pool.
#[derive(Debug, Deserialize)]
pub(crate) struct Query {
    pub(crate) qid: String,
    pub(crate) pool: String,
    pub(crate) query: String,
    #[serde(default)]
    relevant: Vec<String>,
    groups: Option<Vec<Vec<String>>>,
    /// Tools of which none fits, where nothing is relevant.
    #[serde(default)]
    pub(crate) candidates: Vec<String>,
}

/// A query that led to a tool before.
#[derive(Debug, Deserialize)]
pub(crate) struct Feedback {
    pub(crate) pool: String,
    pub(crate) query: String,
    pub(crate) tool: String,
    pub(crate) outcome: String,
}

/// Everything of one folder.
#[derive(Debug)]
pub(crate) struct Data {
    pub(crate) tools: Vec<Tool>,
    pub(crate) queries: Vec<Query>,
    pub(crate) feedback: Vec<Feedback>,
}

impl Tool {
    /// The tool as the ranking sees it.
    pub(crate) fn searched(&self) -> Searched<'_> {
        Searched {
            names: [&self.name, &self.name],
            source: ["", &self.server],
            description: &self.description,
            input_schema: self.schema.as_ref(),
        }
    }
}

impl Query {
    /// Sets of tools that count alike; empty where nothing fits.
    pub(crate) fn groups(&self) -> Vec<BTreeSet<&str>> {
        match self.groups.as_deref() {
            Some(groups) if !groups.is_empty() => {
                groups.iter().map(|group| group.iter().map(String::as_str).collect()).collect()
            }
            _ => self.relevant.iter().map(|tool| BTreeSet::from([tool.as_str()])).collect(),
        }
    }
}

impl Data {
    pub(crate) fn read(folder: &Path) -> Result<Self, Failure> {
        let feedback = folder.join("feedback.jsonl");
        Ok(Self {
            tools: lines(&folder.join("tools.jsonl"))?,
            queries: lines(&folder.join("queries.jsonl"))?,
            feedback: if feedback.exists() { lines(&feedback)? } else { Vec::new() },
        })
    }

    /// The names of pools, in order.
    pub(crate) fn pools(&self) -> impl Iterator<Item = &str> {
        let names: BTreeSet<&str> = self.tools.iter().map(|tool| tool.pool.as_str()).collect();
        names.into_iter()
    }
}

fn lines<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, Failure> {
    let text = fs::read_to_string(path).map_err(|source| Failure::File { path: path.to_owned(), source })?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(number, line)| {
            serde_json::from_str(line).map_err(|error| Failure::Line {
                path: path.to_owned(),
                line: number + 1,
                reason: error.to_string(),
            })
        })
        .collect()
}
