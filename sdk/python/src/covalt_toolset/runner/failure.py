"""Failures as the server sees them: a kind, a message for the caller, and a traceback of the tool's own frames."""

from __future__ import annotations

import os
import traceback
from dataclasses import dataclass
from enum import Enum
from types import TracebackType
from typing import Any

import covalt_toolset

MAX_MESSAGE_CHARS = 4 * 1024
"""A longer message is cut in its middle."""
MAX_TRACEBACK_CHARS = 16 * 1024
"""A longer traceback is cut in its middle: its first and last frames tell the most."""
MAX_FRAMES = 50
"""At most this many of the innermost frames are shown."""

_CUT = "\n… cut …\n"
_OWN_FOLDER = os.path.dirname(os.path.abspath(covalt_toolset.__file__)) + os.sep
_ASYNCIO_FOLDER = os.sep + "asyncio" + os.sep


class Kind(str, Enum):
    """What went wrong, in the protocol's words."""

    IMPORT = "import"
    MISSING = "missing"
    ARGUMENTS = "arguments"
    RAISED = "raised"
    NOT_JSON = "not_json"
    TOO_LARGE = "too_large"


@dataclass(eq=False)
class Failure(Exception):
    """A call that cannot give a result."""

    kind: Kind
    message: str
    traceback: str = ""

    def as_json(self) -> dict[str, Any]:
        """The failure's fields, within their limits."""
        return {
            "kind": self.kind.value,
            "message": cut(self.message, MAX_MESSAGE_CHARS),
            "traceback": cut(self.traceback, MAX_TRACEBACK_CHARS),
        }


def from_exception(kind: Kind, error: BaseException, hint: str | None = None) -> Failure:
    """Describe an exception that the toolset's code raised. Never fails, whatever the exception's class does."""
    message = _summary(error)
    if hint:
        message = f"{cut(message, MAX_MESSAGE_CHARS // 2)}. {cut(hint, MAX_MESSAGE_CHARS // 2 - 2)}"
    return Failure(kind, cut(message, MAX_MESSAGE_CHARS), cut(_trace(error), MAX_TRACEBACK_CHARS))


def cut(text: str, limit: int) -> str:
    """Return `text` with its middle left out where it has more than `limit` characters, and valid as UTF-8."""
    if len(text) > limit:
        head = max(0, (limit - len(_CUT)) // 2)
        text = text[:head] + _CUT + text[len(text) - head :] if head else text[:limit]
    return text.encode("utf-8", "backslashreplace").decode()


def _summary(error: BaseException) -> str:
    if isinstance(error, SystemExit):
        return f"The code called sys.exit({_safe_str(error)})."
    name = type(error).__name__
    text = _safe_str(error)
    return f"{name}: {text}" if text else name


def _safe_str(error: BaseException) -> str:
    try:
        return str(error)[:MAX_TRACEBACK_CHARS]
    except BaseException:
        return "(its text cannot be made)"


def _trace(error: BaseException) -> str:
    try:
        shown = traceback.TracebackException(
            type(error), error, _own_frames(error.__traceback__), limit=-MAX_FRAMES, compact=True
        )
        return "".join(shown.format())
    except BaseException:
        # The text of a hostile exception can fail in ways that even `traceback` does not expect.
        return ""


def _own_frames(trace: TracebackType | None) -> TracebackType | None:
    """Leave out the outer frames that are ours, the import system's or asyncio's."""
    own = trace
    while own is not None and _is_machinery(own.tb_frame.f_code.co_filename):
        own = own.tb_next
    return own


def _is_machinery(filename: str) -> bool:
    return (
        filename.startswith((_OWN_FOLDER, "<frozen importlib"))
        or _ASYNCIO_FOLDER in filename
        or filename.endswith(os.sep + os.path.join("importlib", "__init__.py"))
    )
