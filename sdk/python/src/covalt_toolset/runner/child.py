"""The life of a call's process: set itself apart from the runner, wait for its call, answer it, exit."""

from __future__ import annotations

import json
import os
import resource
import select
import signal
import socket
import sys
from dataclasses import dataclass
from typing import Any, NoReturn

from covalt_toolset.runner import processes
from covalt_toolset.runner.call import answer, error_frame
from covalt_toolset.runner.failure import Failure, Kind, from_exception
from covalt_toolset.runner.frames import FrameTooLarge, read_frame, write_frame
from covalt_toolset.runner.hints import HINTS
from covalt_toolset.runner.landlock import Ruleset
from covalt_toolset.runner.rehearsal import Rehearsal
from covalt_toolset.runner.sandbox import Bounds, confine_call
from covalt_toolset.runner.toolset import Toolset

EXIT_NO_ANSWER = 70
"""Exit code of a child that could not deliver its answer; its log says why."""

HANDOVER = b"call"
"""The message that carries a call's two descriptors from the runner to its child."""

_CATCHABLE = sorted(set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP})


def detach(runner: int) -> None:
    """Make this process a child of its own kind: it outlives neither the runner nor its call.

    Raises:
        OSError: The kernel refused, or the runner with process id `runner` is gone.
    """
    processes.die_with_parent(runner)
    processes.become_subreaper()
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD):
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    os.setsid()
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))


@dataclass(frozen=True, slots=True)
class Readiness:
    """What a process has made ready for its call."""

    toolset: Toolset
    rehearsal: Rehearsal
    bounds: Bounds
    rules: Ruleset | None
    """The rules that all calls of the toolset have in common; `None` where calls have none."""


def serve(ready: Readiness, handover: socket.socket) -> NoReturn:
    """Wait for one call on `handover`, answer it and exit. Never returns, never raises."""
    code = EXIT_NO_ANSWER
    try:
        if not select.select([handover], [], [], 0)[0]:
            ready.rehearsal.run()
        stream = _receive_call(handover)
        if stream is None:
            os._exit(0)
        code = _serve_call(ready, stream)
    except BaseException as error:
        _log(f"the call's process failed: {type(error).__name__}: {error}")
    finally:
        _flush()
        # Not `sys.exit`: exit handlers and buffers belong to the runner, threads of the tool end here.
        os._exit(code)


def _receive_call(handover: socket.socket) -> socket.socket | None:
    message, descriptors, _, _ = socket.recv_fds(handover, len(HANDOVER), 2, socket.MSG_CMSG_CLOEXEC)
    handover.close()
    if message != HANDOVER or len(descriptors) != 2:
        return None
    call, log = descriptors
    os.dup2(log, 1)
    os.dup2(log, 2)
    os.close(log)
    return socket.socket(fileno=call)


def _serve_call(ready: Readiness, stream: socket.socket) -> int:
    _reseed_numpy()
    try:
        body = read_frame(stream)
    except FrameTooLarge as error:
        failure = Failure(Kind.TOO_LARGE, f"The request has {error.length:,} bytes, more than can be read.")
        return _deliver(stream, error_frame(failure))
    if body is None:
        return 0  # The server gave up before it said what to do.
    request = json.loads(body)
    del body
    try:
        _limit(request)
        _confine(ready, request)
    except (OSError, ValueError) as error:
        return _deliver(stream, error_frame(from_exception(Kind.RAISED, error)))
    return _deliver(stream, answer(ready.toolset, request))


def _limit(request: dict[str, Any]) -> None:
    """Enter the workspace and apply the call's limits, for this process and all that it starts."""
    if request["kind"] == "call":
        os.chdir(request["context"]["workspace"])
    limits = request.get("limits") or {}
    if (memory := limits.get("memory_bytes")) is not None:
        _lower(resource.RLIMIT_DATA, int(memory))
    if (count := limits.get("processes")) is not None:
        # The kernel counts all of the user's, so it holds the call only to what there is besides; the runner counts.
        _lower(resource.RLIMIT_NPROC, int(count) + processes.count_all())


def _lower(limit: int, value: int) -> None:
    highest = resource.getrlimit(limit)[1]
    if highest != resource.RLIM_INFINITY:
        value = min(value, highest)
    resource.setrlimit(limit, (value, value))


def _confine(ready: Readiness, request: dict[str, Any]) -> None:
    """Give the call its temporary folder, and leave it nothing else to write to but this and its workspace."""
    workspace = request["context"]["workspace"] if request["kind"] == "call" else None
    scratch = request.get("scratch")
    if scratch is not None:
        os.environ["TMPDIR"] = scratch
        if (module := sys.modules.get("tempfile")) is not None:
            vars(module)["tempdir"] = None  # It keeps the folder that it found first.
    if ready.rules is not None:
        confine_call(ready.rules, workspace, scratch)
    if ready.rules is not None or ready.bounds.writes_anywhere:
        HINTS.know(ready.bounds, tuple(path for path in (workspace, scratch) if path is not None))


def _deliver(stream: socket.socket, frame: bytes) -> int:
    # What the tool left behind (an alarm, a handler that raises) must not cut the answer in two.
    signal.pthread_sigmask(signal.SIG_SETMASK, _CATCHABLE)
    try:
        write_frame(stream, frame)
    except OSError as error:
        _log(f"the answer could not be sent: {error}")
        return EXIT_NO_ANSWER
    return 0


def _reseed_numpy() -> None:
    """Python's own generator is seeded anew in every fork, NumPy's is not: all calls would draw the same numbers."""
    random = sys.modules.get("numpy.random")
    if random is not None:
        random.seed(int.from_bytes(os.urandom(4), "little"))


def _log(text: str) -> None:
    try:
        os.write(2, f"covalt_toolset.runner: {text}\n".encode("utf-8", "backslashreplace"))
    except OSError:
        pass  # The tool closed it, or nobody reads: there is no one left to tell.


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BaseException:  # noqa: S112
            continue  # Closed or replaced by the tool; its text is lost, its answer is not.
