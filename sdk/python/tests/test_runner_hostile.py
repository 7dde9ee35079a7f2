"""Tools that misbehave: each harms its own call alone, and leaves no process behind."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import MakeRunner, is_gone
from driver import RunnerProcess

Run = Callable[..., RunnerProcess]

HOSTILE = """
def fine(workspace: Path) -> str:
    return "fine"

def exits(workspace: Path, code: int):
    os._exit(code)

def sys_exits(workspace: Path):
    sys.exit("enough")

def interrupts(workspace: Path):
    raise KeyboardInterrupt

class Odd(BaseException):
    def __str__(self):
        raise RuntimeError("no text")

def raises_odd(workspace: Path):
    raise Odd

def raises_huge(workspace: Path):
    raise ValueError("x" * 10_000_000)

def raises_surrogate(workspace: Path):
    raise ValueError("bad \\udcff")

def segfaults(workspace: Path):
    ctypes.string_at(1)

def kills_itself(workspace: Path):
    os.kill(os.getpid(), signal.SIGKILL)

def recurses(workspace: Path):
    return recurses(workspace)

def prints(workspace: Path, megabytes: int) -> str:
    line = b"x" * ((1 << 20) - 1) + b"\\n"
    for _ in range(megabytes):
        os.write(1, line)
    return "printed"

def closes_everything(workspace: Path):
    os.closerange(0, 4096)
    return "nobody hears this"

def closes_and_opens(workspace: Path):
    os.closerange(3, 4096)
    files = [open(workspace / f"f{n}", "wb", buffering=0) for n in range(16)]
    globals()["kept"] = files
    return "must not land in a file"

def closes_streams(workspace: Path):
    sys.stdout.close()
    sys.stderr = None
    return "fine"

def leaves_threads(workspace: Path):
    for _ in range(4):
        threading.Thread(target=time.sleep, args=(3600,)).start()
    return "fine"

def breaks_signals(workspace: Path):
    def angry(*_):
        raise RuntimeError("alarm")
    for number in (signal.SIGTERM, signal.SIGCHLD, signal.SIGALRM, signal.SIGUSR1):
        signal.signal(number, angry)
    signal.setitimer(signal.ITIMER_REAL, 0.0005, 0.0005)
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM, signal.SIGINT])
    return "fine"
"""


@pytest.fixture
def runner(run: Run) -> RunnerProcess:
    return run(HOSTILE)


@pytest.fixture(autouse=True)
def still_serves(runner: RunnerProcess, request: pytest.FixtureRequest) -> object:
    """After whatever a test did, the next call is served."""
    yield
    assert runner.call("tools.t:fine").value == "fine"


def test_os_exit_ends_without_an_answer(runner: RunnerProcess) -> None:
    for code in (0, 3):
        outcome = runner.call("tools.t:exits", {"code": code})
        assert outcome.answer is None
        assert (outcome.ending["code"], outcome.ending["signal"]) == (code, None)


@pytest.mark.parametrize(("function", "number"), [("segfaults", 11), ("kills_itself", 9)])
def test_death_by_signal_is_reported(runner: RunnerProcess, function: str, number: int) -> None:
    outcome = runner.call(f"tools.t:{function}")
    assert outcome.answer is None
    assert (outcome.ending["code"], outcome.ending["signal"]) == (None, number)


@pytest.mark.parametrize(
    ("function", "message"),
    [
        ("sys_exits", "The code called sys.exit(enough)."),
        ("interrupts", "KeyboardInterrupt"),
        ("raises_odd", "Odd: (its text cannot be made)"),
        ("raises_surrogate", "ValueError: bad \\udcff"),
    ],
)
def test_every_exception_is_an_answer(runner: RunnerProcess, function: str, message: str) -> None:
    outcome = runner.call(f"tools.t:{function}")
    assert (outcome.error["kind"], outcome.error["message"]) == ("raised", message)
    assert outcome.ending["code"] == 0


def test_texts_of_exceptions_are_cut_and_tracebacks_show_the_tool_alone(runner: RunnerProcess) -> None:
    error = runner.call("tools.t:raises_huge").error
    assert len(error["message"]) <= 4096
    assert len(error["traceback"]) <= 16 * 1024
    error = runner.call("tools.t:recurses").error
    assert error["message"].startswith("RecursionError: maximum recursion depth exceeded")
    frames = [line for line in error["traceback"].splitlines() if line.startswith("  File ")]
    assert frames
    assert all("tools/t.py" in line for line in frames)


def test_a_gigabyte_of_prints_reaches_the_log_and_nothing_else(runner: RunnerProcess) -> None:
    call = runner.begin("tools.t:prints", {"megabytes": 1024})
    assert call.finish().value == "printed"
    assert call.log_bytes == 1 << 30


def test_closed_descriptors_lose_the_answer_and_say_so(runner: RunnerProcess) -> None:
    for function in ("closes_everything", "closes_and_opens"):
        outcome = runner.call(f"tools.t:{function}")
        assert outcome.answer is None
        assert outcome.ending["code"] == 70
    assert "the answer could not be sent" in outcome.log
    assert all(path.stat().st_size == 0 for path in runner.workspace.glob("f*"))


@pytest.mark.parametrize("function", ["closes_streams", "leaves_threads", "breaks_signals"])
def test_what_breaks_the_process_does_not_break_the_answer(runner: RunnerProcess, function: str) -> None:
    outcome = runner.call(f"tools.t:{function}")
    assert outcome.value == "fine"
    assert outcome.ending["code"] == 0


def test_a_call_can_be_killed_at_any_moment(runner: RunnerProcess) -> None:
    # Without waiting in between: the kill meets the child before, while and after it reads its request.
    for _ in range(20):
        call = runner.begin("tools.t:prints", {"megabytes": 100_000})
        runner.kill(call)
        outcome = call.finish()
        assert outcome.answer is None
        assert outcome.ending["signal"] == 9


def test_a_kill_for_an_unknown_call_is_ignored(runner: RunnerProcess) -> None:
    runner.order({"op": "kill", "id": "never was"})
    assert runner.call("tools.t:fine").value == "fine"


FAMILY = """
    PIDS = "pids"

    def note():
        with open(PIDS, "a") as file:
            file.write(f"{os.getpid()}\\n")

    def wait_for(count):
        while not os.path.exists(PIDS) or len(open(PIDS).read().split()) < count:
            time.sleep(0.001)

    def sleep_for_ever():
        note()
        for descriptor in range(3):
            os.close(descriptor)
        while True:
            time.sleep(3600)

    def daemonise():
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
                    signal.signal(number, signal.SIG_IGN)
                sleep_for_ever()
            os._exit(0)
        os.wait()

    def family(workspace: Path, end: str) -> str:
        for _ in range(3):
            daemonise()
        if os.fork() == 0:
            if os.fork() == 0:
                sleep_for_ever()
            sleep_for_ever()
        stopped = os.fork()
        if stopped == 0:
            note()
            os.kill(os.getpid(), signal.SIGSTOP)
        threading.Thread(target=lambda: subprocess.Popen(["sleep", "3600"])).start()
        wait_for(6)
        if end == "exit":
            os._exit(5)
        if end == "unparent":
            libc = ctypes.CDLL(None)
            libc.prctl(36, 0, 0, 0, 0)   # no longer a subreaper: orphans go to the runner
            daemonise()
        if end == "hang":
            note()
            time.sleep(3600)
        return "done"

    def chain(workspace: Path, length: int) -> str:
        # Each process starts the next and ends: there is never a tree to walk, only a moving target.
        note()
        for _ in range(length):
            if os.fork() != 0:
                os._exit(0)
            os.setsid()
        note()
        time.sleep(3600)

    def many(workspace: Path, count: int) -> str:
        for _ in range(count):
            if os.fork() == 0:
                while True:
                    time.sleep(3600)
        return "done"
"""


class TestFamilies:
    @pytest.fixture
    def runner(self, run: Run) -> RunnerProcess:
        return run("def fine(workspace: Path): return 'fine'\n" + FAMILY.replace("\n    ", "\n"))

    def pids(self, runner: RunnerProcess) -> list[int]:
        return [int(word) for word in (runner.workspace / "pids").read_text().split()]

    @pytest.mark.parametrize(("end", "code"), [("return", 0), ("exit", 5), ("unparent", 0)])
    def test_nothing_lives_once_the_end_is_reported(self, runner: RunnerProcess, end: str, code: int) -> None:
        call = runner.begin("tools.t:family", {"end": end})
        call.read_answer()
        assert runner.ending_of(call.id)["code"] == code
        pids = self.pids(runner)
        assert len(pids) >= 6
        assert [pid for pid in pids if not is_gone(pid)] == []

    def test_a_killed_call_takes_its_family_along(self, runner: RunnerProcess) -> None:
        call = runner.begin("tools.t:family", {"end": "hang"})
        while not (runner.workspace / "pids").exists() or len(self.pids(runner)) < 7:
            os.sched_yield()
        runner.kill(call)
        assert call.finish().ending["signal"] == 9
        assert [pid for pid in self.pids(runner) if not is_gone(pid)] == []

    def test_one_call_s_end_does_not_touch_its_neighbour(self, runner: RunnerProcess) -> None:
        neighbour = runner.begin("tools.t:family", {"end": "hang"})
        while not (runner.workspace / "pids").exists() or len(self.pids(runner)) < 7:
            os.sched_yield()
        living = self.pids(runner)
        assert runner.call("tools.t:many", {"count": 3}).value == "done"
        assert [pid for pid in living if is_gone(pid)] == []
        runner.kill(neighbour)
        neighbour.finish()
        assert [pid for pid in living if not is_gone(pid)] == []

    def test_a_chain_of_processes_is_caught(self, runner: RunnerProcess) -> None:
        call = runner.begin("tools.t:chain", {"length": 300})
        assert call.finish().answer is None
        assert [pid for pid in self.pids(runner) if not is_gone(pid)] == []

    def test_a_crowd_is_ended(self, runner: RunnerProcess) -> None:
        assert runner.call("tools.t:many", {"count": 200}).value == "done"


class TestResults:
    """Return values that are no JSON."""

    @pytest.fixture
    def runner(self, run: Run) -> RunnerProcess:
        return run("""
            def fine(workspace: Path): return "fine"
            def value(workspace: Path, expression: str):
                cyclic = {"a": [1]}
                cyclic["a"].append(cyclic)
                deep = []
                for _ in range(100_000):
                    deep = [deep]
                class Liar:
                    @property
                    def model_dump(self): raise LookupError("no")
                return eval(expression, globals(), locals())
        """)

    @pytest.mark.parametrize(
        ("expression", "message"),
        [
            ("float('nan')", "result is nan, which JSON does not have; return None or a text instead."),
            (
                "{'a': [1.0, float('-inf')]}",
                "result.a[1] is -inf, which JSON does not have; return None or a text instead.",
            ),
            ("{'a': object()}", "result.a is of type object, which has no form in JSON."),
            ("[lambda: 1]", "result[0] is of type function, which has no form in JSON."),
            ("(n for n in [1])", "result is an iterator; return a list."),
            ("{(1, 2): 3}", "result has a key of type tuple; the keys of a JSON object are texts."),
            ("cyclic", "result.a[1] contains itself."),
            ("deep", "The result is nested deeper than 100 levels."),
            ("__import__('json').loads('['*101 + ']'*101)", "The result is nested deeper than 100 levels."),
            ("10**5000", "result is an integer of more than 4300 digits."),
            (
                "'\\udcff'",
                "result holds text that is not valid Unicode (a lone surrogate, as in names of files that are not UTF-8).",
            ),
            ("Liar()", "LookupError: no"),
        ],
    )
    def test_is_refused_with_place_and_reason(self, runner: RunnerProcess, expression: str, message: str) -> None:
        error = runner.call("tools.t:value", {"expression": expression}).error
        assert (error["kind"], error["message"]) == ("not_json", message)


def test_many_failures_at_import_fit_one_packet(make_runner: MakeRunner, runner: RunnerProcess, tmp_path: Path) -> None:
    other = RunnerProcess(make_files(tmp_path / "other" / "toolset", 60))
    try:
        report = other.load(*(f"m{n}" for n in range(60)))
        assert len(report["failed"]) == 60
        assert len(json.dumps(report)) < 3 * 64 * 1024
        assert report["failed"]["m7"]["message"].startswith("ValueError: ")
    finally:
        other.close()


def make_files(root: Path, count: int) -> Path:
    root.mkdir(parents=True)
    for n in range(count):
        (root / f"m{n}.py").write_text("raise ValueError('€' * 100_000)")
    return root
