"""The runner's own life: loading, isolation, refusals, the end."""

from __future__ import annotations

import os
import select
import signal
import socket
from collections.abc import Callable

import pytest
from conftest import MakeRunner, is_gone
from driver import PATIENCE_SECONDS, RunnerDied, RunnerProcess

Run = Callable[..., RunnerProcess]

PLAIN = """
def fine(workspace: Path) -> int: return os.getpid()
def hang(workspace: Path) -> None:
    children = [subprocess.Popen(["sleep", "3600"], start_new_session=True) for _ in range(2)]
    (workspace / "pids.new").write_text(" ".join(str(p.pid) for p in children) + f" {os.getpid()}")
    os.rename("pids.new", "pids")
    time.sleep(3600)
"""


def begin_hanging(runner: RunnerProcess) -> list[int]:
    """Start a call with two processes of its own and return all three process ids."""
    runner.begin("tools.t:hang")
    pids = runner.workspace / "pids"
    while not pids.exists():
        os.sched_yield()
    return [int(word) for word in pids.read_text().split()]


def test_loaded_says_what_there_is(make_runner: MakeRunner) -> None:
    runner = make_runner({"tools/t.py": PLAIN})
    report = runner.load("tools.t")
    version = ".".join(map(str, __import__("sys").version_info[:3]))
    assert report == {
        "event": "loaded",
        "protocol": 1,
        "pid": runner.pid,
        "python": version,
        "threads": 0,
        "isolation": "fork",
        "failed": {},
    }


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        (b'{"op":"load","protocol":2,"root":"/","modules":[]}', "this runner speaks protocol 1, the server 2"),
        (b'{"op":"load","protocol":1,"root":7,"modules":[]}', "`root` of `load` must be a text"),
        (b'{"op":"load","protocol":1,"root":"/","modules":"a"}', "`modules` of `load` must be a list of texts"),
        (
            b'{"op":"load","protocol":1,"root":"/","modules":[],"isolation":"vm"}',
            "`isolation` of `load` must be `fork` or `spawn`",
        ),
        (b'{"op":"call","id":"a"}', "the first order must be `load`, not `call`"),
        (b"[1]", "a message is not a JSON object"),
        (b"{", "a message is not JSON"),
        (b"[" * 60000, "a message is not JSON"),
        (b"x" * 70000, "a message is longer than 65536 bytes"),
    ],
)
def test_what_it_does_not_understand_ends_it_with_the_reason(
    make_runner: MakeRunner, message: bytes, reason: str
) -> None:
    runner = make_runner({"tools/t.py": PLAIN})
    runner.control.send(message)
    assert runner.report() == {"event": "fatal", "protocol": 1, "message": reason}
    assert runner.wait() == 2
    assert reason in runner.log()


def test_an_unknown_op_ends_running_calls_too(run: Run) -> None:
    runner = run(PLAIN)
    pids = begin_hanging(runner)
    runner.order({"op": "dance"})
    assert runner.report() == {"event": "fatal", "protocol": 1, "message": "unknown op `dance`"}
    assert runner.wait() == 2
    assert [pid for pid in pids if not is_gone(pid)] == []


@pytest.mark.parametrize("how", ["quit", "end of file", "SIGTERM", "SIGHUP"])
def test_quitting_ends_every_call(run: Run, how: str) -> None:
    runner = run(PLAIN)
    pids = begin_hanging(runner)
    if how == "quit":
        runner.order({"op": "quit"})
    elif how == "end of file":
        runner.control.close()
    else:
        os.kill(runner.pid, getattr(signal, how))
    if how != "end of file":
        assert runner.ending_of("call-1")["signal"] == 9
    assert runner.wait() == 0
    assert [pid for pid in pids if not is_gone(pid)] == []


def test_quit_before_load(make_runner: MakeRunner) -> None:
    runner = make_runner({"tools/t.py": PLAIN})
    runner.order({"op": "quit"})
    assert runner.wait() == 0


def test_a_killed_runner_takes_its_children_along(run: Run) -> None:
    runner = run(PLAIN)
    *below, child = begin_hanging(runner)
    watch = os.pidfd_open(child)
    os.kill(runner.pid, signal.SIGKILL)
    assert select.select([watch], [], [], PATIENCE_SECONDS)[0], "the child outlives its runner"
    os.close(watch)
    assert runner.wait() == -9
    for pid in below:
        # What the child had started is now beyond the runner's reach: the server finds it by PEGBOARD_HOUSE.
        watch = os.pidfd_open(pid)
        os.kill(pid, signal.SIGKILL)
        select.select([watch], [], [], PATIENCE_SECONDS)
        os.close(watch)


def test_refusals(run: Run) -> None:
    runner = run(PLAIN)
    runner.order({"op": "call", "id": "bare"})
    assert runner.report() == {
        "event": "refused",
        "id": "bare",
        "message": "a call needs two descriptors, its socket and its log",
    }
    begin_hanging(runner)
    ours, its = socket.socketpair()
    runner.order({"op": "call", "id": "call-1"}, (its.fileno(), its.fileno()))
    assert runner.report() == {"event": "refused", "id": "call-1", "message": "a call with this id is running"}
    its.close()
    assert ours.recv(1) == b"", "the runner keeps descriptors of a refused call"


def test_a_server_that_does_not_read_holds_nothing_up(run: Run) -> None:
    runner = run(PLAIN)
    call = runner.begin("tools.t:fine")
    runner.control.setblocking(False)
    # Each is refused, and nobody reads the refusals: in the end the runner takes no more orders.
    with pytest.raises(BlockingIOError):
        order_until_full(runner)
    assert call.read_answer() is not None
    os.kill(runner.pid, signal.SIGTERM)
    assert runner.wait() == 0


def order_until_full(runner: RunnerProcess) -> None:
    for number in range(100_000):
        runner.order({"op": "call", "id": f"{number:0>200}"})


def test_a_dead_spare_is_replaced(run: Run) -> None:
    runner = run(PLAIN)
    for _ in range(5):
        for pid in spares(runner):
            os.kill(pid, signal.SIGKILL)
        outcome = runner.begin("tools.t:fine").finish()
        # The kill may also meet the spare when it has its call already; then that call died of it.
        assert outcome.answer is not None or outcome.ending["signal"] == 9
    assert isinstance(runner.call("tools.t:fine").value, int)


def spares(runner: RunnerProcess) -> list[int]:
    with open(f"/proc/{runner.pid}/task/{runner.pid}/children") as children:
        return [int(word) for word in children.read().split()]


class TestImports:
    def test_sys_exit_fails_that_module_alone(self, make_runner: MakeRunner) -> None:
        runner = make_runner({"tools/t.py": PLAIN, "tools/bad.py": "sys.exit(3)", "tools/worse.py": "x = ("})
        failed = runner.load("tools.t", "tools.bad", "tools.worse")["failed"]
        assert sorted(failed) == ["tools.bad", "tools.worse"]
        assert failed["tools.bad"]["message"] == "The code called sys.exit(3)."
        assert failed["tools.worse"]["message"].startswith("SyntaxError: '(' was never closed")
        assert runner.call("tools.bad:f").error["kind"] == "import"
        assert isinstance(runner.call("tools.t:fine").value, int)

    def test_os_exit_ends_the_runner(self, make_runner: MakeRunner) -> None:
        runner = make_runner({"tools/t.py": "os._exit(9)"})
        with pytest.raises(RunnerDied):
            runner.load("tools.t")
        assert runner.wait() == 9

    def test_an_import_that_hangs_can_be_terminated(self, make_runner: MakeRunner) -> None:
        runner = make_runner({"tools/t.py": "Path('started').touch()\ntime.sleep(3600)"})
        runner.order({"op": "load", "protocol": 1, "toolset": "t", "root": str(runner.root), "modules": ["tools.t"]})
        while not (runner.root / "started").exists():
            os.sched_yield()
        os.kill(runner.pid, signal.SIGTERM)
        assert runner.wait() == -signal.SIGTERM

    def test_circular_imports_work_as_in_python(self, make_runner: MakeRunner) -> None:
        runner = make_runner(
            {
                "tools/a.py": "import tools.b\ndef f(workspace: Path): return tools.b.g()",
                "tools/b.py": "import tools.a\ndef g(): return 'from b'",
                "tools/c.py": "from tools.d import y\nx = 1",
                "tools/d.py": "from tools.c import x\ny = 1",
            }
        )
        failed = runner.load("a", "tools.c")["failed"]
        assert list(failed) == ["tools.c"]
        assert "partially initialized module 'tools.c'" in failed["tools.c"]["message"]
        assert runner.call("a:f").value == "from b"

    def test_a_name_of_python_s_own_is_refused_with_the_way_out(self, make_runner: MakeRunner) -> None:
        runner = make_runner({"json.py": "def f(workspace: Path): return 1", "tools/t.py": PLAIN})
        failed = runner.load("json", "tools.t")["failed"]
        assert list(failed) == ["json"]
        assert "move it into `tools/`" in failed["json"]["message"]
        assert isinstance(runner.call("tools.t:fine").value, int)

    def test_a_linked_folder_and_file_are_taken_as_they_are(self, make_runner: MakeRunner) -> None:
        runner = make_runner({"elsewhere/t.py": PLAIN, "elsewhere/u.py": PLAIN})
        (runner.root / "tools").symlink_to("elsewhere")
        (runner.root / "u.py").symlink_to("elsewhere/u.py")
        assert runner.load("tools.t", "u")["failed"] == {}

    def test_numpy_draws_other_numbers_in_every_call(self, make_runner: MakeRunner) -> None:
        # A stand-in with NumPy's own trouble: its generator does not notice forks.
        stand_in = "import random as r\ngenerator = r.Random(1)\nseed, draw = generator.seed, generator.random"
        text = "import numpy.random\ndef draw(workspace: Path): return numpy.random.draw()"
        runner = make_runner({"numpy/__init__.py": "", "numpy/random.py": stand_in, "tools/t.py": text})
        assert runner.load("tools.t")["failed"] == {}
        assert runner.call("tools.t:draw").value != runner.call("tools.t:draw").value

    def test_processes_left_by_imports_are_ended(self, make_runner: MakeRunner) -> None:
        text = "p = subprocess.Popen(['sleep', '3600'])\ndef pid(workspace: Path): return p.pid"
        runner = make_runner({"tools/t.py": text})
        runner.load("tools.t")
        assert is_gone(runner.call("tools.t:pid").value)
        assert "ended 1 process(es) that imports or hooks left running" in runner.log()

    def test_imports_cannot_take_the_runner_s_signals(self, run: Run) -> None:
        runner = run(
            PLAIN
            + """
def angry(*_): raise RuntimeError("angry")
for number in (signal.SIGCHLD, signal.SIGTERM, signal.SIGINT):
    signal.signal(number, angry)
signal.set_wakeup_fd(-1)
"""
        )
        assert isinstance(runner.call("tools.t:fine").value, int)
        os.kill(runner.pid, signal.SIGINT)
        assert isinstance(runner.call("tools.t:fine").value, int)


class TestSpawn:
    THREADED = (
        PLAIN
        + """
lock = threading.Lock()
def hold():
    with lock:
        time.sleep(3600)
holder = threading.Thread(target=hold, daemon=True)
holder.start()
while not lock.locked():
    time.sleep(0)
def alive(workspace: Path) -> list:
    return [holder.is_alive(), Path(workspace).samefile(os.getcwd()), os.getsid(0) == os.getpid()]
"""
    )

    def test_threads_of_imports_make_every_call_a_fresh_process(self, make_runner: MakeRunner) -> None:
        runner = make_runner({"tools/t.py": self.THREADED})
        report = runner.load("tools.t")
        assert (report["threads"], report["isolation"]) == (1, "spawn")
        # The import ran anew: its thread lives in the call's own process.
        assert runner.call("tools.t:alive").value == [True, True, True]
        pids = begin_hanging(runner)
        runner.order({"op": "kill", "id": "call-2"})
        assert runner.ending_of("call-2")["signal"] == 9
        assert [pid for pid in pids if not is_gone(pid)] == []

    def test_isolation_can_be_chosen(self, make_runner: MakeRunner) -> None:
        runner = make_runner({"tools/t.py": self.THREADED})
        report = runner.load("tools.t", isolation="fork")
        assert (report["threads"], report["isolation"]) == (1, "fork")
        assert runner.call("tools.t:alive").value == [False, True, True]

    def test_spawned_calls_log_answer_and_fail_like_forked_ones(self, make_runner: MakeRunner) -> None:
        runner = make_runner({"tools/t.py": PLAIN + "def say(workspace: Path): print('hello'); return {1, 2}"})
        assert runner.load("tools.t", "nope", isolation="spawn")["isolation"] == "spawn"
        outcome = runner.call("tools.t:say")
        assert (outcome.value, outcome.log) == ([1, 2], "hello\n")
        assert runner.call("nope:f").error["kind"] == "missing"
        assert runner.call("tools.t:fine", {"x": 1}).error["kind"] == "arguments"
        assert "x: no such argument" in runner.call("tools.t:fine", {"x": 1}).error["message"]
