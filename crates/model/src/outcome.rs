//! What the end of a call teaches about its tool.

use crate::call::FailureKind;

/// What a success counts.
pub const SUCCESS: f64 = 1.0;
/// What a call counts that took longer than it may (spec 5, "Timeouts").
pub const TIMEOUT: f64 = -0.2;

/// What a call counts for its tool, by how it ended. Any failure but a timeout says as little for a tool as against it: most of them
/// are the arguments, the network or a person who said no.
pub fn reward(failure: Option<FailureKind>) -> f64 {
    match failure {
        None => SUCCESS,
        Some(FailureKind::Timeout) => TIMEOUT,
        Some(_) => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::reward;
    use crate::call::FailureKind;

    #[test]
    fn a_success_is_rewarded_and_only_a_timeout_punished() {
        let of = |failure| format!("{:.1}", reward(failure));
        assert_eq!(of(None), "1.0");
        assert_eq!(of(Some(FailureKind::Timeout)), "-0.2");
        assert_eq!(of(Some(FailureKind::Raised)), "0.0");
        assert_eq!(of(Some(FailureKind::Denied)), "0.0");
    }
}
