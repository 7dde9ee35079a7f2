//! "Did you mean": the known names nearest to one that is not known.

/// Names longer than this are compared by their beginning: edit distance is quadratic.
const COMPARED_CHARS: usize = 100;

/// How alike two names must be to be worth suggesting, from 0 (nothing in common) to 1 (equal).
const ALIKE_ENOUGH: f64 = 0.6;

/// The candidate that most resembles `name`, when one resembles it enough to be a likely slip.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    near_matches(name, candidates, 1).into_iter().next()
}

/// Up to `limit` candidates that resemble `name`, the most alike first; equally alike ones in alphabetical order.
pub fn near_matches<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
    limit: usize,
) -> Vec<&'a str> {
    let name = folded(name);
    let mut scored: Vec<(f64, &str)> = candidates
        .into_iter()
        .map(|candidate| (likeness(&name, &folded(candidate)), candidate))
        .filter(|(score, _)| *score >= ALIKE_ENOUGH)
        .collect();
    scored.sort_by(|(a_score, a), (b_score, b)| b_score.total_cmp(a_score).then_with(|| a.cmp(b)));
    scored.dedup_by(|(_, a), (_, b)| a == b);
    scored.truncate(limit);
    scored.into_iter().map(|(_, candidate)| candidate).collect()
}

/// Case and the choice between `-`, `_` and a space are what people get wrong most; they do not count as differences.
fn folded(name: &str) -> String {
    name.chars()
        .take(COMPARED_CHARS)
        .flat_map(char::to_lowercase)
        .map(|c| if matches!(c, '-' | ' ' | '.') { '_' } else { c })
        .collect()
}

/// Edit distance (with swapped neighbours as one edit) relative to length; a tool named without what stands before its
/// `:`, or the other way round, counts as near.
fn likeness(name: &str, candidate: &str) -> f64 {
    if name.is_empty() || candidate.is_empty() {
        return 0.0;
    }
    let whole = strsim::normalized_damerau_levenshtein(name, candidate);
    let (own, other) = (last_part(name), last_part(candidate));
    if own.is_empty() || other.is_empty() || (own == name && other == candidate) {
        return whole;
    }
    // What stands before the last part differs or is missing, so this is never quite as good as the same name in full.
    whole.max(0.9 * strsim::normalized_damerau_levenshtein(own, other))
}

fn last_part(name: &str) -> &str {
    name.rsplit(':').next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::{near_matches, nearest};

    #[test]
    fn slips_find_what_was_meant() {
        let keys = ["entrypoint", "enabled", "name", "renderer"];
        assert_eq!(nearest("entrypiont", keys), Some("entrypoint"));
        assert_eq!(nearest("Enable", keys), Some("enabled"));
        assert_eq!(nearest("nmae", keys), Some("name"));
    }

    #[test]
    fn what_resembles_nothing_finds_nothing() {
        assert_eq!(nearest("colour", ["entrypoint", "enabled"]), None);
        assert_eq!(nearest("", ["a"]), None);
        assert_eq!(nearest("a", []), None);
    }

    #[test]
    fn hyphen_and_underscore_are_the_same_slip() {
        assert_eq!(nearest("streamable_http", ["stdio", "sse", "streamable-http"]), Some("streamable-http"));
    }

    #[test]
    fn a_tool_is_found_without_its_toolset_and_with_a_wrong_one() {
        let tools = ["app-builder:write_file", "app-builder:read_file", "viz:chart"];
        assert_eq!(near_matches("write_file", tools, 3)[0], "app-builder:write_file");
        assert_eq!(nearest("builder:write_fil", tools), Some("app-builder:write_file"));
    }

    #[test]
    fn the_order_is_by_likeness_then_by_name_and_the_limit_holds() {
        assert_eq!(near_matches("read", ["reed", "read_", "raed", "zzz"], 2), ["read_", "raed"]);
    }
}
