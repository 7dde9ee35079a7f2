//! Snapshots of what people see: what differs from run to run is replaced.

/// Pairs of pattern and replacement for `insta`: ids, times, durations, folders and ports.
pub fn filters() -> Vec<(&'static str, &'static str)> {
    vec![
        (r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", "[id]"),
        (r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z", "[time]"),
        (r"\b\d+(\.\d+)? ?(ms|µs|s)\b", "[duration]"),
        (r"127\.0\.0\.1:\d+", "[address]"),
        (r"/[^\s\x22']*/data/", "[data]/"),
        (r"pgb_[0-9a-f]{64}", "[secret]"),
        (r"(toolsets/[\w-]+)/[0-9a-f]{16}/", "$1/[version]/"),
    ]
}
