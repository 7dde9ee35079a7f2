"""The context of the running call: which workspace, chat and toolset it belongs to."""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class ToolContext:
    """What a tool may know about the call that runs it."""

    workspace: Path
    """The chat's folder; also the working directory of the call."""
    chat_id: str
    toolset_id: str
    call_id: str
    toolset_root: Path
    """The folder in which the toolset is installed; read its `assets/` from here."""
    config: Mapping[str, Any] = field(default_factory=dict, repr=False)
    """What the person who runs the toolset set for the keys of its `config_schema`, defaults included: texts by key.
    May hold secrets, so it is left out of `repr`."""


@dataclass(frozen=True, slots=True)
class InitContext:
    """What a toolset's hook (`python.init`, `python.post_init`) may know. No call runs, so there is no workspace."""

    toolset_id: str
    toolset_root: Path
    """The folder in which the toolset is installed; read its `assets/` from here."""
    config: Mapping[str, Any] = field(default_factory=dict, repr=False)
    """Empty: settings are a call's."""


_current: ContextVar[ToolContext | None] = ContextVar("covalt_toolset_context", default=None)

# A new thread starts with empty context variables. A runner's child serves exactly one call, so there the
# context is also kept for the whole process and `get_context` works in threads that the tool starts.
_of_process: ToolContext | None = None


def get_context() -> ToolContext:
    """Return the context of the call that is running.

    Raises:
        RuntimeError: No call is running. In a test, call `set_context` first.
    """
    context = _current.get() or _of_process
    if context is None:
        raise RuntimeError(
            "get_context() was called outside a tool call. Call it inside the tool function, "
            "not while its module is imported; in a test, call set_context() first."
        )
    return context


def set_context(context: ToolContext) -> None:
    """Make `context` the one that `get_context` returns in this thread or task."""
    _current.set(context)


def clear_context() -> None:
    """Forget the context; `get_context` raises again."""
    global _of_process
    _current.set(None)
    _of_process = None


def set_process_context(context: ToolContext) -> None:
    """Set the context for every thread of this process. Only for a process that serves one call."""
    global _of_process
    _of_process = context
    _current.set(context)
