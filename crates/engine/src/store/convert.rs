//! Text columns to typed values and back.

use std::fmt::Display;
use std::str::FromStr;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::store::connection::StoreError;

/// Parses a column that we wrote ourselves.
pub(super) fn parse<T>(table: &'static str, text: &str) -> Result<T, StoreError>
where
    T: FromStr,
    T::Err: Display,
{
    text.parse().map_err(|error: T::Err| StoreError::Damaged { table, what: error.to_string() })
}

pub(super) fn parse_opt<T>(table: &'static str, text: Option<&str>) -> Result<Option<T>, StoreError>
where
    T: FromStr,
    T::Err: Display,
{
    text.map(|text| parse(table, text)).transpose()
}

pub(super) fn json<T: DeserializeOwned>(table: &'static str, text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| StoreError::Damaged { table, what: error.to_string() })
}

pub(super) fn json_opt<T: DeserializeOwned>(
    table: &'static str,
    text: Option<&str>,
) -> Result<Option<T>, StoreError> {
    text.map(|text| json(table, text)).transpose()
}

pub(super) fn to_json<T: Serialize>(table: &'static str, value: &T) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::Damaged { table, what: error.to_string() })
}
