//! Limits of policy, chests and the built-in tools.

use pegboard_engine::{FOUND_MAX, GRANTS_MAX, Limits, NAMES_MAX};
use pegboard_model::chat_search::WORDS_MAX;
use pegboard_model::chest::ACTIVE_MAX;
use pegboard_model::ruleset::{POLICY_MAX, POLICY_TOOLS_MAX, POLICY_TOOLSETS_MAX};
use pegboard_model::search::{PAST_QUERIES_MAX, QUERY_MAX, SENTENCES_MAX};
use pegboard_model::shell::{COMMAND_MAX, EXAMPLES_MAX, RULES_MAX};
use pegboard_model::zones::ZONES_MAX;
use pegboard_providers::builtin::limits as tools;

use super::item::{bytes, characters, count};
use crate::http::chats::CHAT_QUERY_MAX;
use crate::http::wire::system::Limit;

pub(super) fn policy() -> Vec<Limit> {
    vec![
        bytes("policy", POLICY_MAX, "The house's policy"),
        count("policy_toolsets", POLICY_TOOLSETS_MAX, "Toolsets that a policy or a worker names"),
        count("policy_tools", POLICY_TOOLS_MAX, "Tools of one toolset that a policy or a worker names"),
        count("policy_zones", ZONES_MAX, "Zones of the file tools"),
        count("policy_rules", RULES_MAX, "Rules of the shell"),
        count("policy_examples", EXAMPLES_MAX, "Examples of one rule, of each kind"),
        bytes("shell_line", COMMAND_MAX, "A command line that rules are held against; a longer one asks"),
        count("grants", GRANTS_MAX, "Grants of a chat; no more are kept"),
    ]
}

pub(super) fn chests(engine: &Limits) -> Vec<Limit> {
    vec![
        count(
            "whole_list",
            engine.whole_list,
            "Tools up to which an untouched chest has all of them at hand",
        ),
        count("chest_active", ACTIVE_MAX, "Active toolsets of a chest"),
        count("chest_names", NAMES_MAX, "Toolsets that one change of a chest names"),
        bytes("chat_query", CHAT_QUERY_MAX, "What is looked for in chats"),
        count("chat_words", WORDS_MAX, "Words of one message by which its chat is found"),
        characters("search_query", QUERY_MAX, "What is read of a search for tools"),
        count("search_sentences", SENTENCES_MAX, "Sentences of a query that count by themselves"),
        count("search_results", FOUND_MAX, "Tools that one search gives"),
        count("past_queries", PAST_QUERIES_MAX, "Queries kept for a tool that they led to"),
    ]
}

pub(super) fn file_tools() -> Vec<Limit> {
    vec![
        bytes("file_text", tools::TEXT_MAX, "Text that `read_file` gives at once"),
        bytes("file_binary", tools::BINARY_MAX, "A file that is not text, as `read_file` gives it"),
        bytes("file_edited", tools::FILE_MAX, "A file that is read by lines, edited or written"),
        count("file_entries", tools::ENTRIES_MAX, "Entries that `list_files` gives at once"),
        count("file_matches", tools::MATCHES_MAX, "Lines that `search_files` gives at once"),
        bytes(
            "file_searched",
            tools::SEARCHED_MAX,
            "A file that `search_files` looks into; larger ones are left out",
        ),
    ]
}
