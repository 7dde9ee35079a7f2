"""The runner's own process: reads orders, hands calls to children, ends and reaps them."""

from __future__ import annotations

import gc
import os
import platform
import select
import signal
import socket
import sys
import time
from collections.abc import Callable

from covalt_toolset.runner import processes
from covalt_toolset.runner.control import PROTOCOL, ControlSocket, Hangup, Order, ProtocolError, loaded_report
from covalt_toolset.runner.hints import HINTS
from covalt_toolset.runner.hooks import read_hooks, run_hooks
from covalt_toolset.runner.rehearsal import Rehearsal
from covalt_toolset.runner.sandbox import Bounds, Sandbox, Unenforceable
from covalt_toolset.runner.spare import Isolation, Origin, Spare, fork_spare, spawn_spare
from covalt_toolset.runner.toolset import Toolset
from covalt_toolset.runner.watch import Budget, Watch

EXIT_PROTOCOL = 2
"""Exit code of a runner that did not understand the server."""
RETRY_MILLISECONDS = 20
"""How soon to look again while processes of ended calls are still alive."""
QUIT_SECONDS = 5.0
"""How long to wait, when quitting, for processes that the kernel does not let die."""

THREADS_SECONDS = 0.2
"""How long loading waits for threads to go away, before calls are spawned because of them."""
THREADS_LOOKS = 20
"""How often it looks within that time."""

_QUIT_SIGNALS = frozenset({signal.SIGTERM, signal.SIGHUP})


class Runner:
    """One toolset's runner, from `load` to `quit`."""

    def __init__(self, control: ControlSocket) -> None:
        self._control = control
        self._environment = dict(os.environ)
        self._wake, self._wake_writer = socket.socketpair()
        self._wake.setblocking(False)
        self._wake_writer.setblocking(False)
        self._origin: Origin | None = None
        self._isolation = Isolation.FORK
        self._spare: Spare | None = None
        self._wants_spare = False
        self._calls: dict[str, int] = {}
        self._call_of: dict[int, str] = {}
        # Reaped, but not reported: something that they started may still live.
        self._reaped: list[tuple[str, int]] = []
        self._watch = Watch(Budget())
        self._over_budget: dict[str, str] = {}
        self._has_orphans = False
        # Bound now: a toolset that patches `select` at import must not change how the runner waits.
        self._poll = select.poll()

    def run(self) -> int:
        """Serve until told to stop; return the exit code."""
        try:
            self._load_toolset(self._await_load())
            while self._step():
                pass
            code = 0
        except Hangup:
            code = 0
        except ProtocolError as error:
            self._report_fatal(str(error))
            code = EXIT_PROTOCOL
        self._end_all()
        return code

    def _await_load(self) -> Order:
        self._poll.register(self._control.fileno(), select.POLLIN)
        while True:
            self._poll.poll()
            order = self._control.receive()
            if order is not None:
                break
        if order.op == "quit":
            raise Hangup("quit before load")
        if order.op != "load":
            raise ProtocolError(f"the first order must be `load`, not `{order.op}`")
        if order.fields.get("protocol") != PROTOCOL:
            raise ProtocolError(f"this runner speaks protocol {PROTOCOL}, the server {order.fields.get('protocol')!r}")
        return order

    def _load_toolset(self, order: Order) -> None:
        root = order.text("root")
        modules = order.fields.get("modules")
        if not isinstance(modules, list) or not all(isinstance(name, str) for name in modules):
            raise ProtocolError("`modules` of `load` must be a list of texts")
        wanted = order.fields.get("isolation")
        if wanted not in (None, "fork", "spawn"):
            raise ProtocolError("`isolation` of `load` must be `fork` or `spawn`")
        load = {name: order.fields.get(name) for name in ("toolset", "root", "modules", "hooks", "sandbox")}
        try:
            read_hooks(load)
        except ValueError as error:
            raise ProtocolError(str(error)) from None
        sandbox = self._confine(order)
        toolset = Toolset(root)
        failed = toolset.load(modules)
        uninitialised = run_hooks(toolset, load, self._report_hook)
        threads = _threads_left()
        self._isolation = Isolation(wanted or ("spawn" if threads else "fork"))
        if uninitialised is not None:
            # To tell of the failure any copy will do, and the hooks are not tried again for it.
            self._isolation = Isolation.FORK
        self._origin = Origin(toolset, Rehearsal(), sandbox, load, self._environment)
        self._watch_signals()
        self._end_processes_of_loading()
        _settle_memory()
        self._wants_spare = True
        self._control.send(
            loaded_report(
                failed,
                uninitialised,
                pid=os.getpid(),
                python=platform.python_version(),
                threads=threads,
                isolation=self._isolation.value,
                **({} if sandbox.lacks is None else {"unconfined": sandbox.lacks}),
            )
        )

    def _confine(self, order: Order) -> Sandbox:
        """Before any code of the toolset runs."""
        wanted = order.fields.get("sandbox")
        if wanted is None:
            return Sandbox()
        if not isinstance(wanted, dict):
            raise ProtocolError("`sandbox` of `load` must be an object")
        try:
            bounds = Bounds.read(wanted)
            self._watch = Watch(Budget.read(wanted))
        except ValueError as error:
            raise ProtocolError(str(error)) from None
        sandbox = Sandbox(bounds)
        try:
            sandbox.confine_runner()
        except Unenforceable as error:
            self._control.send({"event": "unconfinable", "message": str(error)})
            raise Hangup("no sandbox") from None
        if sandbox.lacks is None:
            HINTS.know(bounds, (*bounds.workspaces, *bounds.scratch))
        return sandbox

    def _watch_signals(self) -> None:
        """Only after the imports: before them a signal simply ends the runner, and they may set their own."""
        for number in (signal.SIGCHLD, *_QUIT_SIGNALS):
            signal.signal(number, lambda _number, _frame: None)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.set_wakeup_fd(self._wake_writer.fileno(), warn_on_full_buffer=False)
        self._poll.register(self._wake.fileno(), select.POLLIN)

    def _report_hook(self, hook: str) -> None:
        self._control.send({"event": "initialising", "hook": hook})

    def _end_processes_of_loading(self) -> None:
        started = processes.children_of(os.getpid())
        if started:
            _log(f"ended {len(started)} process(es) that imports or hooks left running; start them in the call")
            self._reap()

    def _step(self) -> bool:
        """Wait for one thing and do it; return whether to go on."""
        ready = self._poll.poll(0)
        if not ready:
            # A call that was just handed over is at work by now, and the server waits for it: the moment to make its
            # successor's process. Later, the fork would compete with the server, which then records the call.
            self._make_spare_if_wanted()
            ready = self._poll.poll(self._patience())
        if not ready and self._has_orphans:
            self._reap()
        if self._calls:
            self._end_over_budget()
        for descriptor, events in ready:
            if descriptor == self._wake.fileno():
                if not self._handle_signals():
                    return False
            elif not self._handle_control(events):
                return False
        self._watch_control()
        return True

    def _end_over_budget(self) -> None:
        for pid, limit in self._watch.over_budget(list(self._call_of)):
            self._over_budget[self._call_of[pid]] = limit
            processes.end_trees([pid])

    def _patience(self) -> int | None:
        """How many milliseconds to wait for something to do; `None` is for ever."""
        if self._has_orphans:
            return RETRY_MILLISECONDS
        return self._watch.milliseconds_left if self._calls else None

    def _watch_control(self) -> None:
        wanted = 0 if self._control.is_clogged else select.POLLIN
        if self._control.has_unsent:
            wanted |= select.POLLOUT
        self._poll.modify(self._control.fileno(), wanted)

    def _handle_signals(self) -> bool:
        try:
            numbers = self._wake.recv(4096)
        except BlockingIOError:
            return True
        self._reap()
        return not _QUIT_SIGNALS.intersection(numbers)

    def _handle_control(self, events: int) -> bool:
        if events & select.POLLOUT:
            self._control.send_waiting()
        if not events & (select.POLLIN | select.POLLHUP | select.POLLERR) or self._control.is_clogged:
            return True
        order = self._control.receive()
        if order is None:
            return True
        try:
            return self._obey(order)
        finally:
            order.close()

    def _obey(self, order: Order) -> bool:
        match order.op:
            case "call":
                self._start_call(order.text("id"), order)
            case "kill":
                pid = self._calls.get(order.text("id"))
                # An unknown id is no error: the call may have ended while the order was on its way.
                if pid is not None:
                    processes.end_trees([pid])
            case "quit":
                return False
            case "load":
                raise ProtocolError("`load` may come only once")
            case other:
                raise ProtocolError(f"unknown op `{other}`")
        return True

    def _start_call(self, call: str, order: Order) -> None:
        if len(order.descriptors) != 2:
            return self._refuse(call, "a call needs two descriptors, its socket and its log")
        if call in self._calls:
            return self._refuse(call, "a call with this id is running")
        # The spare may have died unnoticed; a second failure is no accident.
        for _ in range(2):
            try:
                spare = self._spare or self._make_spare([order.close])
            except OSError as error:
                return self._refuse(call, f"no process could be made: {error}")
            self._spare = None
            self._wants_spare = True
            try:
                spare.hand_over(order.descriptors)
            except OSError:
                spare.handover.close()
                processes.end_trees([spare.pid])
                continue
            self._calls[call] = spare.pid
            self._call_of[spare.pid] = call
            return None
        return self._refuse(call, "the process made for the call died before it")

    def _refuse(self, call: str, reason: str) -> None:
        self._control.send({"event": "refused", "id": call, "message": reason})

    def _make_spare_if_wanted(self) -> None:
        if not self._wants_spare or self._spare is not None:
            return
        # Once: where it fails or dies, the next call tries again and reports why.
        self._wants_spare = False
        try:
            self._spare = self._make_spare([])
        except OSError as error:
            _log(f"no spare process could be made: {error}")

    def _make_spare(self, also_close: list[Callable[[], None]]) -> Spare:
        assert self._origin is not None
        if self._isolation is Isolation.SPAWN:
            return spawn_spare(self._origin)
        not_for_children = [self._control.close, self._wake.close, self._wake_writer.close, *also_close]
        return fork_spare(self._origin, not_for_children)

    def _reap(self) -> None:
        """Collect the dead, end what they left behind, and report the calls of which nothing lives any more."""
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                break
            if pid == 0:
                break
            self._note_death(pid, status)
        orphans = [pid for pid in processes.children_of(os.getpid()) if not self._is_known(pid)]
        self._has_orphans = bool(orphans)
        if orphans:
            processes.end_trees(orphans)
            return
        reaped, self._reaped = self._reaped, []
        for call, status in reaped:
            ending: dict[str, object] = {"event": "exited", "id": call, **_exit_fields(status)}
            if (limit := self._over_budget.pop(call, None)) is not None:
                ending["limit"] = limit
            self._control.send(ending)

    def _note_death(self, pid: int, status: int) -> None:
        call = self._call_of.pop(pid, None)
        if call is not None:
            del self._calls[call]
            self._reaped.append((call, status))
        elif self._spare is not None and self._spare.pid == pid:
            self._spare.handover.close()
            self._spare = None

    def _is_known(self, pid: int) -> bool:
        return pid in self._call_of or (self._spare is not None and self._spare.pid == pid)

    def _end_all(self) -> None:
        """End every call and the spare, and wait until nothing is left."""
        if self._spare is not None:
            self._spare.handover.close()
        deadline = time.monotonic() + QUIT_SECONDS
        while time.monotonic() < deadline:
            processes.end_trees(processes.children_of(os.getpid()))
            try:
                self._reap()
            except Hangup:
                continue  # Nobody is left to report to, but the processes still have to end.
            if not self._calls and not self._has_orphans and not processes.children_of(os.getpid()):
                return
            time.sleep(0.001)
        _log("gave up on processes that the kernel does not let end")

    def _report_fatal(self, message: str) -> None:
        _log(message)
        try:
            self._control.send({"event": "fatal", "protocol": PROTOCOL, "message": message})
        except Hangup:
            return


def _exit_fields(status: int) -> dict[str, int | None]:
    code = os.waitstatus_to_exitcode(status)
    return {"code": code, "signal": None} if code >= 0 else {"code": None, "signal": -code}


def _threads_left() -> int:
    """The threads that loading leaves, those that Python does not know included.

    One that was joined may be there a moment longer: Python lets go of it before the kernel does.
    """
    for _ in range(THREADS_LOOKS):
        if processes.thread_count(os.getpid()) == 1:
            return 0
        time.sleep(THREADS_SECONDS / THREADS_LOOKS)
    return processes.thread_count(os.getpid()) - 1


def _settle_memory() -> None:
    """Make the pages that all children share stay shared, and leave no half-printed text for each to print again."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception as error:
            _log(f"{error}")
    gc.collect()
    gc.freeze()


def _log(text: str) -> None:
    try:
        os.write(2, f"covalt_toolset.runner: {text}\n".encode("utf-8", "backslashreplace"))
    except OSError:
        return
