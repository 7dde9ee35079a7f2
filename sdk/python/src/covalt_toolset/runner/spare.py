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
from covalt_toolset.runner.hooks import run_hooks
from covalt_toolset.runner.landlock import Ruleset
from covalt_toolset.runner.rehearsal import Rehearsal
from covalt_toolset.runner.sandbox import Bounds, Sandbox
from covalt_toolset.runner.toolset import Toolset

SPARE_ARGUMENT = "--spare"
"""Marks a process that the runner started anew, before the runner's process id."""
SANDBOX_ARGUMENT = "--sandbox"
"""After that id: the process finds the rules of its sandbox at a descriptor."""
_HANDOVER_DESCRIPTOR = 3
_RULES_DESCRIPTOR = 4


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


@dataclass(frozen=True, slots=True)
class Origin:
    """What every process of a call is made from."""

    toolset: Toolset
    rehearsal: Rehearsal
    sandbox: Sandbox
    load: dict[str, Any]
    """The `load` order, for those that import anew."""
    environment: dict[str, str]
    """The runner's own, from before the imports."""


def fork_spare(origin: Origin, not_for_children: Iterable[Callable[[], None]]) -> Spare:
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
            _be_forked(runner, origin, its, [ours.close, *not_for_children])
    return Spare(pid, ours)


def spawn_spare(origin: Origin) -> Spare:
    """Start a spare anew; it imports what the `load` order names.

    Raises:
        OSError: The kernel has no process or descriptor left.
    """
    ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    rules = None
    with its:
        command = [sys.executable, "-X", "utf8", "-P", "-m", "covalt_toolset.runner", SPARE_ARGUMENT, str(os.getpid())]
        try:
            rules = origin.sandbox.begin_call()
            # Everything else is close-on-exec, as Python opens it.
            actions = [(os.POSIX_SPAWN_DUP2, its.fileno(), _HANDOVER_DESCRIPTOR)]
            if rules is not None:
                actions.append((os.POSIX_SPAWN_DUP2, rules.fileno(), _RULES_DESCRIPTOR))
                command.append(SANDBOX_ARGUMENT)
            pid = os.posix_spawn(
                sys.executable,
                command,
                origin.environment,
                file_actions=actions,
                setsigmask=(),
                setsigdef=(signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGCHLD),
            )
            ours.send(json.dumps(origin.load).encode(), socket.MSG_DONTWAIT | socket.MSG_NOSIGNAL)
        except OSError:
            ours.close()
            raise
        finally:
            if rules is not None:
                rules.close()
    return Spare(pid, ours)


def be_spawned(runner: int, *, with_rules: bool) -> NoReturn:
    """The life of a process that `spawn_spare` started. Never returns."""
    try:
        child.detach(runner)
        handover = socket.socket(fileno=_HANDOVER_DESCRIPTOR)
        handover.set_inheritable(False)
        rules = None
        if with_rules:
            os.set_inheritable(_RULES_DESCRIPTOR, False)
            rules = Ruleset(_RULES_DESCRIPTOR)
        load = json.loads(handover.recv(MAX_PACKET_BYTES))
        toolset = Toolset(load["root"])
        toolset.load(load["modules"])
        run_hooks(toolset, load)
        bounds = Bounds.read(load["sandbox"]) if load.get("sandbox") else Bounds()
        ready = child.Readiness(toolset, Rehearsal(), bounds, rules)
    except BaseException as error:
        os.write(2, f"covalt_toolset.runner: a new process failed: {type(error).__name__}: {error}\n".encode())
        os._exit(child.EXIT_NO_ANSWER)
    child.serve(ready, handover)


def _be_forked(
    runner: int,
    origin: Origin,
    handover: socket.socket,
    not_for_children: Iterable[Callable[[], None]],
) -> NoReturn:
    try:
        for close in not_for_children:
            close()
        child.detach(runner)
        sandbox = origin.sandbox
        ready = child.Readiness(origin.toolset, origin.rehearsal, sandbox.bounds, sandbox.begin_call())
        sandbox.close_places()
    except BaseException:
        # No call knows of this process yet; the runner sees it die and makes another.
        os._exit(child.EXIT_NO_ANSWER)
    child.serve(ready, handover)
