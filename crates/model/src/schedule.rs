//! When something is due: an interval, or the five fields of cron in a time zone.
//!
//! | text | due |
//! |---|---|
//! | `*/30` | every 30 minutes |
//! | `@every 2h`, `2h`, `45m`, `1d` | at this interval |
//! | `@hourly`, `@daily`, `@midnight`, `@weekly`, `@monthly`, `@yearly`, `@annually` | as cron knows them |
//! | `30 8 * * MON-FRI` | five fields: minute, hour, day of the month, month, day of the week |
//!
//! An interval that divides the hour or the day falls on the clock's round times; any other one is counted from the
//! beginning of 1970 in UTC. Where clocks are put forward, a time that is left out is due when the gap is over; where they are put
//! back, a time of the day that comes twice is due once, the first time.

mod describe;
mod error;
mod interval;

pub use error::{SCHEDULE_MAX, ScheduleError};

use croner::Cron;
use croner::parser::{CronParser, Seconds, Year};
use jiff::Zoned;
use jiff::tz::{self, TimeZone};

use crate::schedule::describe::describe;
use crate::schedule::interval::Interval;
use crate::suggest::nearest;
use crate::time::Timestamp;

/// From here on something must be due at some time, or the schedule is refused: the first moment of 2026.
const BEGINNING: i64 = 1_767_225_600_000;
const NICKNAMES: [&str; 7] =
    ["@hourly", "@daily", "@midnight", "@weekly", "@monthly", "@yearly", "@annually"];

/// A schedule that was read.
#[derive(Debug, Clone)]
pub struct Schedule {
    text: String,
    zone: TimeZone,
    zone_name: Option<String>,
    rhythm: Rhythm,
}

#[derive(Debug, Clone)]
enum Rhythm {
    /// Round times of the clock, or the fields that somebody wrote.
    Clock { cron: Box<Cron>, interval: Option<Interval> },
    /// Counted from the beginning of 1970.
    Counted(Interval),
}

impl Schedule {
    /// Reads a schedule. `zone` is a name such as `Europe/Vienna`; `None` is UTC.
    ///
    /// # Errors
    /// When the text is neither an interval nor five fields, nothing would ever be due, or no time zone has that name.
    pub fn parse(text: &str, zone: Option<&str>) -> Result<Self, ScheduleError> {
        let text = text.trim();
        let (zone, zone_name) = read_zone(zone)?;
        let rhythm = read_rhythm(text)?;
        let schedule = Self { text: text.to_owned(), zone, zone_name, rhythm };
        let beginning = Timestamp::from_unix_millis(BEGINNING).ok_or(ScheduleError::Never)?;
        schedule.next_after(beginning).ok_or(ScheduleError::Never)?;
        Ok(schedule)
    }

    /// The first moment after `after` at which something is due; `None` where that is beyond the year 5000.
    pub fn next_after(&self, after: Timestamp) -> Option<Timestamp> {
        match &self.rhythm {
            Rhythm::Counted(interval) => interval.next_after(after),
            Rhythm::Clock { cron, .. } => {
                let after = Zoned::new(after.moment(), self.zone.clone());
                let next = cron.find_next_occurrence(&after, false).ok()?;
                (next.timestamp() > after.timestamp()).then(|| next.timestamp().into())
            }
        }
    }

    /// As it was written.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The time zone's name as it was written; `None` is UTC.
    pub fn zone(&self) -> Option<&str> {
        self.zone_name.as_deref()
    }

    /// In words, without the time zone: `every 30 minutes`.
    pub fn description(&self) -> String {
        match &self.rhythm {
            Rhythm::Counted(interval) | Rhythm::Clock { interval: Some(interval), .. } => {
                interval.to_string()
            }
            Rhythm::Clock { cron, interval: None } => describe(cron),
        }
    }
}

/// The zone by the names that the binary brings, so that a machine without a zone database reads the same.
fn read_zone(name: Option<&str>) -> Result<(TimeZone, Option<String>), ScheduleError> {
    let Some(name) = name.map(str::trim).filter(|name| !name.is_empty()) else {
        return Ok((TimeZone::UTC, None));
    };
    if name.len() > SCHEDULE_MAX {
        return Err(ScheduleError::TooLong);
    }
    match tz::db().get(name) {
        Ok(zone) => Ok((zone, Some(name.to_owned()))),
        Err(_) => {
            let known: Vec<String> = tz::db().available().map(|known| known.to_string()).collect();
            let near = nearest(name, known.iter().map(String::as_str)).map(str::to_owned);
            Err(ScheduleError::Zone { name: name.to_owned(), near })
        }
    }
}

fn read_rhythm(text: &str) -> Result<Rhythm, ScheduleError> {
    if text.is_empty() {
        return Err(ScheduleError::Empty);
    }
    if text.len() > SCHEDULE_MAX {
        return Err(ScheduleError::TooLong);
    }
    if let Some(interval) = Interval::read(text)? {
        return Ok(match interval.on_the_clock() {
            Some(fields) => Rhythm::Clock { cron: Box::new(cron(&fields)?), interval: Some(interval) },
            None => Rhythm::Counted(interval),
        });
    }
    // The parser looks for a nickname anywhere in a text.
    if text.contains('@') && !NICKNAMES.contains(&text.to_ascii_lowercase().as_str()) {
        return Err(ScheduleError::Nickname(text.to_owned()));
    }
    let fields = text.split_whitespace().count();
    if !text.starts_with('@') && fields != 5 {
        return Err(ScheduleError::Fields { found: fields });
    }
    Ok(Rhythm::Clock { cron: Box::new(cron(text)?), interval: None })
}

fn cron(fields: &str) -> Result<Cron, ScheduleError> {
    let known = |c: char| c.is_ascii_alphanumeric() || " \t*,-/?#+@".contains(c);
    if let Some(other) = fields.chars().find(|c| !known(*c)) {
        return Err(ScheduleError::Character(other));
    }
    let parser = CronParser::builder().seconds(Seconds::Disallowed).year(Year::Disallowed).build();
    parser.parse(fields).map_err(|error| ScheduleError::Pattern(error::sentence(&error)))
}

#[cfg(test)]
mod tests;
