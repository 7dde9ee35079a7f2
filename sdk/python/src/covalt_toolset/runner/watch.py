"""Watches how much the calls use together with all that they started, where the kernel has no limit for that."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from covalt_toolset.runner import processes

INTERVAL_SECONDS = 0.1
"""How often calls are looked at."""

_PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True, slots=True)
class Budget:
    """What one call, with all that it started, may use; `None` is without limit."""

    memory_bytes: int | None = None
    processes: int | None = None

    @classmethod
    def read(cls, fields: dict[str, Any]) -> Budget:
        """Understand `memory_bytes` and `processes` of the `sandbox` of a `load` order.

        Raises:
            ValueError: One is not a positive whole number.
        """
        for name in ("memory_bytes", "processes"):
            value = fields.get(name)
            if value is not None and (type(value) is not int or value < 1):
                raise ValueError(f"`{name}` of `sandbox` must be a positive whole number")
        return cls(fields.get("memory_bytes"), fields.get("processes"))


class Watch:
    """Looks at calls from time to time."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._next = 0.0

    @property
    def milliseconds_left(self) -> int | None:
        """Until the next look; `None` where there is nothing to look for."""
        if self._budget == Budget():
            return None
        return max(0, int((self._next - time.monotonic()) * 1000) + 1)

    def over_budget(self, calls: Iterable[int]) -> list[tuple[int, str]]:
        """The calls' processes that use more than they may, each with the limit's name. Looks only when it is time."""
        if self._budget == Budget() or time.monotonic() < self._next:
            return []
        self._next = time.monotonic() + INTERVAL_SECONDS
        return [(pid, limit) for pid in calls if (limit := self._broken_by(pid)) is not None]

    def _broken_by(self, call: int) -> str | None:
        most = self._budget.processes
        tree = _tree(call, most)
        if most is not None and sum(tree.values()) > most:
            return "processes"
        memory = self._budget.memory_bytes
        if memory is None or sum(map(_resident, tree)) <= memory:
            return None
        # That counted pages twice which processes share; only now is the exact figure worth its price.
        return "memory" if sum(map(_proportional, tree)) > memory else None


def _tree(root: int, most: int | None) -> dict[int, int]:
    """A process and all below it, each with its number of threads; no further than `most` of them."""
    found: dict[int, int] = {}
    count = 0
    waiting = [root]
    while waiting and (most is None or count <= most):
        pid = waiting.pop()
        if pid not in found:
            found[pid] = processes.thread_count(pid)
            count += found[pid]
            waiting.extend(processes.children_of(pid))
    return found


def _resident(pid: int) -> int:
    fields = _read(pid, "statm").split()
    return int(fields[1]) * _PAGE if len(fields) > 1 else 0


def _proportional(pid: int) -> int:
    """Memory of a process, with pages that it shares counted by its share of them."""
    for line in _read(pid, "smaps_rollup").splitlines():
        if line.startswith(b"Pss:"):
            return int(line.split()[1]) * 1024
    return 0


def _read(pid: int, name: str) -> bytes:
    try:
        with open(f"/proc/{pid}/{name}", "rb") as file:
            return file.read()
    except OSError:
        return b""  # It has ended.
