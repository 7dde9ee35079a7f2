//! What runs by itself, and how it went.

use pegboard_engine::{
    PROMPT_LEASE_MAX, PROMPTS_WAITING_MAX, RETENTION_DAYS_MAX, SCHEDULES_MAX, TIMES_READ_MAX,
};
use pegboard_model::prompt::PROMPT_MAX;
use pegboard_model::schedule::SCHEDULE_MAX;

use super::item::{bytes, characters, count, item};
use crate::http::hook_rate::DELIVERIES_PER_MINUTE;
use crate::http::hook_signature::CLOCK_MAX_SECONDS;
use crate::http::hooks::DELIVERY_MAX;
use crate::http::wire::system::{Limit, LimitUnit};

pub(super) fn triggers() -> Vec<Limit> {
    vec![
        count("schedules", SCHEDULES_MAX, "Schedules"),
        bytes("schedule", SCHEDULE_MAX, "The text of a schedule, and the name of its time zone"),
        characters("schedule_prompt", PROMPT_MAX, "The prompt of a schedule or a webhook"),
        count(
            "prompts_waiting",
            PROMPTS_WAITING_MAX,
            "Prompts of a tool that nobody was done with; the oldest make room",
        ),
        item(
            "prompt_taken",
            PROMPT_LEASE_MAX.into(),
            LimitUnit::Seconds,
            "The longest time that somebody may have a prompt",
        ),
        bytes("delivery", DELIVERY_MAX, "What is delivered to a webhook"),
        count("deliveries", DELIVERIES_PER_MINUTE, "Deliveries to a webhook in a minute"),
        item(
            "delivery_clock",
            CLOCK_MAX_SECONDS.unsigned_abs(),
            LimitUnit::Seconds,
            "How far the time of a signature may lie from the server's",
        ),
        count(
            "stats_times",
            TIMES_READ_MAX,
            "Calls whose times a tool's figures are made of; the newest are taken",
        ),
        item(
            "retention",
            RETENTION_DAYS_MAX.into(),
            LimitUnit::Days,
            "The longest time that records are kept, unless for ever",
        ),
    ]
}
