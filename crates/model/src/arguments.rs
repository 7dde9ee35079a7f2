//! Arguments of a call against the tool's JSON Schema.
//!
//! Schemas come from bundles and MCP servers and are hostile until compiled: nothing outside the schema is ever
//! fetched, references that never end or multiply without bound are refused, and patterns run on an engine whose time
//! grows with the text only (or, where a pattern needs look-around, on one whose steps are limited).

mod error;
mod limits;
mod strict;
mod violation;
mod words;

use jsonschema::{PatternOptions, ValidationError, Validator};
use serde_json::Value;

pub use error::{SCHEMA_MAX_BYTES, SCHEMA_MAX_DEPTH, SchemaError};
pub use strict::strict;
pub use violation::{Violation, Violations};

/// Bytes that one compiled pattern may take.
const PATTERN_MAX_BYTES: usize = 1 << 20;

/// Steps that a pattern with look-around may go back in one match.
const PATTERN_BACKTRACKS: usize = 20_000;

/// How deep arguments may be nested.
pub const ARGUMENTS_MAX_DEPTH: usize = 64;

/// How long the message about a broken schema may be, in characters.
const MESSAGE_CHARS: usize = 500;

/// How many violations are reported.
const VIOLATIONS_MAX: usize = 20;

/// A JSON Schema, ready to check arguments with. Draft 2020-12 where `$schema` names no other.
#[derive(Debug)]
pub struct Schema {
    source: Value,
    validator: Validator,
}

impl Schema {
    /// Prepares a schema.
    ///
    /// # Errors
    /// When it is no JSON Schema, or one that is not safe to check with.
    pub fn compile(schema: &Value) -> Result<Self, SchemaError> {
        limits::check(schema)?;
        let linear = PatternOptions::regex().size_limit(PATTERN_MAX_BYTES).dfa_size_limit(PATTERN_MAX_BYTES);
        let bounded = PatternOptions::fancy_regex()
            .backtrack_limit(PATTERN_BACKTRACKS)
            .size_limit(PATTERN_MAX_BYTES)
            .dfa_size_limit(PATTERN_MAX_BYTES);
        let options = || jsonschema::options().offline();
        let validator = options()
            .with_pattern_options(linear)
            .build(schema)
            .or_else(|_| options().with_pattern_options(bounded).build(schema))
            .map_err(|error| invalid(&error))?;
        Ok(Self { source: schema.clone(), validator })
    }

    /// The schema as it was given.
    pub fn source(&self) -> &Value {
        &self.source
    }

    /// The arguments as the tool gets them: as they are, where they hold; else without those that are `null` and may be
    /// left out, as models give them that are held to a [`strict`] schema.
    ///
    /// # Errors
    /// What is wrong with the arguments as they were given.
    pub fn fit(&self, args: Value) -> Result<Value, Violations> {
        let Err(violations) = self.check(&args) else {
            return Ok(args);
        };
        let fewer = strict::without_nulls(&self.source, &args);
        match self.check(&fewer) {
            Ok(()) => Ok(fewer),
            Err(_) => Err(violations),
        }
    }

    /// Checks arguments.
    ///
    /// # Errors
    /// Each violation with the argument it is about and the rule it breaks, at most 20.
    pub fn check(&self, args: &Value) -> Result<(), Violations> {
        if limits::depth_exceeds(args, ARGUMENTS_MAX_DEPTH) {
            let message = format!("the arguments are nested more than {ARGUMENTS_MAX_DEPTH} deep");
            return Err(Violations(vec![Violation {
                path: String::new(),
                rule: "depth".to_owned(),
                message,
            }]));
        }
        let violations: Vec<Violation> = self
            .validator
            .iter_errors(args)
            .flat_map(|error| words::describe(&error, &self.source))
            .take(VIOLATIONS_MAX)
            .collect();
        if violations.is_empty() { Ok(()) } else { Err(Violations(violations)) }
    }
}

fn invalid(error: &ValidationError<'_>) -> SchemaError {
    let message = match words::describe(error, &Value::Null).into_iter().next() {
        Some(violation) => violation.message,
        None => error.to_string(),
    };
    SchemaError::Invalid(message.chars().take(MESSAGE_CHARS).collect())
}
