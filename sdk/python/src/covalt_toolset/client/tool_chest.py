"""The toolsets that a chat has at hand."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Callable, Iterable
from typing import Any

from covalt_toolset.client.connection import Connection
from covalt_toolset.client.errors import PegboardError
from covalt_toolset.client.toolset import Format, PromptSection, Toolset, result

Names = str | Iterable[str]
"""One name or several. A name is a toolset's id, the short name of a built-in one, or what people see."""


class ToolChest:
    """Which toolsets of a running house a chat has at hand: available, active and essential ones.

    The chest is the house's and lasts as long as its chat: other programs, the page and MCP clients that use the same
    chat see the same. Activating costs nothing but what the toolset wants done first, once in the life of the house's
    process for it. An object is for one thread at a time.

    Args:
        connection: The server; looked for as the command line does where it is left out (`Connection.find`).
        chat: The chat's id; `default` is the chat of calls that name none.
        essential_toolsets: Cannot be deactivated; they are active from the first use of this chest on.
        active_toolsets: The others that are to be active then. Where this, `essential_toolsets` or `tool_classes` is
            given, everything else is deactivated; where none is, the chat's chest is taken as it is.
        tool_classes: Deprecated: names or classes of toolsets that are to be active.
    """

    def __init__(
        self,
        connection: Connection | None = None,
        *,
        chat: str = "default",
        tool_classes: Iterable[str | type] = (),
        essential_toolsets: Names = (),
        active_toolsets: Names = (),
    ) -> None:
        self.logger = logging.getLogger(__name__)
        self.chat = chat
        self._connection = connection
        self._toolsets: dict[str, Toolset] = {}
        self._told: dict[str, str | None] = {}
        classes = [name if isinstance(name, str) else name.__name__ for name in tool_classes]
        if classes:
            _deprecated("the argument `tool_classes`", "`active_toolsets`")
        self._essential = _names(essential_toolsets)
        self._active = [*_names(active_toolsets), *classes]
        self._is_set_up = not self._essential and not self._active

    @property
    def connection(self) -> Connection:
        """The server.

        Raises:
            NoServer: Nothing says where it is.
        """
        if self._connection is None:
            self._connection = Connection.find()
        return self._connection

    def activate_toolset(self, toolset_name_or_names: Names) -> bool:
        """Activate toolsets, with what they require; return whether all of them are active now."""
        names = _names(toolset_name_or_names)
        self._change("POST", "activate", toolsets=names)
        return all(self._is_active(name) for name in names)

    def deactivate_toolset(self, toolset_name_or_names: Names) -> bool:
        """Deactivate toolsets; return whether all were active and are no more. Essential ones stay active."""
        return self._change("POST", "deactivate", toolsets=_names(toolset_name_or_names))

    def set_active_toolsets(self, toolset_names: Names) -> bool:
        """Make exactly these active, besides the essential ones. Where one is unknown, nothing changes."""
        names = _names(toolset_names)
        self._refresh()
        unknown = [name for name in names if self.toolset(name) is None]
        if unknown:
            self.logger.warning("Unknown toolsets requested: %s", unknown)
            return False
        self._change("PUT", active=names)
        return all(self._is_active(name) for name in names)

    def add_essential_toolset(self, toolset_name_or_names: Names) -> bool:
        """Mark toolsets as essential, and activate them; return whether all of them are."""
        names = _names(toolset_name_or_names)
        self._change("POST", "essential", toolsets=names)
        return all((found := self.toolset(name)) is not None and found.state == "essential" for name in names)

    def init_tools(self, **kwargs: Any) -> None:
        """Initialise the active toolsets, those first that others require, and again what failed before.

        What is initialised stays so, and one that fails is told in the log and spares the others. A house's toolsets
        take no arguments; `kwargs` are told in the log and not used.
        """
        if kwargs:
            self.logger.warning("Toolsets of a house take no arguments; not used: %s", ", ".join(kwargs))
        self._set_up()
        self._see(self.connection.send("POST", "chats", self.chat, "chest", "initialise", patient=True))

    @property
    def active_toolsets(self) -> dict[str, Toolset]:
        """The active toolsets by id, initialised where they were not yet. Those that could not be are left out."""
        self._ensure_active_toolsets_initialized()
        return self._those(lambda toolset: toolset.is_active and toolset.failure is None)

    @property
    def available_toolsets(self) -> dict[str, Toolset]:
        """Every toolset of the house that is switched on, by id, whether it is active or not."""
        self._refresh()
        return dict(self._toolsets)

    @property
    def essential_toolsets(self) -> dict[str, Toolset]:
        """The toolsets that are always active, by id."""
        self._refresh()
        return self._those(lambda toolset: toolset.state == "essential")

    @property
    def active_open_ai_schemas(self) -> list[dict[str, Any]]:
        """The tools of the active toolsets, as OpenAI's models are told of them."""
        return self.active_schemas("openai")

    @property
    def active_anthropic_schemas(self) -> list[dict[str, Any]]:
        """The tools of the active toolsets, as Anthropic's models are told of them."""
        return self.active_schemas("anthropic")

    def active_schemas(self, format: Format) -> list[dict[str, Any]]:  # noqa: A002 - the API's own word
        """The tools of the active toolsets, as models are told of them."""
        self._ensure_active_toolsets_initialized()
        answer = self.connection.send("GET", "chats", self.chat, "tools", query={"format": format}, patient=True)
        tools: list[dict[str, Any]] = answer["tools"]
        return tools

    @property
    def active_tool_sections(self) -> list[PromptSection]:
        """What the active toolsets add to the system prompt."""
        return [toolset.section for toolset in self.active_toolsets.values() if toolset.section is not None]

    def toolset(self, name: str) -> Toolset | None:
        """A toolset by its id, by the short name of a built-in one, or by the name that people see."""
        if not self._toolsets:
            self._refresh()
        found = [toolset for toolset in self._toolsets.values() if toolset.goes_by(name)]
        return self._toolsets.get(name) or (found[0] if len(found) == 1 else None)

    def result(self, call_id: str) -> Any:
        """The result of a call, such as one that waited for approval.

        Raises:
            CallError: It has none: `ApprovalNeeded`, `StillRunning` or `ToolFailed`.
        """
        return result(self.connection.get("calls", call_id))

    def activate_tool(self, tool_name: str) -> bool:
        """Activate a toolset. Deprecated: the name is now `activate_toolset`."""
        _deprecated("ToolChest.activate_tool", "ToolChest.activate_toolset")
        return self.activate_toolset(tool_name)

    @property
    def active_tools(self) -> dict[str, Toolset]:
        """The active toolsets. Deprecated: the name is now `active_toolsets`."""
        _deprecated("ToolChest.active_tools", "ToolChest.active_toolsets")
        return self.active_toolsets

    @property
    def available_tools(self) -> dict[str, Toolset]:
        """The available toolsets. Deprecated: the name is now `available_toolsets`."""
        _deprecated("ToolChest.available_tools", "ToolChest.available_toolsets")
        return self.available_toolsets

    @property
    def active_claude_schemas(self) -> list[dict[str, Any]]:
        """The tools for Anthropic's models. Deprecated: the name is now `active_anthropic_schemas`."""
        _deprecated("ToolChest.active_claude_schemas", "ToolChest.active_anthropic_schemas")
        return self.active_anthropic_schemas

    def _ensure_active_toolsets_initialized(self) -> None:
        self._refresh()
        if any(toolset.is_active and toolset.initialised == "untried" for toolset in self._toolsets.values()):
            self._see(self.connection.send("POST", "chats", self.chat, "chest", "initialise", patient=True))

    def _is_active(self, name: str) -> bool:
        found = self.toolset(name)
        return found is not None and found.is_active

    def _refresh(self) -> None:
        self._set_up()
        self._see(self.connection.get("chats", self.chat, "chest"))

    def _set_up(self) -> None:
        """Do what the constructor was told, at the first use."""
        if self._is_set_up:
            return
        self._take(self.connection.get("chats", self.chat, "chest"))
        wanted = {name: self.toolset(name) for name in dict.fromkeys([*self._essential, *self._active])}
        for name, found in wanted.items():
            if found is None:
                self.logger.warning("Active toolset %s not found in registry", name)
        known = [name for name, found in wanted.items() if found is not None]
        # First, so that nothing is initialised for the sake of what is deactivated then.
        self._send_change("PUT", active=known)
        essential = [name for name in self._essential if name in known]
        if essential:
            self._send_change("POST", "essential", toolsets=essential)
        self._is_set_up = True

    def _change(self, method: str, *path: str, **body: list[str]) -> bool:
        self._set_up()
        return self._send_change(method, *path, **body)

    def _send_change(self, method: str, *path: str, **body: list[str]) -> bool:
        """Change the chest; what was not done is told in the log."""
        answer = self.connection.send(method, "chats", self.chat, "chest", *path, body=body, patient=True)
        self._see(answer)
        failures = {f"{one.id} could not be initialised: {one.failure}" for one in self._toolsets.values()}
        # Failures of initialising are told already, once, and make the change itself no less done.
        refused = [text for text in answer["warnings"] if text not in failures]
        for text in refused:
            # Spec 4 tells no unknown toolset from an inactive one here, and programs may look for its words.
            known = text.replace("cannot deactivate unknown toolset", "cannot deactivate inactive toolset")
            self.logger.warning("%s", known[:1].upper() + known[1:])
        return not refused

    def _see(self, answer: dict[str, Any]) -> None:
        """Take what the server says of the chest now; tell of active toolsets that could not be initialised, once."""
        self._take(answer)
        for name, toolset in self._toolsets.items():
            failure = toolset.failure if toolset.is_active else None
            if failure is not None and self._told.get(name) != failure:
                self.logger.error("Error initializing toolset %s: %s", name, failure)
            self._told[name] = failure

    def _take(self, answer: dict[str, Any]) -> None:
        try:
            listings = {str(one["id"]): one for one in answer.get("chest", answer)["toolsets"]}
        except (KeyError, TypeError) as error:
            raise PegboardError(f"The server's chest cannot be read ({error}): it is of another version.") from error
        self._toolsets = {name: self._renewed(name, listing) for name, listing in listings.items()}

    def _renewed(self, name: str, listing: dict[str, Any]) -> Toolset:
        """A toolset stays the same object as long as the house has it."""
        known = self._toolsets.get(name)
        if known is None:
            return Toolset(self.connection, self.chat, listing)
        known.renew(listing)
        return known

    def _those(self, wanted: Callable[[Toolset], bool]) -> dict[str, Toolset]:
        return {name: toolset for name, toolset in self._toolsets.items() if wanted(toolset)}


def _names(names: Names) -> list[str]:
    return [names] if isinstance(names, str) else list(names)


def _deprecated(old: str, new: str) -> None:
    """Warn whoever called the method that calls this."""
    warnings.warn(f"{old} is deprecated. Use {new} instead.", DeprecationWarning, stacklevel=3)
