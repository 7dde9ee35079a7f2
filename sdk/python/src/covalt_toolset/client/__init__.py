"""A running Pegboard from Python: which toolsets a chat has at hand, and calls of their tools.

    from covalt_toolset.client import ToolChest

    chest = ToolChest(essential_toolsets="filesystem", active_toolsets=["web"])
    chest.activate_toolset("maps")
    model.create(tools=chest.active_open_ai_schemas)
    chest.toolset("maps").call("find_place", name="Bergen")

Everything goes over the REST API, with the standard library alone. Nothing is asked of the server before it is needed.
"""

from __future__ import annotations

from covalt_toolset.client.connection import Connection
from covalt_toolset.client.errors import (
    ApprovalNeeded,
    BadAnswer,
    Blocked,
    CallError,
    Conflict,
    Forbidden,
    Invalid,
    InvalidArguments,
    NoServer,
    NotFound,
    PegboardError,
    Problem,
    ServerFault,
    SignInNeeded,
    StillRunning,
    ToolFailed,
    ToolUnavailable,
    Unauthenticated,
    Unavailable,
    UnknownTool,
    Violation,
)
from covalt_toolset.client.mcp_tool_chest import MCPToolChest
from covalt_toolset.client.tool_chest import ToolChest
from covalt_toolset.client.toolset import PromptSection, Toolset

__all__ = [
    "ApprovalNeeded",
    "BadAnswer",
    "Blocked",
    "CallError",
    "Conflict",
    "Connection",
    "Forbidden",
    "Invalid",
    "InvalidArguments",
    "MCPToolChest",
    "NoServer",
    "NotFound",
    "PegboardError",
    "Problem",
    "PromptSection",
    "ServerFault",
    "SignInNeeded",
    "StillRunning",
    "ToolChest",
    "ToolFailed",
    "ToolUnavailable",
    "Toolset",
    "Unauthenticated",
    "Unavailable",
    "UnknownTool",
    "Violation",
]
