//! What a tool says it may still spend.

use serde_json::Value;

/// The member of a result that says it (spec 5, "Cost Budgets").
pub const BUDGET_REMAINING: &str = "budget_remaining";

/// What is left, as a result says it; `None` where it says nothing that is a number.
pub fn remaining(result: &Value) -> Option<f64> {
    result.get(BUDGET_REMAINING)?.as_f64().filter(|left| left.is_finite())
}

/// Whether nothing is left.
pub fn is_spent(remaining: f64) -> bool {
    remaining <= 0.0
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{is_spent, remaining};

    #[test]
    fn only_a_number_says_what_is_left() {
        assert_eq!(remaining(&json!({"budget_remaining": 12})), Some(12.0));
        assert_eq!(remaining(&json!({"budget_remaining": "12"})), None);
        assert_eq!(remaining(&json!({"text": "12"})), None);
        assert_eq!(remaining(&json!([1])), None);
        assert!(is_spent(0.0) && is_spent(-1.0) && !is_spent(0.5));
    }
}
