"""Hooks run once in the runner, calls find what they made, and one that fails takes nothing else with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from conftest import MakeRunner
from driver import RunnerDied, RunnerProcess

Run = Callable[..., RunnerProcess]

COUNTED = """
state: list[str] = []
def init() -> None: state.append(f"init in {os.getpid()}")
def post_init() -> None: state.append(f"post_init after {len(state)}")
@tool
def seen() -> list[str]: return state
@tool
def runner() -> int: return os.getppid()
"""

HOOKS = {"init": "tools.t:init", "post_init": "tools.t:post_init"}


def failure_of(runner: RunnerProcess, entrypoint: str = "tools.t:seen") -> dict[str, Any]:
    return runner.call(entrypoint).error


def load(make_runner: MakeRunner, text: str, **more: Any) -> tuple[RunnerProcess, dict[str, Any]]:
    runner = make_runner({"tools/t.py": text})
    return runner, runner.load("tools.t", **more)


def test_they_run_once_in_order_and_calls_find_what_they_made(run: Run) -> None:
    runner = run(COUNTED, hooks=HOOKS)
    assert runner.hooks == ["init", "post_init"]
    seen = [runner.call("tools.t:seen").value for _ in range(3)]
    assert seen == [[f"init in {runner.pid}", "post_init after 1"]] * 3


def test_without_them_nothing_runs(run: Run) -> None:
    runner = run(COUNTED)
    assert (runner.hooks, runner.call("tools.t:seen").value) == ([], [])


def test_one_may_be_there_without_the_other(run: Run) -> None:
    runner = run(COUNTED, hooks={"post_init": "tools.t:post_init"})
    assert (runner.hooks, runner.call("tools.t:seen").value) == (["post_init"], ["post_init after 0"])


def test_a_spawned_call_runs_them_in_its_own_process(run: Run) -> None:
    runner = run(COUNTED, hooks=HOOKS, isolation="spawn")
    (first, _), (second, _) = (runner.call("tools.t:seen").value for _ in range(2))
    assert len({first, second, f"init in {runner.pid}"}) == 3


def test_a_thread_that_one_leaves_running_makes_calls_spawn(make_runner: MakeRunner) -> None:
    text = """
    def init() -> None: threading.Thread(target=time.sleep, args=(3600,), daemon=True).start()
    @tool
    def fine() -> int: return 1
    """
    runner, report = load(make_runner, text, hooks={"init": "tools.t:init"})
    assert (report["threads"], report["isolation"]) == (1, "spawn")
    assert runner.call("tools.t:fine").value == 1


def test_coroutines_run_to_their_end_and_leave_no_thread(make_runner: MakeRunner) -> None:
    text = """
    import asyncio
    state = []
    async def init() -> None:
        state.append(await asyncio.to_thread(lambda: "awaited"))
    @tool
    def seen() -> list[str]: return state
    """
    runner, report = load(make_runner, text, hooks={"init": "tools.t:init"})
    assert report["isolation"] == "fork"
    assert runner.call("tools.t:seen").value == ["awaited"]


def test_they_get_a_context_without_a_call(run: Run) -> None:
    text = """
    state = {}
    def init(context) -> None:
        state.update(toolset=context.toolset_id, root=str(context.toolset_root), config=dict(context.config))
        try:
            get_context()
        except RuntimeError as error:
            state["call"] = str(error)[:13]
        state["folder"] = os.getcwd()
    @tool
    def seen() -> dict: return state
    """
    runner = run(text, hooks={"init": "tools.t:init"})
    root = str(runner.root)
    assert runner.call("tools.t:seen").value == {
        "toolset": "t",
        "root": root,
        "config": {},
        "call": "get_context()",
        "folder": root,
    }


@pytest.mark.parametrize("isolation", ["fork", "spawn"])
def test_a_failure_names_the_toolset_and_fails_every_call(make_runner: MakeRunner, isolation: str) -> None:
    text = COUNTED + "def fails() -> None:\n    print('once')\n    raise ValueError('no key')\n"
    runner, report = load(make_runner, text, hooks={**HOOKS, "init": "tools.t:fails"}, isolation=isolation)
    assert report["failed"] == {}
    told = report["uninitialised"]
    assert told["kind"] == "import"
    assert told["message"] == (
        "The toolset `t` is not initialised: its init hook `tools.t:fails` failed. ValueError: no key"
    )
    assert "in fails" in told["traceback"]
    assert runner.hooks == ["init"]
    assert failure_of(runner) == {"type": "error", **told}
    assert failure_of(runner, "tools.t:runner") == {"type": "error", **told}
    assert runner.log().count("once") == 1


@pytest.mark.parametrize(
    ("hook", "kind", "message"),
    [
        ("tools.t:inti", "missing", "The module `tools.t` has no function `inti`. Did you mean `init`?"),
        ("tools.nowhere:init", "missing", "The toolset has no module `tools.nowhere`"),
        ("init", "missing", "`init` is not an entrypoint"),
        ("tools.t:leaves", "import", "The code called sys.exit(3)."),
        ("tools.t:wants", "import", "missing 1 required positional argument: 'more'"),
        ("tools.t:later", "import", "RuntimeError: awaited"),
    ],
)
def test_whatever_goes_wrong_is_said(make_runner: MakeRunner, hook: str, kind: str, message: str) -> None:
    text = """
    def init() -> None: pass
    def leaves() -> None: sys.exit(3)
    def wants(context, more) -> None: pass
    async def later() -> None: raise RuntimeError("awaited")
    @tool
    def fine() -> int: return 1
    """
    runner, report = load(make_runner, text, hooks={"init": hook})
    assert report["uninitialised"]["kind"] == kind
    assert message in report["uninitialised"]["message"]
    assert message in failure_of(runner, "tools.t:fine")["message"]


def test_an_endless_message_is_cut_and_still_names_the_toolset(make_runner: MakeRunner) -> None:
    text = "def init() -> None:\n    print('y' * 1_000_000)\n    raise ValueError('x' * 1_000_000)\n"
    runner, report = load(make_runner, text, hooks={"init": "tools.t:init"})
    message = report["uninitialised"]["message"]
    assert message.startswith("The toolset `t` is not initialised")
    assert len(message) <= 4096
    assert failure_of(runner)["message"] == message


def test_one_that_ends_the_process_says_before_which_it_was(make_runner: MakeRunner) -> None:
    runner = make_runner({"tools/t.py": "def init() -> None: os._exit(5)\n"})
    with pytest.raises(RunnerDied):
        runner.load("tools.t", hooks={"init": "tools.t:init"})
    assert runner.hooks == ["init"]
    assert runner.wait() == 5


def test_processes_that_one_leaves_are_ended(run: Run) -> None:
    runner = run("def init() -> None: subprocess.Popen(['sleep', '3600'])\n", hooks={"init": "tools.t:init"})
    assert "ended 1 process(es) that imports or hooks left running" in runner.log()


@pytest.mark.parametrize("hooks", ["a", [1], {"init": 1}])
def test_what_are_no_hooks_ends_the_runner(make_runner: MakeRunner, hooks: object) -> None:
    runner, report = load(make_runner, COUNTED, hooks=hooks)
    assert report["message"] == "`hooks` of `load` must be an object of texts"
    assert runner.wait() == 2
