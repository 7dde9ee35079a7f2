"""What can go wrong between a program and its Pegboard, one class for each thing that one may want to catch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


class PegboardError(Exception):
    """Anything of what follows."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(_sentences(message, hint))
        self.message = message
        self.hint = hint
        """What to do, where that is known."""


class NoServer(PegboardError):
    """No server could be found or reached."""


class BadAnswer(PegboardError):
    """What answered does not speak as a Pegboard does."""


@dataclass(frozen=True, slots=True)
class Violation:
    """One thing that is wrong with a value."""

    path: str
    """Where, such as `columns[0].name`; empty for the whole value."""
    rule: str
    message: str


class Problem(PegboardError):
    """The server refused or failed, and said why (RFC 9457)."""

    def __init__(self, document: Mapping[str, Any], status: int) -> None:
        self.type = _text(document, "type") or "about:blank"
        """A URN that stays the same, such as `urn:pegboard:problem:unknown-tool`."""
        self.title = _text(document, "title") or f"HTTP {status}"
        self.status = status
        self.detail = _text(document, "detail") or self.title
        self.instance = _text(document, "instance")
        """For failures of the server: under which its log has the detail."""
        self.near = [str(name) for name in _list(document, "near")]
        """What was probably meant."""
        self.violations = [_violation(one) for one in _list(document, "violations") if isinstance(one, Mapping)]
        """What is wrong with the arguments, or with a document."""
        super().__init__(self.detail, _text(document, "hint"))

    @staticmethod
    def of(document: Mapping[str, Any], status: int) -> Problem:
        """The problem as an exception of its class; one of an unknown sort is a plain `Problem`."""
        sort = str(document.get("type")).removeprefix("urn:pegboard:problem:")
        return _CLASSES.get(sort, Invalid if sort.startswith("invalid-") else Problem)(document, status)


class Unauthenticated(Problem):
    """No token, or one that is unknown or revoked."""


class Forbidden(Problem):
    """The token's scope is too small, or the server does not answer to this address."""


class NotFound(Problem):
    """No such toolset, call, chat or operation."""


class UnknownTool(NotFound):
    """No such tool; `near` has names that look like it."""


class ToolUnavailable(Problem):
    """The tool is installed and cannot run here."""


class Blocked(Problem):
    """Policy forbids the call. Nothing was recorded, and nobody can approve it."""


class Conflict(Problem):
    """The state of things stands against it."""


class Invalid(Problem):
    """What was sent cannot be read, or does not hold."""


class InvalidArguments(Invalid):
    """The arguments break the tool's schema; see `violations`."""


class SignInNeeded(Problem):
    """A person must sign in at the MCP server first."""


class Unavailable(Problem):
    """The server is too busy or stops, or what it needs does not answer: try again later."""


class ServerFault(Problem):
    """The server failed."""


class CallError(PegboardError):
    """A call that was made and has no result."""

    def __init__(self, message: str, call: Mapping[str, Any], hint: str | None = None) -> None:
        super().__init__(message, hint)
        self.call_id = str(call.get("id"))
        self.tool_id = str(call.get("tool_id"))
        self.chat_id = str(call.get("chat_id"))


class ApprovalNeeded(CallError):
    """The call is kept until a person approves or denies it; `ToolChest.result` tells what became of it."""

    def __init__(self, call: Mapping[str, Any]) -> None:
        self.rule = str(call.get("rule"))
        """Why a person must see it."""
        message = f"The call {call.get('id')} of {call.get('tool_id')} waits for approval ({self.rule})."
        super().__init__(message, call, f"Approve it with `pegboard calls approve {call.get('id')}`")


class StillRunning(CallError):
    """The call has not ended yet."""

    def __init__(self, call: Mapping[str, Any]) -> None:
        super().__init__(f"The call {call.get('id')} of {call.get('tool_id')} is running.", call)


class ToolFailed(CallError):
    """The tool itself failed."""

    def __init__(self, call: Mapping[str, Any]) -> None:
        error = call.get("error")
        error = error if isinstance(error, Mapping) else {}
        super().__init__(_text(error, "message") or "The tool failed.", call)
        self.kind = _text(error, "kind") or "raised"
        """`raised`, `arguments`, `import`, `timeout`, `cancelled`, `denied` and others; docs/API.md has them all."""
        self.detail = _text(error, "detail")
        """A traceback, or what else is known."""
        self.log = _text(call, "log") or ""
        """What the tool printed."""


_CLASSES: dict[str, type[Problem]] = {
    "unauthenticated": Unauthenticated,
    "forbidden": Forbidden,
    "foreign-origin": Forbidden,
    "foreign-host": Forbidden,
    "not-found": NotFound,
    "unknown-operation": NotFound,
    "wrong-method": NotFound,
    "unknown-tool": UnknownTool,
    "tool-unavailable": ToolUnavailable,
    "blocked": Blocked,
    "conflict": Conflict,
    "changed": Conflict,
    "not-pending": Conflict,
    "ambiguous-tool": Conflict,
    "bad-request": Invalid,
    "too-large": Invalid,
    "wrong-media-type": Invalid,
    "invalid-arguments": InvalidArguments,
    "sign-in-needed": SignInNeeded,
    "server-unavailable": Unavailable,
    "unreachable-source": Unavailable,
    "busy": Unavailable,
    "shutting-down": Unavailable,
    "damaged": ServerFault,
    "internal": ServerFault,
}


def _sentences(*texts: str | None) -> str:
    """One after the other, each with a capital letter and a full stop."""
    return " ".join(f"{text[0].upper()}{text[1:]}{'' if text[-1] in '.!?' else '.'}" for text in texts if text)


def _text(document: Mapping[str, Any], key: str) -> str | None:
    value = document.get(key)
    return value if isinstance(value, str) and value else None


def _list(document: Mapping[str, Any], key: str) -> list[Any]:
    value = document.get(key)
    return value if isinstance(value, list) else []


def _violation(document: Mapping[str, Any]) -> Violation:
    return Violation(*(str(document.get(key, "")) for key in ("path", "rule", "message")))
