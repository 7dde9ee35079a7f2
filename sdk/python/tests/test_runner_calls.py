"""What a call gets and gives, through the real runner."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import MakeRunner
from driver import RunnerProcess

Run = Callable[..., RunnerProcess]

APP_BUILDER = """
def write_file(workspace: Path, path: str, content: str) -> dict:
    target = workspace / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(content)
    return {"written": path, "size": len(content)}
"""


def test_a_function_without_the_decorator_gets_the_workspace_first(run: Run) -> None:
    runner = run(APP_BUILDER)
    outcome = runner.call("tools.t:write_file", {"path": "a/b.py", "content": "print(1)"})
    assert outcome.value == {"written": "a/b.py", "size": 8}
    assert outcome.ending == {"event": "exited", "id": "call-1", "code": 0, "signal": None}
    assert (runner.workspace / "a/b.py").read_text() == "print(1)"


def test_a_decorated_function_reaches_its_context_also_in_threads(run: Run) -> None:
    runner = run("""
        @tool
        def where() -> dict:
            context = get_context()
            seen = []
            thread = threading.Thread(target=lambda: seen.append(get_context() is context))
            thread.start()
            thread.join()
            return {
                "workspace": context.workspace, "cwd": os.getcwd(), "chat": context.chat_id,
                "toolset": context.toolset_id, "root": context.toolset_root, "key": context.config["key"],
                "in_thread": seen, "secret_in_repr": "value" in repr(context),
            }
    """)
    assert runner.call("tools.t:where").value == {
        "workspace": str(runner.workspace),
        "cwd": str(runner.workspace),
        "chat": "chat",
        "toolset": "t",
        "root": str(runner.root),
        "key": "value",
        "in_thread": [True],
        "secret_in_repr": False,
    }


def test_the_process_of_a_call_is_set_apart(run: Run) -> None:
    runner = run("""
        def look(workspace: Path) -> dict:
            files = {}
            for number in os.listdir("/proc/self/fd"):
                try:
                    files[number] = os.readlink(f"/proc/self/fd/{number}")
                except FileNotFoundError:
                    pass  # It was the listing's own.
            return {
                "leads": os.getsid(0) == os.getpid(), "files": files, "pid": os.getpid(),
                "term": signal.getsignal(signal.SIGTERM) == signal.SIG_DFL,
                "blocked": len(signal.pthread_sigmask(signal.SIG_BLOCK, [])),
            }
    """)
    first, second = (runner.call("tools.t:look").value for _ in range(2))
    assert first["leads"]
    assert first["term"]
    assert first["blocked"] == 0
    assert first["pid"] != second["pid"]
    files = first["files"]
    assert files["0"] == "/dev/null"
    assert files["1"] == files["2"]
    assert files["1"].startswith("pipe:")
    # Beside these three only the call's socket is open.
    others = sorted(kind.partition(":")[0] for number, kind in files.items() if number not in "012")
    assert others == ["socket"]


def test_calls_share_nothing(run: Run) -> None:
    runner = run("""
        import random
        seen = []
        def count(workspace: Path) -> list:
            seen.append(1)
            return [len(seen), random.random()]
    """)
    first, second = (runner.call("tools.t:count").value for _ in range(2))
    assert (first[0], second[0]) == (1, 1)
    assert first[1] != second[1], "forks must not share a random sequence"


def test_async_functions_run_and_leave_no_task(run: Run) -> None:
    runner = run("""
        import asyncio
        @tool
        async def go(n: int) -> list:
            done = []
            async def background():
                try:
                    await asyncio.sleep(3600)
                finally:
                    print("cleaned up")
            task = asyncio.create_task(background())
            await asyncio.sleep(0)
            return [n, get_context().chat_id]
        @tool
        async def stuck_thread() -> str:
            asyncio.get_running_loop().run_in_executor(None, time.sleep, 3600)
            return "answered"
        @tool
        async def fails() -> None:
            raise LookupError("no such thing")
    """)
    outcome = runner.call("tools.t:go", {"n": 3})
    assert outcome.value == [3, "chat"]
    assert outcome.log == "cleaned up\n"
    assert runner.call("tools.t:stuck_thread").value == "answered"
    error = runner.call("tools.t:fails").error
    assert error["kind"] == "raised"
    assert error["message"] == "LookupError: no such thing"
    assert "asyncio" not in error["traceback"]


def test_prints_of_each_call_go_to_its_own_log(run: Run) -> None:
    runner = run("""
        import logging
        logging.basicConfig(level="INFO", format="%(message)s")
        print("imported", end="")
        def speak(workspace: Path, word: str) -> None:
            print(word, end="")
            logging.info("logged %s", word)
            print("to stderr", file=sys.stderr)
            subprocess.run(["echo", "from a process"], check=True)
    """)
    outcomes = [runner.call("tools.t:speak", {"word": word}) for word in ("one", "two")]
    for word, outcome in zip(("one", "two"), outcomes, strict=True):
        # What Python prints comes in whole lines; "from a process" may come between the unfinished first and the rest.
        assert f"logged {word}\n" in outcome.log
        assert "to stderr\n" in outcome.log
        assert "from a process\n" in outcome.log
        assert outcome.log.count(word) == 2
        assert "imported" not in outcome.log
    assert runner.log() == "imported"


def test_many_calls_at_once_all_answer(run: Run) -> None:
    runner = run("""
        def echo(workspace: Path, n: int) -> int:
            time.sleep(0.01)
            return n
    """)
    calls = [runner.begin("tools.t:echo", {"n": n}) for n in range(24)]
    assert [call.finish().value for call in calls] == list(range(24))


@pytest.mark.parametrize(
    ("entrypoint", "message"),
    [
        ("tools.t:wriet_file", "The module `tools.t` has no function `wriet_file`. Did you mean `write_file`?"),
        ("tools.t:xyz", "The module `tools.t` has no function `xyz`. It has: write_file."),
        ("tools.t:PREFIX", "The module `tools.t` has no function `PREFIX`. It has: write_file."),
        ("nope:f", "The toolset has no module `nope`; looked for `nope.py` and `tools/nope.py`."),
        ("../x:f", "`../x:f` is not an entrypoint; write it as `module.path:function`."),
        ("", "`` is not an entrypoint; write it as `module.path:function`."),
        ("os:system", "The toolset has no module `os`; looked for `os.py` and `tools/os.py`."),
    ],
)
def test_what_is_missing_is_named(run: Run, entrypoint: str, message: str) -> None:
    error = run(APP_BUILDER + "PREFIX = 1\n").call(entrypoint).error
    assert (error["kind"], error["message"]) == ("missing", message)


def test_a_module_is_found_in_the_folder_and_below_tools(make_runner: MakeRunner) -> None:
    runner = make_runner(
        {
            "top.py": "def f(workspace: Path): return [__name__]",
            "tools/low.py": "def f(workspace: Path): return [__name__]",
            "tools/pkg/__init__.py": "from .part import f",
            "tools/pkg/part.py": "def f(workspace: Path): return [__name__]",
            # Named like a module of Python: fine below `tools/`.
            "tools/json.py": "def f(workspace: Path): return [__name__]",
        }
    )
    assert runner.load("top", "low", "tools.low", "pkg", "json")["failed"] == {}
    found = {e: runner.call(e).value for e in ("top:f", "low:f", "tools.low:f", "pkg:f", "pkg.part:f", "json:f")}
    assert found == {
        "top:f": ["top"],
        "low:f": ["tools.low"],
        "tools.low:f": ["tools.low"],
        "pkg:f": ["tools.pkg.part"],
        "pkg.part:f": ["tools.pkg.part"],
        "json:f": ["tools.json"],
    }


def test_arguments_are_checked_and_become_instances(run: Run) -> None:
    runner = run("""
        from datetime import date
        from pydantic import BaseModel, Field
        class Config(BaseModel):
            source: str
            limit: int = Field(default=3, ge=1)
        @tool
        def transform(config: Config, day: date, tags: set[str] = frozenset(), *, loud: bool = False) -> dict:
            return {"type": type(config).__name__, "config": config, "day": day, "kind": type(day).__name__,
                    "tags": tags, "loud": loud}
        def bad_model(workspace: Path, value: "Strange") -> None: ...
        class Strange(BaseModel):
            n: int
            def model_post_init(self, _context):
                raise KeyError("inside the model")
    """)
    arguments = {"config": {"source": "a"}, "day": "2026-01-02", "tags": ["x", "x"], "loud": "true"}
    assert runner.call("tools.t:transform", arguments).value == {
        "type": "Config",
        "config": {"source": "a", "limit": 3},
        "day": "2026-01-02",
        "kind": "date",
        "tags": ["x"],
        "loud": True,
    }
    error = runner.call("tools.t:transform", {"config": {"limit": 0}, "unknown": 1}).error
    assert error["kind"] == "arguments"
    assert error["message"].split("\n") == [
        "config.source: missing",
        "config.limit: Input should be greater than or equal to 1",
        "day: missing",
        "unknown: no such argument; it takes: config, day, tags, loud",
    ]
    error = runner.call("tools.t:bad_model", {"value": {"n": 1}}).error
    assert (error["kind"], error["message"]) == ("arguments", "KeyError: 'inside the model'")


def test_describe_gives_definitions_and_failures_side_by_side(make_runner: MakeRunner) -> None:
    runner = make_runner(
        {
            "tools/good.py": '''
                import socket
                @tool(name="Add", requires_confirmation=True, category="maths")
                def add(a: int, b: int = 1) -> int:
                    """Add two numbers.

                    Args:
                        a: The first.
                    """
                    return a + b
                def plain(workspace: Path, path: str) -> None:
                    """Do something with a file."""
                @tool
                def odd(connection: socket.socket) -> None: ...
            ''',
            "tools/bad.py": "raise RuntimeError('broken at import')",
        }
    )
    failed = runner.load("tools.good", "tools.bad")["failed"]
    assert failed["tools.bad"]["kind"] == "import"
    assert failed["tools.bad"]["message"] == "RuntimeError: broken at import"
    assert "tools/bad.py" in failed["tools.bad"]["traceback"]
    assert "importlib" not in failed["tools.bad"]["traceback"]
    found = runner.describe("tools.good:add", "tools.good:plain", "tools.good:odd", "tools.bad:f")
    assert found["tools.good:add"] == {
        "name": "Add",
        "description": "Add two numbers.",
        "input_schema": {
            "type": "object",
            "properties": {
                "a": {"type": "integer", "description": "The first."},
                "b": {"type": "integer", "default": 1},
            },
            "required": ["a"],
            "additionalProperties": False,
        },
        "requires_confirmation": True,
        "category": "maths",
    }
    assert found["tools.good:plain"] == {
        "name": "plain",
        "description": "Do something with a file.",
        "input_schema": {
            "type": "object",
            "properties": {"path": {"type": "string"}},
            "required": ["path"],
            "additionalProperties": False,
        },
        "requires_confirmation": False,
        "category": None,
    }
    assert found["tools.good:odd"]["error"]["kind"] == "arguments"
    assert "parameter `connection` of `odd`" in found["tools.good:odd"]["error"]["message"]
    assert found["tools.bad:f"]["error"]["kind"] == "import"
    assert runner.call("tools.bad:f").error["message"] == "RuntimeError: broken at import"


def test_limits_hold(run: Run) -> None:
    runner = run("""
        import resource
        def limits(workspace: Path) -> list:
            return [resource.getrlimit(resource.RLIMIT_DATA)[0], resource.getrlimit(resource.RLIMIT_NPROC)[0],
                    resource.getrlimit(resource.RLIMIT_CORE)[0]]
        def eat(workspace: Path, megabytes: int) -> int:
            return len(bytearray(megabytes << 20))
        def big(workspace: Path, size: int) -> str:
            return "x" * size
    """)
    memory, processes, core = runner.call("tools.t:limits", memory_bytes=1 << 31, processes=4000).value
    assert (memory, core) == (1 << 31, 0)
    assert processes > 4000, "those of everybody else are not counted"
    error = runner.call("tools.t:eat", {"megabytes": 4096}, memory_bytes=1 << 30).error
    assert (error["kind"], error["message"]) == ("raised", "MemoryError")
    longest = 1000 - len('{"type":"result","value":""}')
    assert runner.call("tools.t:big", {"size": longest}, result_bytes=1000).value == "x" * longest
    error = runner.call("tools.t:big", {"size": longest + 1}, result_bytes=1000).error
    assert error["kind"] == "too_large"
    assert "1,001 bytes" in error["message"]
    assert "at most 1,000" in error["message"]


def test_large_arguments_and_results_pass_whole(run: Run) -> None:
    runner = run("def echo(workspace: Path, text: str) -> str: return text")
    text = "äß€\n" * 1_000_000
    assert runner.call("tools.t:echo", {"text": text}).value == text


def test_a_workspace_that_is_not_there_is_an_error_of_the_call(run: Run) -> None:
    runner = run("def f(workspace: Path) -> int: return 1")
    runner.workspace = Path("/nonexistent/workspace")
    error = runner.call("tools.t:f").error
    assert error["kind"] == "raised"
    assert "/nonexistent/workspace" in error["message"]


def test_the_runner_needs_no_installed_package(run: Run) -> None:
    runner = run("import covalt_toolset\ndef f(workspace: Path) -> str: return covalt_toolset.__file__")
    assert runner.call("tools.t:f").value.endswith("sdk/python/src/covalt_toolset/__init__.py")
