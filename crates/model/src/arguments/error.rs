//! Why a schema is refused.

/// The longest schema, in bytes of JSON.
pub const SCHEMA_MAX_BYTES: usize = 256 << 10;

/// How deep a schema may be nested.
pub const SCHEMA_MAX_DEPTH: usize = 64;

/// Why a schema is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SchemaError {
    /// More than 256 KiB of JSON.
    #[error("the schema is longer than {} KiB", SCHEMA_MAX_BYTES >> 10)]
    TooLong,
    /// More than 64 levels.
    #[error("the schema is nested more than {SCHEMA_MAX_DEPTH} deep")]
    TooDeep,
    /// A reference leads out of the schema.
    #[error("the schema refers to `{0}`: only references within the schema (`#/…`) are followed")]
    Elsewhere(String),
    /// A part has a base address of its own, which would change what references mean.
    #[error("a part of the schema has its own `$id`, which is not supported")]
    NestedId,
    /// A reference leads back to itself without going into the arguments.
    #[error("the reference `{0}` in the schema never ends")]
    Endless(String),
    /// References multiply to more checks than anybody can wait for.
    #[error("the references in the schema multiply to too many checks")]
    TooCostly,
    /// The schema breaks the rules of JSON Schema, or a pattern is no usable regular expression.
    #[error("the schema is not valid: {0}")]
    Invalid(String),
}
