//! Limits of both halves of MCP.

use pegboard_engine::{VARIABLE_VALUE_MAX, VARIABLES_MAX};
use pegboard_mcp::client::limits as client;
use pegboard_mcp::endpoint::limits as endpoint;
use pegboard_mcp::rpc::limits::MESSAGE_MAX;
use pegboard_model::config::{ConfigSchema, VALUE_MAX};
use pegboard_model::servers::{CONFIG_SERVERS_MAX, DEFINITION_MAX, TOOLS_MAX};

use super::item::{bytes, count, seconds};
use crate::http::mcp_resources;
use crate::http::wire::system::Limit;

pub(super) fn mcp() -> Vec<Limit> {
    vec![
        bytes("mcp_message", MESSAGE_MAX, "An MCP message"),
        count("mcp_sessions", endpoint::SESSIONS_MAX, "MCP sessions; the longest idle one makes room"),
        seconds("mcp_session_idle", endpoint::SESSION_IDLE, "How long an MCP session may stand idle"),
        count("mcp_requests", endpoint::RUNNING_MAX, "Requests of one MCP session that run at once"),
        seconds(
            "mcp_answer_time",
            endpoint::ANSWER_TIME,
            "How long a person at an MCP client may take to approve a call in place",
        ),
        seconds(
            "mcp_question_time",
            endpoint::QUESTION_TIME,
            "How long an MCP client may take to answer a question of a running tool",
        ),
        count("mcp_suspended", endpoint::SUSPENDED_MAX, "Calls of one token that wait for such an answer"),
        count("mcp_streams", endpoint::STREAMS_KEPT, "Streams of an MCP session that can be resumed"),
        count("mcp_events", endpoint::EVENTS_KEPT, "Events of such a stream that are kept"),
        bytes("mcp_events_held", endpoint::EVENT_BYTES_KEPT, "All of them"),
        count("mcp_listeners", endpoint::LISTENERS_MAX, "MCP clients without a session that listen"),
        count("mcp_watched", endpoint::WATCHED_MAX, "Resources that an MCP client watches"),
        count("mcp_page", endpoint::LIST_PAGE, "One page of an MCP list"),
        bytes(
            "mcp_text",
            endpoint::TEXT_MAX,
            "The text of a tool's result over MCP; of a longer one the beginning",
        ),
        bytes("mcp_resource", endpoint::RESOURCE_MAX, "A file that is read over MCP"),
    ]
}

pub(super) fn mcp_servers() -> Vec<Limit> {
    vec![
        count("mcp_server_tools", TOOLS_MAX, "Tools of one MCP server; further ones are left out"),
        bytes("mcp_server_tool", DEFINITION_MAX, "What an MCP server says of one tool"),
        bytes("mcp_server_listing", client::LISTING_BYTES, "What an MCP server says of all its tools"),
        bytes("mcp_server_log", client::LOG_BYTES, "The log of an MCP server; the latest is kept"),
        bytes(
            "mcp_server_resource_address",
            mcp_resources::ADDRESS_MAX,
            "The address of an MCP server's resource",
        ),
        count(
            "mcp_server_watched",
            client::WATCHED_MAX,
            "Resources of an MCP server since 2026-07-28 that are watched",
        ),
        count("mcp_server_requests", client::PENDING_MAX, "Requests that an MCP server owes an answer"),
        seconds(
            "mcp_server_request_time",
            client::REQUEST_TIME,
            "A request to an MCP server that is no call",
        ),
        seconds(
            "mcp_server_pause",
            client::PAUSE_LONGEST,
            "The longest pause after failed connects to an MCP server",
        ),
        count("mcp_servers_file", CONFIG_SERVERS_MAX, "MCP servers of one imported file"),
        count("config_keys", ConfigSchema::KEYS_MAX, "Keys of a `config_schema`"),
        bytes("config_value", VALUE_MAX, "The value of such a key"),
        count("variables", VARIABLES_MAX, "Kept variables of a toolset"),
        bytes("variable", VARIABLE_VALUE_MAX, "The value of a kept variable"),
    ]
}
