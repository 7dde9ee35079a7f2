"""The spare: the next call's process, made before its call comes.

A fork takes longer the more the toolset has imported, and a fresh start of Python takes longer still. So the runner
always keeps one process that has done all of that and waits for a call's descriptors.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any, NoReturn

from covalt_toolset.runner import child
from covalt_toolset.runner.control import MAX_PACKET_BYTES
from covalt_toolset.runner.rehearsal import Rehearsal
from covalt_toolset.runner.toolset import Toolset

SPARE_ARGUMENT = "--spare"
"""Marks a process that the runner started anew, before the runner's process id."""
_HANDOVER_DESCRIPTOR = 3


class Isolation(str, Enum):
    """How a call gets its own process."""

    FORK = "fork"
    """A copy of the runner: fast, but a thread of the runner would not be in it, and its locks might be held."""
    SPAWN = "spawn"
    """Python started anew, with the modules imported again: safe whatever they do."""


@dataclass(frozen=True, slots=True)
class Spare:
    """A process that waits for its call."""

    pid: int
    handover: socket.socket

    def hand_over(self, descriptors: list[int]) -> None:
        """Give the process its call.

        Raises:
            OSError: It is dead.
        """
        socket.send_fds(self.handover, [child.HANDOVER], descriptors, socket.MSG_DONTWAIT | socket.MSG_NOSIGNAL)
        self.handover.close()


def fork_spare(toolset: Toolset, rehearsal: Rehearsal, not_for_children: Iterable[Callable[[], None]]) -> Spare:
    """Fork a spare; it first calls `not_for_children`, which close what only the runner may hold.

    Raises:
        OSError: The kernel has no process or descriptor left.
    """
    runner = os.getpid()
    ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with its:
        try:
            pid = os.fork()
        except OSError:
            ours.close()
            raise
        if pid == 0:
            _be_forked(runner, toolset, rehearsal, its, [ours.close, *not_for_children])
    return Spare(pid, ours)


def spawn_spare(load: dict[str, Any], environment: dict[str, str]) -> Spare:
    """Start a spare anew; it imports what the `load` order names.

    Raises:
        OSError: The kernel has no process or descriptor left.
    """
    ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with its:
        command = [sys.executable, "-X", "utf8", "-P", "-m", "covalt_toolset.runner", SPARE_ARGUMENT, str(os.getpid())]
        try:
            pid = os.posix_spawn(
                sys.executable,
                command,
                environment,
                # Everything else is close-on-exec, as Python opens it.
                file_actions=[(os.POSIX_SPAWN_DUP2, its.fileno(), _HANDOVER_DESCRIPTOR)],
                setsigmask=(),
                setsigdef=(signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGCHLD),
            )
            ours.send(json.dumps(load).encode(), socket.MSG_DONTWAIT | socket.MSG_NOSIGNAL)
        except OSError:
            ours.close()
            raise
    return Spare(pid, ours)


def be_spawned(runner: int) -> NoReturn:
    """The life of a process that `spawn_spare` started. Never returns."""
    try:
        child.detach(runner)
        handover = socket.socket(fileno=_HANDOVER_DESCRIPTOR)
        handover.set_inheritable(False)
        load = json.loads(handover.recv(MAX_PACKET_BYTES))
        toolset = Toolset(load["root"])
        toolset.load(load["modules"])
        rehearsal = Rehearsal()
    except BaseException as error:
        os.write(2, f"covalt_toolset.runner: a new process failed: {type(error).__name__}: {error}\n".encode())
        os._exit(child.EXIT_NO_ANSWER)
    child.serve(toolset, rehearsal, handover)


def _be_forked(
    runner: int,
    toolset: Toolset,
    rehearsal: Rehearsal,
    handover: socket.socket,
    not_for_children: Iterable[Callable[[], None]],
) -> NoReturn:
    try:
        for close in not_for_children:
            close()
        child.detach(runner)
    except BaseException:
        # No call knows of this process yet; the runner sees it die and makes another.
        os._exit(child.EXIT_NO_ANSWER)
    child.serve(toolset, rehearsal, handover)
