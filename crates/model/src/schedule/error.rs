//! Why a schedule cannot be read.

use croner::errors::CronError;

/// Bytes of a schedule, and of a time zone's name.
pub const SCHEDULE_MAX: usize = 200;
/// The longest interval.
pub(super) const INTERVAL_MAX_DAYS: u32 = 366;

/// Why a schedule cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ScheduleError {
    /// There is nothing to read.
    #[error("a schedule is `*/30` for every 30 minutes, or five fields such as `0 8 * * MON-FRI`")]
    Empty,
    /// The text is longer than a schedule can be.
    #[error("a schedule and a time zone have at most {SCHEDULE_MAX} characters")]
    TooLong,
    /// It is neither an interval nor five fields.
    #[error(
        "a schedule has five fields (minute, hour, day of the month, month, day of the week), this one has {found}; \
         `*/30` alone is every 30 minutes"
    )]
    Fields {
        /// How many there are.
        found: usize,
    },
    /// It has a character that no schedule has.
    #[error("`{0}` does not belong in a schedule")]
    Character(char),
    /// It begins with `@` and is none of the known words.
    #[error("`{0}` is not known: use @every 30m, @hourly, @daily, @weekly, @monthly or @yearly")]
    Nickname(String),
    /// A field says something that cannot be.
    #[error("the schedule cannot be read: {0}")]
    Pattern(String),
    /// An interval is too short or too long.
    #[error("an interval is between one minute and {INTERVAL_MAX_DAYS} days")]
    Interval,
    /// Nothing is ever due.
    #[error("nothing would ever be due: there is no such day")]
    Never,
    /// There is no such time zone.
    #[error("there is no time zone `{name}`{}", near.as_ref().map(|near| format!(": did you mean `{near}`?")).unwrap_or_default())]
    Zone {
        /// As it was written.
        name: String,
        /// The known one nearest to it.
        near: Option<String>,
    },
}

/// What the parser found wrong, without its own preface.
pub(super) fn sentence(error: &CronError) -> String {
    match error {
        CronError::InvalidPattern(what)
        | CronError::IllegalCharacters(what)
        | CronError::ComponentError(what) => what.trim_end_matches('.').to_owned(),
        other => other.to_string().trim_end_matches('.').to_owned(),
    }
}
