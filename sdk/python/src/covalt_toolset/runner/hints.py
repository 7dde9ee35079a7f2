"""What to tell of a failure that the sandbox caused: the kernel only says that permission is denied."""

from __future__ import annotations

import errno
import os
import socket
from collections.abc import Iterator

from covalt_toolset.runner.sandbox import Bounds

MAX_CHAIN = 20
"""So many of the exceptions behind an exception are looked at."""

_DENIED = frozenset({errno.EACCES, errno.EPERM, errno.EXDEV})


class Hints:
    """Set once for each process: the bounds that it has now."""

    def __init__(self) -> None:
        self._bounds = Bounds()
        self._own: tuple[str, ...] = ()

    def know(self, bounds: Bounds, own: tuple[str, ...]) -> None:
        """From now on the process has these bounds, and may write below the folders `own`."""
        self._bounds = bounds
        self._own = own

    def of(self, error: BaseException) -> str | None:
        """A sentence about the sandbox, where it probably is the cause. Never fails."""
        try:
            for one in _chain(error):
                if (hint := self._of_one(one)) is not None:
                    return hint
        except Exception:
            return None
        return None

    def _of_one(self, error: BaseException) -> str | None:
        if not isinstance(error, OSError):
            return None
        if isinstance(error, socket.gaierror):
            return None if self._bounds.network else _NO_NETWORK
        if error.errno not in _DENIED:
            return None
        named = [os.path.realpath(os.fsdecode(name)) for name in (error.filename, error.filename2) if _is_path(name)]
        if not named:
            return None if self._bounds.network or error.errno == errno.EXDEV else _NO_NETWORK
        if self._bounds.writes_anywhere:
            return None
        # Not before it is needed: it takes a call time, and most calls do not fail.
        own = tuple(os.path.realpath(path) for path in self._own)
        for path in named:
            if not _is_below(path, own):
                return self._of_path(path)
        return None

    def _of_path(self, path: str) -> str:
        if _is_below(path, self._bounds.hidden):
            return f"`{path}` is outside of the workspace: the sandbox closes Pegboard's own data folder to tools."
        return (
            f"`{path}` is outside of the workspace, and the sandbox lets tools write only inside of it. A toolset that "
            "has to write elsewhere says `python: {sandbox: {writes: anywhere}}` in its toolset.yaml."
        )


_NO_NETWORK = "The sandbox of this toolset has no network (`python: {sandbox: {network: false}}` in its toolset.yaml)."

HINTS = Hints()
"""Those of this process."""


def _chain(error: BaseException) -> Iterator[BaseException]:
    here: BaseException | None = error
    for _ in range(MAX_CHAIN):
        if here is None:
            return
        yield here
        reason = getattr(here, "reason", None)  # urllib keeps its cause there.
        here = reason if isinstance(reason, BaseException) else here.__cause__ or here.__context__


def _is_path(name: object) -> bool:
    return isinstance(name, (str, bytes)) and len(name) > 0


def _is_below(path: str, folders: tuple[str, ...]) -> bool:
    return any(path == folder or path.startswith(folder.rstrip("/") + "/") for folder in folders)
