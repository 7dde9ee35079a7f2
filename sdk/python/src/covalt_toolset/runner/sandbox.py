"""The sandbox: what a toolset's code may touch.

It is put on twice. The runner takes the outer bounds before it imports the toolset: no network where none is wanted,
no new privileges, and of all workspaces and temporary folders together. A call's process then takes the inner ones,
its own workspace and its own temporary folder, before the tool's function runs.
"""

from __future__ import annotations

import fcntl
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from covalt_toolset.runner import landlock, privileges, seccomp
from covalt_toolset.runner.landlock import OF_FILES, Access, Ruleset

_READ = Access.EXECUTE | Access.READ_FILE | Access.READ_DIR
_WRITE = (
    Access.WRITE_FILE
    | Access.REMOVE_DIR
    | Access.REMOVE_FILE
    | Access.MAKE_DIR
    | Access.MAKE_REG
    | Access.MAKE_SOCK
    | Access.MAKE_FIFO
    | Access.MAKE_SYM
    | Access.REFER
    | Access.TRUNCATE
)
_USE = Access.READ_FILE | Access.WRITE_FILE | Access.TRUNCATE | Access.IOCTL_DEV
_SHARED_MEMORY = Access.READ_FILE | Access.WRITE_FILE | Access.MAKE_REG | Access.REMOVE_FILE | Access.TRUNCATE

_DEVICES = {
    "/dev/null": _USE,
    "/dev/zero": _USE,
    "/dev/full": _USE,
    "/dev/random": Access.READ_FILE,
    "/dev/urandom": Access.READ_FILE,
    # Where the locks of `multiprocessing` are.
    "/dev/shm": _SHARED_MEMORY,  # noqa: S108
}
"""All that is open of `/dev`: a disk's device would show what the file system hides."""

MAX_BESIDE = 256
"""So many entries of one folder above a hidden one stay readable: each costs every call some time."""
_LOWEST_PLACE = 256
"""Descriptors of places are above this, where they are out of everybody's way and can be closed all at once."""


class Unenforceable(Exception):
    """This machine cannot hold a toolset to its sandbox; the text says why."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a sandbox is to be, as the `load` order says it."""

    writes_anywhere: bool = True
    network: bool = True
    required: bool = False
    hidden: tuple[str, ...] = ()
    workspaces: tuple[str, ...] = ()
    scratch: tuple[str, ...] = ()
    readable: tuple[str, ...] = ()

    @classmethod
    def read(cls, fields: dict[str, Any]) -> Bounds:
        """Understand the `sandbox` of a `load` order.

        Raises:
            ValueError: It is not what the protocol says.
        """
        if fields.get("writes") not in ("workspace", "anywhere") or fields.get("network") not in ("allow", "deny"):
            raise ValueError("`sandbox` needs `writes` (workspace or anywhere) and `network` (allow or deny)")
        return cls(
            writes_anywhere=fields["writes"] == "anywhere",
            network=fields["network"] == "allow",
            required=fields.get("required") is True,
            **{name: _paths(fields, name) for name in ("hidden", "workspaces", "scratch", "readable")},
        )


@dataclass
class Sandbox:
    """A toolset's sandbox on this machine."""

    bounds: Bounds = field(default_factory=Bounds)
    lacks: str | None = None
    """What was wanted and cannot be had here."""
    _places: list[tuple[int, int]] = field(default_factory=list)
    """Descriptors with what is allowed there to every call; opened once, as each call needs them all."""

    def confine_runner(self) -> None:
        """Take the outer bounds, for this process and all that it starts.

        Raises:
            Unenforceable: They were asked for and cannot be had.
        """
        try:
            self._refuse_network()
            self._confine_files()
        except (OSError, Unenforceable) as error:
            self.lacks = f"{error}"
            if self.bounds.required:
                raise Unenforceable(self.lacks) from None

    def begin_call(self) -> Ruleset | None:
        """The rules that all calls have in common, to be narrowed down when the call is there. `None`: no rules."""
        if self.bounds.writes_anywhere or self.lacks is not None:
            return None
        return self._common()

    def close_places(self) -> None:
        """Close what only the making of rules needs. For a process that has made its own."""
        if self._places:
            os.closerange(self._places[0][0], self._places[-1][0] + 1)

    def _refuse_network(self) -> None:
        if self.bounds.network:
            return
        calls = seccomp.network_calls()
        if calls is None:
            raise Unenforceable("the network cannot be closed on this kind of processor")
        privileges.gain_none()
        seccomp.refuse(calls)

    def _confine_files(self) -> None:
        if self.bounds.writes_anywhere:
            return
        if landlock.abi() == 0:
            raise Unenforceable("writes cannot be kept inside the workspace: this kernel has no Landlock switched on")
        self._places = list(self._open_places())
        privileges.gain_none()
        if landlock.abi() < 3 and (calls := seccomp.truncate_calls()) is not None:
            seccomp.refuse(calls)
        rules = self._common()
        for path in (*self.bounds.workspaces, *self.bounds.scratch):
            rules.allow(path, _READ | _WRITE)
        privileges.drop_capabilities()
        rules.restrict_self()

    def _common(self) -> Ruleset:
        rules = Ruleset.create()
        for place, access in self._places:
            rules.allow_open(place, access)
        return rules

    def _open_places(self) -> Iterator[tuple[int, int]]:
        common = [(path, _READ) for path in (*_around(self.bounds.hidden), *self.bounds.readable)]
        for path, access in (*common, *_DEVICES.items()):
            try:
                found = os.open(path, os.O_PATH | os.O_CLOEXEC)
            except OSError:
                continue  # Gone since, or closed to this user: then no rule opens it.
            try:
                is_folder = stat.S_ISDIR(os.fstat(found).st_mode)
                place = fcntl.fcntl(found, fcntl.F_DUPFD_CLOEXEC, _LOWEST_PLACE)
                yield place, access if is_folder else access & OF_FILES
            finally:
                os.close(found)


def confine_call(rules: Ruleset, workspace: str | None, scratch: str | None) -> None:
    """Take a call's own bounds, for this process and all that it starts.

    Raises:
        OSError: The kernel refused.
    """
    for path in (workspace, scratch):
        if path is not None:
            rules.allow(path, _READ | _WRITE)
    rules.restrict_self()


def _around(hidden: tuple[str, ...]) -> Iterator[str]:
    """Every place that is not above, at or below a hidden one.

    Rules allow a folder with all that is below it, and nothing can be taken out again. So the folders above a hidden
    one get no rule, but what stands beside it does.
    """
    above = {"/"}
    for path in hidden:
        while (path := os.path.dirname(path)) not in above:
            above.add(path)
    closed = {*above, *hidden, "/dev"}
    for folder in sorted(above):
        if folder == "/dev" or folder.startswith("/dev/"):
            continue
        try:
            with os.scandir(folder) as entries:
                for count, entry in enumerate(entries):
                    if count >= MAX_BESIDE:
                        break
                    # What a link leads to has rules of its own.
                    if entry.path not in closed and not entry.is_symlink():
                        yield entry.path
        except OSError:
            continue  # Whoever cannot list it reads nothing in it.


def _paths(fields: dict[str, Any], name: str) -> tuple[str, ...]:
    paths = fields.get(name) or []
    if not isinstance(paths, list) or not all(isinstance(path, str) and os.path.isabs(path) for path in paths):
        raise ValueError(f"`{name}` of `sandbox` must be a list of absolute paths")
    return tuple(os.path.realpath(path) for path in paths)
