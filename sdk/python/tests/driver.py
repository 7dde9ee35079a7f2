"""Drives a real runner as the server does: over its sockets, with its own log pipes."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import socket
import struct
import sys
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SOURCES = Path(__file__).resolve().parents[1] / "src"
PATIENCE_SECONDS = 60.0
"""How long a test waits for something that must come before it fails. Nothing is judged by it otherwise."""


class RunnerDied(Exception):
    """The runner closed its control socket."""


@dataclass
class Outcome:
    """What one call gave."""

    answer: dict[str, Any] | None
    ending: dict[str, Any]
    log: str

    @property
    def value(self) -> Any:
        assert self.answer is not None, (self.ending, self.log)
        assert self.answer["type"] == "result", self.answer
        return self.answer["value"]

    @property
    def error(self) -> dict[str, Any]:
        assert self.answer is not None, (self.ending, self.log)
        assert self.answer["type"] == "error", self.answer
        return self.answer


class RunningCall:
    """A call that was sent and has not been waited for."""

    def __init__(self, runner: RunnerProcess, call_id: str, stream: socket.socket, log: int) -> None:
        self.runner = runner
        self.id = call_id
        self.stream = stream
        self.log_bytes = 0
        self._log_tail = bytearray()
        self._reader = threading.Thread(target=self._read_log, args=(log,), daemon=True)
        self._reader.start()

    def _read_log(self, log: int) -> None:
        while part := os.read(log, 1 << 20):
            self.log_bytes += len(part)
            self._log_tail = (self._log_tail + part)[-65536:]
        os.close(log)

    def read_answer(self) -> dict[str, Any] | None:
        header = self._exactly(4)
        if header is None:
            return None
        body = self._exactly(struct.unpack(">I", header)[0])
        return None if body is None else json.loads(body)

    def _exactly(self, length: int) -> bytes | None:
        parts = bytearray()
        while len(parts) < length:
            try:
                part = self.stream.recv(length - len(parts))
            except ConnectionResetError:  # The child died with its request unread.
                return None
            if not part:
                return None
            parts += part
        return bytes(parts)

    def finish(self) -> Outcome:
        """Read the answer, wait for the report of the end, and for the log's end of file: no process holds it."""
        answer = self.read_answer()
        ending = self.runner.ending_of(self.id)
        self._reader.join(PATIENCE_SECONDS)
        assert not self._reader.is_alive(), "a process still holds the call's log"
        self.stream.close()
        return Outcome(answer, ending, self._log_tail.decode())


class RunnerProcess:
    """A runner and the server's ends of its sockets."""

    def __init__(self, root: Path, python: str = sys.executable, environment: Mapping[str, str] | None = None) -> None:
        self.root = root
        self.isolation: str | None = None
        self.hooks: list[str] = []
        self.scratch: Path | None = None
        self.workspace = root.parent / "workspace"
        self.workspace.mkdir(exist_ok=True)
        self.control, its_control = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.control.settimeout(PATIENCE_SECONDS)
        self.log_path = root.parent / "runner.log"
        log = os.open(self.log_path, os.O_CREAT | os.O_WRONLY | os.O_TRUNC | os.O_CLOEXEC)
        nothing = os.open(os.devnull, os.O_RDONLY)
        variables = {"PATH": os.environ["PATH"], "PYTHONPATH": str(SOURCES), **(environment or {})}
        for entry in os.listdir("/proc/self/fd"):
            # What this test process itself inherited is none of the runner's.
            with contextlib.suppress(OSError):
                os.set_inheritable(int(entry), int(entry) < 3)
        home = os.getcwd()
        os.chdir(root)
        try:
            self.pid = os.posix_spawn(
                python,
                [python, "-X", "utf8", "-P", "-m", "covalt_toolset.runner"],
                variables,
                file_actions=[
                    (os.POSIX_SPAWN_DUP2, nothing, 0),
                    (os.POSIX_SPAWN_DUP2, log, 1),
                    (os.POSIX_SPAWN_DUP2, log, 2),
                    (os.POSIX_SPAWN_DUP2, its_control.fileno(), 3),
                ],
            )
        finally:
            os.chdir(home)
        its_control.close()
        os.close(log)
        os.close(nothing)
        self._endings: dict[str, dict[str, Any]] = {}
        self._count = 0
        self._exit: int | None = None

    def order(self, message: Mapping[str, Any], descriptors: tuple[int, ...] = ()) -> None:
        socket.send_fds(self.control, [json.dumps(message).encode()], list(descriptors))

    def report(self) -> dict[str, Any]:
        """The next report, whatever it is about."""
        packet = self.control.recv(1 << 17)
        if not packet:
            raise RunnerDied(self.log())
        found = json.loads(packet)
        assert isinstance(found, dict)
        return found

    def load(self, *modules: str, **more: Any) -> dict[str, Any]:
        self.order({"op": "load", "protocol": 1, "toolset": "t", "root": str(self.root), "modules": modules, **more})
        while (report := self.report())["event"] == "initialising":
            self.hooks.append(report["hook"])
        return report

    @property
    def data(self) -> Path:
        """What the sandbox hides, but for the workspace and what else is in use."""
        return self.root.parent

    def load_sandboxed(self, *modules: str, **sandbox: Any) -> dict[str, Any]:
        """Load with a sandbox that hides the folder in which all of this test is."""
        scratch = self.data / "tmp"
        scratch.mkdir(exist_ok=True)
        wanted = {
            "writes": "workspace",
            "network": "allow",
            "hidden": [str(self.data)],
            "workspaces": [str(self.workspace)],
            "scratch": [str(scratch)],
            "readable": [str(self.root), str(SOURCES)],
        }
        return self.load(*modules, sandbox={**wanted, **sandbox}, isolation=self.isolation)

    def start(self, request: Mapping[str, Any], call_id: str | None = None) -> RunningCall:
        self._count += 1
        call_id = call_id or f"call-{self._count}"
        ours, its = socket.socketpair()
        ours.settimeout(PATIENCE_SECONDS)
        log_reader, log_writer = os.pipe()
        self.order({"op": "call", "id": call_id}, (its.fileno(), log_writer))
        its.close()
        os.close(log_writer)
        body = json.dumps(request).encode()
        with contextlib.suppress(BrokenPipeError):
            ours.sendall(struct.pack(">I", len(body)) + body)
        return RunningCall(self, call_id, ours, log_reader)

    def begin(self, entrypoint: str, args: Mapping[str, Any] | None = None, **limits: Any) -> RunningCall:
        """Start a call of a function."""
        return self.start(
            {
                "kind": "call",
                "entrypoint": entrypoint,
                "args": args or {},
                "context": {
                    "workspace": str(self.workspace),
                    "chat_id": "chat",
                    "call_id": f"id-{self._count}",
                    "toolset_id": "t",
                    "toolset_root": str(self.root),
                    "config": {"key": "value"},
                },
                "scratch": None if self.scratch is None else str(self.scratch),
                "limits": {"memory_bytes": None, "processes": None, "result_bytes": 1 << 26, **limits},
            }
        )

    def call(self, entrypoint: str, args: Mapping[str, Any] | None = None, **limits: Any) -> Outcome:
        """Call a function and wait for its end."""
        return self.begin(entrypoint, args, **limits).finish()

    def describe(self, *entrypoints: str) -> dict[str, Any]:
        value = self.start({"kind": "describe", "entrypoints": entrypoints}).finish().value
        assert isinstance(value, dict)
        return value

    def kill(self, call: RunningCall) -> None:
        self.order({"op": "kill", "id": call.id})

    def ending_of(self, call_id: str) -> dict[str, Any]:
        while call_id not in self._endings:
            report = self.report()
            assert report["event"] in ("exited", "refused"), report
            assert report["id"] not in self._endings, "reported twice"
            self._endings[report["id"]] = report
        return self._endings[call_id]

    def log(self) -> str:
        return self.log_path.read_text()

    def wait(self) -> int:
        """Wait until the runner has exited; return its exit code, negative for a signal."""
        if self._exit is None:
            watch = os.pidfd_open(self.pid)
            try:
                ready, _, _ = select.select([watch], [], [], PATIENCE_SECONDS)
                if not ready:
                    os.kill(self.pid, signal.SIGKILL)
                _, status = os.waitpid(self.pid, 0)
                assert ready, "the runner does not exit"
            finally:
                os.close(watch)
            self._exit = os.waitstatus_to_exitcode(status)
        return self._exit

    def close(self) -> None:
        self.control.close()
        self.wait()


def processes_marked(house: str) -> list[int]:
    """The living processes that carry this `PEGBOARD_HOUSE` in their environment."""
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            with contextlib.suppress(OSError):
                if house.encode() in Path(f"/proc/{entry}/environ").read_bytes():
                    found.append(int(entry))
    return found


@contextlib.contextmanager
def running(root: Path, **options: Any) -> Iterator[RunnerProcess]:
    runner = RunnerProcess(root, **options)
    try:
        yield runner
    finally:
        runner.close()
