//! How calls went over a span of time: how many, how many failed, how long they took.

mod tally;
mod window;

pub use tally::{Activity, Bucket, Figures, Sample, Tally, ToolFigures, Totals, percentile};
pub use window::{SPAN_MAX_DAYS, Window, WindowError};
