#![allow(clippy::unwrap_used)]
use proptest::prelude::*;

use super::{Schedule, ScheduleError};
use crate::time::Timestamp;

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

/// The next moments, one a line, as UTC to the minute.
fn next(schedule: &str, zone: Option<&str>, from: &str, count: usize) -> Vec<String> {
    let schedule = Schedule::parse(schedule, zone).unwrap();
    let mut after = at(from);
    (0..count)
        .map(|_| {
            after = schedule.next_after(after).unwrap();
            after.to_string().replace(":00.000000Z", "Z")
        })
        .collect()
}

#[test]
fn the_simple_form_is_an_interval() {
    let from = "2026-03-01T11:59:59.9Z";
    assert_eq!(next("*/30", None, from, 2), ["2026-03-01T12:00Z", "2026-03-01T12:30Z"]);
    assert_eq!(
        next("*/45", None, "2026-03-01T00:00:00Z", 3),
        ["2026-03-01T00:45Z", "2026-03-01T01:30Z", "2026-03-01T02:15Z"]
    );
    assert_eq!(next("@every 6h", None, from, 2), ["2026-03-01T12:00Z", "2026-03-01T18:00Z"]);
    assert_eq!(next("1d", Some("Asia/Kathmandu"), from, 1), ["2026-03-01T18:15Z"]);
    assert_eq!(next("*/30", Some("Asia/Kathmandu"), from, 1), ["2026-03-01T12:15Z"]);
}

#[test]
fn what_is_due_now_was_due_and_the_next_one_counts() {
    assert_eq!(next("0 12 * * *", None, "2026-03-01T12:00:00Z", 1), ["2026-03-02T12:00Z"]);
    assert_eq!(next("0 12 * * *", None, "2026-03-01T12:00:00.5Z", 1), ["2026-03-02T12:00Z"]);
    assert_eq!(next("0 12 * * *", None, "2026-03-01T11:59:59.5Z", 1), ["2026-03-01T12:00Z"]);
}

#[test]
fn five_fields_are_read_in_the_time_zone() {
    let vienna = Some("Europe/Vienna");
    assert_eq!(
        next("0 8 * * MON-FRI", vienna, "2026-07-03T12:00:00Z", 2),
        ["2026-07-06T06:00Z", "2026-07-07T06:00Z"]
    );
    assert_eq!(next("0 9 L * *", vienna, "2026-02-01T00:00:00Z", 1), ["2026-02-28T08:00Z"]);
}

#[test]
fn a_time_that_is_left_out_is_due_when_the_gap_is_over() {
    // Vienna goes from 02:00 to 03:00 on 29 March 2026.
    let vienna = Some("Europe/Vienna");
    assert_eq!(
        next("30 2 * * *", vienna, "2026-03-28T12:00:00Z", 2),
        ["2026-03-29T01:00Z", "2026-03-30T00:30Z"]
    );
    assert_eq!(next("*/30", vienna, "2026-03-29T00:30:00Z", 2), ["2026-03-29T01:00Z", "2026-03-29T01:30Z"]);
    assert_eq!(next("2h", vienna, "2026-03-28T23:00:00Z", 2), ["2026-03-29T02:00Z", "2026-03-29T04:00Z"]);
}

#[test]
fn a_time_that_comes_twice_is_due_once() {
    // Vienna goes from 03:00 back to 02:00 on 25 October 2026.
    let vienna = Some("Europe/Vienna");
    assert_eq!(
        next("30 2 * * *", vienna, "2026-10-24T12:00:00Z", 2),
        ["2026-10-25T00:30Z", "2026-10-26T01:30Z"]
    );
    assert_eq!(
        next("*/30", vienna, "2026-10-25T00:30:00Z", 3),
        ["2026-10-25T01:00Z", "2026-10-25T01:30Z", "2026-10-25T02:00Z"]
    );
}

#[test]
fn schedules_are_told_in_words() {
    let texts =
        ["*/30", "*/1", "60m", "@every 36h", "7d", "@daily", "30 8 * * *", "0 8 * * MON-FRI", "15 */2 1 * *"];
    let told: Vec<String> = texts
        .iter()
        .map(|text| format!("{text}: {}", Schedule::parse(text, None).unwrap().description()))
        .collect();
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn what_cannot_be_read_says_why() {
    let texts = [
        "",
        "*",
        "*/0",
        "*/30 *",
        "@often",
        "@every 5",
        "@every 10s",
        "400d",
        "61 * * * *",
        "0 0 30 2 *",
        "0 0 * * * *",
        "0 0 1 1 * 2030",
        "0 8 * * mån",
        "x y z a b",
        "@daily 0 0 0 0",
    ];
    let told: Vec<String> =
        texts.iter().map(|text| format!("{text}: {}", Schedule::parse(text, None).unwrap_err())).collect();
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn an_unknown_zone_names_the_nearest() {
    let error = Schedule::parse("*/30", Some("Europe/Viena")).unwrap_err();
    assert_eq!(
        error,
        ScheduleError::Zone { name: "Europe/Viena".to_owned(), near: Some("Europe/Vienna".to_owned()) }
    );
}

const ZONES: [&str; 5] =
    ["UTC", "Europe/Vienna", "Australia/Lord_Howe", "America/St_Johns", "Asia/Kathmandu"];

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,40}", zone in proptest::option::of("\\PC{0,20}")) {
        if let Ok(schedule) = Schedule::parse(&text, zone.as_deref()) {
            schedule.description();
        }
    }

    #[test]
    fn fields_of_their_characters_are_read_or_refused(text in "([0-9*,/LW#?A-F-]{1,5} ){4}[0-9*,/L#SUN-]{1,6}") {
        if let Ok(schedule) = Schedule::parse(&text, Some("Europe/Vienna")) {
            schedule.description();
        }
    }

    #[test]
    fn what_is_due_lies_ahead_and_nothing_is_left_out_between(
        minute in 0_u32..60, hour in 0_u32..24, zone in proptest::sample::select(&ZONES[..]), from in 1_700_000_000_000_i64..1_900_000_000_000,
    ) {
        let schedule = Schedule::parse(&format!("{minute} {hour} * * *"), Some(zone)).unwrap();
        let from = Timestamp::from_unix_millis(from).unwrap();
        let first = schedule.next_after(from).unwrap();
        prop_assert!(first > from);
        prop_assert!(first.millis_since(from) <= 26 * 3_600_000, "a day has at most 25 hours");
        let just_before = Timestamp::from_unix_millis(first.unix_millis() - 1).unwrap();
        prop_assert_eq!(schedule.next_after(just_before).unwrap(), first);
        let second = schedule.next_after(first).unwrap();
        prop_assert!(second.millis_since(first) >= 22 * 3_600_000, "once a day");
    }

    #[test]
    fn intervals_are_as_long_as_they_say(minutes in 1_u32..3000, from in 1_700_000_000_000_i64..1_900_000_000_000) {
        let schedule = Schedule::parse(&format!("*/{minutes}"), None).unwrap();
        let first = schedule.next_after(Timestamp::from_unix_millis(from).unwrap()).unwrap();
        let second = schedule.next_after(first).unwrap();
        prop_assert_eq!(second.millis_since(first), i64::from(minutes) * 60_000);
    }
}
