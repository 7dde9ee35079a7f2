//! One limit of each unit.

use std::time::Duration;

use crate::http::wire::system::{Limit, LimitUnit};

pub(super) fn item(name: &str, value: u64, unit: LimitUnit, about: &str) -> Limit {
    Limit { name: name.to_owned(), value, unit, about: about.to_owned() }
}

pub(super) fn bytes(name: &str, value: impl TryInto<u64>, about: &str) -> Limit {
    item(name, value.try_into().unwrap_or(u64::MAX), LimitUnit::Bytes, about)
}

pub(super) fn count(name: &str, value: impl TryInto<u64>, about: &str) -> Limit {
    item(name, value.try_into().unwrap_or(u64::MAX), LimitUnit::Count, about)
}

pub(super) fn characters(name: &str, value: impl TryInto<u64>, about: &str) -> Limit {
    item(name, value.try_into().unwrap_or(u64::MAX), LimitUnit::Characters, about)
}

pub(super) fn seconds(name: &str, value: Duration, about: &str) -> Limit {
    item(name, value.as_secs(), LimitUnit::Seconds, about)
}
