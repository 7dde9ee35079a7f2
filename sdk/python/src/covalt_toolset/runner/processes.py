"""Finding and ending processes with what Linux offers."""

from __future__ import annotations

import ctypes
import os
import signal
from collections.abc import Iterable

# From <linux/prctl.h>.
_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36

# Looked up here, in the parent: a child only calls it.
_prctl = ctypes.CDLL(None, use_errno=True).prctl
_prctl.argtypes = [ctypes.c_int, ctypes.c_ulong, ctypes.c_ulong, ctypes.c_ulong, ctypes.c_ulong]
_prctl.restype = ctypes.c_int

_HAS_CHILDREN_FILES = os.path.exists(f"/proc/self/task/{os.getpid()}/children")

MAX_ROUNDS = 64
"""How often `end_trees` looks again for processes that appeared while it stopped the others."""


def become_subreaper() -> None:
    """Make this process the new parent of every orphan below it.

    Raises:
        OSError: The kernel refused.
    """
    _checked_prctl(_PR_SET_CHILD_SUBREAPER, 1)


def die_with_parent(parent: int) -> None:
    """Have the kernel kill this process when its parent, process `parent`, ends.

    Raises:
        OSError: The kernel refused.
        ProcessLookupError: The parent is gone already.
    """
    _checked_prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        raise ProcessLookupError("the runner ended before its child began")


def thread_count(pid: int) -> int:
    """The number of threads of a process, those that Python does not know included; 0 where it is gone."""
    try:
        return len(os.listdir(f"/proc/{pid}/task"))
    except OSError:
        return 0


def count_all() -> int:
    """How many processes and threads the system has, of all users."""
    with open("/proc/loadavg", "rb") as load:
        return int(load.read().split()[3].partition(b"/")[2])


def children_of(pid: int) -> list[int]:
    """The direct children of a process, dead ones that nobody has waited for included; empty where it is gone."""
    if not _HAS_CHILDREN_FILES:
        return [child for child, parent in _all_parents() if parent == pid]
    children: list[int] = []
    try:
        for task in os.listdir(f"/proc/{pid}/task"):
            children.extend(_read_children(f"/proc/{pid}/task/{task}/children"))
    except OSError:
        pass  # It ended while it was being read.
    return children


def end_trees(roots: Iterable[int]) -> None:
    """Kill the processes `roots` and everything below them. Does not wait for their end.

    Every process is stopped before its children are read: the kernel completes no fork of a process that has a
    signal waiting, so a stopped one has no children that are not in its list. What appears all the same (its
    parent ended before it could be stopped, and it moved up) is found in another round.
    """
    roots = list(roots)
    stopped: set[int] = set()
    for _ in range(MAX_ROUNDS):
        if not _stop_new(roots, stopped):
            break
    for pid in stopped:
        _send(pid, signal.SIGKILL)


def _stop_new(roots: list[int], stopped: set[int]) -> bool:
    """Stop what lives below `roots` and is not in `stopped` yet; return whether there was anything."""
    found = False
    seen: set[int] = set()
    waiting = list(roots)
    while waiting:
        pid = waiting.pop()
        if pid in seen:
            continue
        seen.add(pid)
        if pid not in stopped:
            if not _send(pid, signal.SIGSTOP):
                continue
            stopped.add(pid)
            found = True
        waiting.extend(children_of(pid))
    return found


def _send(pid: int, number: signal.Signals) -> bool:
    try:
        os.kill(pid, number)
    except (ProcessLookupError, PermissionError):
        return False
    return True


def _checked_prctl(option: int, value: int) -> None:
    if _prctl(option, value, 0, 0, 0) != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


def _read_children(path: str) -> list[int]:
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return []
    try:
        parts = []
        while part := os.read(descriptor, 65536):
            parts.append(part)
    except OSError:
        return []
    finally:
        os.close(descriptor)
    return [int(word) for word in b"".join(parts).split()]


def _all_parents() -> list[tuple[int, int]]:
    """Every process with its parent, for kernels without the `children` files."""
    found = []
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/stat", "rb") as stat:
                # The command in parentheses may hold anything; the fields after the last one are plain.
                fields = stat.read().rpartition(b")")[2].split()
        except OSError:
            continue
        found.append((int(name), int(fields[1])))
    return found
