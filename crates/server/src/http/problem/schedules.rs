//! Which error of schedules and prompts is which sort of problem.

use pegboard_engine::{ChangeScheduleError, RunScheduleError, TakePromptError};

use crate::http::problem::{Problem, kinds};

impl From<ChangeScheduleError> for Problem {
    fn from(error: ChangeScheduleError) -> Self {
        let text = error.to_string();
        match error {
            ChangeScheduleError::Lookup(error) => error.into(),
            ChangeScheduleError::Schedule(_) | ChangeScheduleError::NoSchedule(_) => {
                Self::new(kinds::INVALID_SCHEDULE, text)
                    .hint("`*/30` is every 30 minutes, `0 8 * * MON-FRI` every working day at eight.")
            }
            ChangeScheduleError::PromptTooLong => Self::new(kinds::INVALID_SCHEDULE, text),
            ChangeScheduleError::Arguments { tool, violations } => Self::arguments(&tool, violations),
            ChangeScheduleError::TooMany => {
                Self::new(kinds::CONFLICT, text).hint("DELETE /schedules/{tool_id} removes one.")
            }
            ChangeScheduleError::Store(error) => error.into(),
        }
    }
}

impl From<RunScheduleError> for Problem {
    fn from(error: RunScheduleError) -> Self {
        match error {
            RunScheduleError::Lookup(error) => error.into(),
            RunScheduleError::Call(error) => error.into(),
            RunScheduleError::Store(error) => error.into(),
        }
    }
}

impl From<TakePromptError> for Problem {
    fn from(error: TakePromptError) -> Self {
        match error {
            TakePromptError::Seconds => Self::new(kinds::INVALID_BODY, error.to_string()),
            TakePromptError::Store(error) => error.into(),
        }
    }
}
