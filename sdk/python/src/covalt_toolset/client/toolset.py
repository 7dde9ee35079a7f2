"""One toolset of a chat's chest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from covalt_toolset.client.connection import Connection
from covalt_toolset.client.errors import ApprovalNeeded, StillRunning, ToolFailed

Format = Literal["openai", "anthropic", "mcp"]
"""Whose format the definitions of tools have."""


@dataclass(frozen=True, slots=True)
class PromptSection:
    """What a toolset adds to the system prompt while it is active."""

    toolset: str
    """The toolset's id."""
    text: str

    def __str__(self) -> str:
        return self.text


class Toolset:
    """A toolset as a chest knew it last; what is known is renewed whenever the chest hears from the server."""

    def __init__(self, connection: Connection, chat: str, listing: Mapping[str, Any]) -> None:
        self._connection = connection
        self._chat = chat
        self._listing = listing
        self._tools: list[dict[str, Any]] | None = None

    def __repr__(self) -> str:
        return f"Toolset({self.id!r}, {self.state})"

    def renew(self, listing: Mapping[str, Any]) -> None:
        """Take what the server says of the toolset now."""
        self._listing = listing
        self._tools = None

    @property
    def id(self) -> str:
        """What it is called by; the ids of those that Pegboard itself brings begin with `builtin-`."""
        return str(self._listing["id"])

    @property
    def name(self) -> str:
        """What people see."""
        return str(self._listing["name"])

    @property
    def description(self) -> str:
        """What it is for; may be empty."""
        return str(self._listing["description"])

    @property
    def requires(self) -> list[str]:
        """The ids of the toolsets that it needs."""
        return [str(required) for required in self._listing["requires"]]

    @property
    def state(self) -> str:
        """`available`, `active` or `essential`."""
        return str(self._listing["state"])

    @property
    def is_active(self) -> bool:
        """Whether its tools are offered; those of essential ones always are."""
        return self.state != "available"

    @property
    def initialised(self) -> str:
        """`untried`, `done` or `failed`."""
        return str(self._listing["initialised"]["state"])

    @property
    def failure(self) -> str | None:
        """Why it could not be initialised."""
        reason = self._listing["initialised"].get("reason")
        return str(reason) if self.initialised == "failed" else None

    @property
    def section(self) -> PromptSection | None:
        """What it adds to the system prompt while it is active."""
        text = self._listing["prompt_section"]
        return None if text is None else PromptSection(self.id, str(text))

    def goes_by(self, name: str) -> bool:
        """Whether this is an id or name of it: `builtin-shell` is also called `shell`, as in worker files."""
        return name in (self.id, self.id.removeprefix("builtin-")) or name.casefold() == self.name.casefold()

    @property
    def tools(self) -> list[dict[str, Any]]:
        """Its tools that can be called, as the REST API has them: `id`, `wire_name`, `input_schema` and more."""
        if self._tools is None:
            found = self._connection.get("toolsets", self.id)["tools"]
            self._tools = [tool for tool in found if tool["enabled"]]
        return self._tools

    def tool_schemas(self, format: Format = "openai") -> list[dict[str, Any]]:  # noqa: A002 - the API's own word
        """The definitions of its tools, as models are told of them, whether it is active or not."""
        shown = [tool for tool in self.tools if tool["problem"] is None and "model" in tool["visibility"]]
        return [self._connection.get("tools", tool["id"], "schemas")[format] for tool in shown]

    def call(self, tool: str, /, **args: Any) -> Any:
        """Call one of its tools in the chest's chat, and return its result as JSON says it.

        `tool` is the tool's name in the toolset, its whole id, or the name that models see. A result that is too large
        to keep in the record is a workspace file: `{"$file": path, "bytes": n}`.

        Raises:
            ApprovalNeeded: A person must see the call first; it is kept under the exception's `call_id`.
            ToolFailed: The tool failed.
            Problem: The call was not made: `UnknownTool`, `InvalidArguments`, `Blocked` and others.
        """
        body = {"args": args, "chat_id": chat_id(self._connection, self._chat)}
        return result(self._connection.send("POST", "tools", self._id_of(tool), "call", body=body, patient=True))

    def _id_of(self, name: str) -> str:
        """The id of the tool of this name; the name itself where there is none, which the server then refuses."""
        for is_asked in (False, True):
            if is_asked:
                # Until MCP servers are asked, nobody knows what tools they have.
                self._connection.send("GET", "chats", self._chat, "tools", patient=True)
                self._tools = None
            found = [str(tool["id"]) for tool in self.tools if name in _names(tool)]
            if len(found) == 1:
                return found[0]
        return name


def chat_id(connection: Connection, chat: str) -> str | None:
    """The id of a chat in the body of a call, where `default` is said by leaving it out."""
    return None if chat == "default" else chat


def result(call: Mapping[str, Any]) -> Any:
    """The result of a call that has one.

    Raises:
        CallError: It has none: `ApprovalNeeded`, `StillRunning` or `ToolFailed`.
    """
    match call["status"]:
        case "success":
            return call["result"]
        case "pending":
            raise ApprovalNeeded(call)
        case "running":
            raise StillRunning(call)
        case _:
            raise ToolFailed(call)


def _names(tool: Mapping[str, Any]) -> tuple[str, ...]:
    whole = str(tool["id"])
    # `mcp:TOOLSET~SERVER:TOOL` and `TOOLSET:TOOL`; what an MCP server calls a tool may hold a `:` itself.
    own = whole.split(":", 2 if whole.startswith("mcp:") else 1)[-1]
    return (whole, own, str(tool["wire_name"]))
