"""How long a call takes in the runner alone: `python benches/bench_call.py [calls]`.

Prints the time from the server's order to the answer, and to the report that nothing of the call lives any more;
beside it what starting Python with Pydantic costs, which is what a call would cost without a runner.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from driver import RunnerProcess, running

TOOLS = """
from pathlib import Path
from pydantic import BaseModel
from covalt_toolset import tool

class Item(BaseModel):
    name: str
    tags: list[str] = []

def empty(workspace: Path) -> dict:
    return {}

@tool
def typed(item: Item, count: int = 1) -> list[Item]:
    return [item] * count

@tool
async def waits() -> int:
    return 1
"""
PAUSE_SECONDS = 0.004
"""Between single calls, so that the spare process is ready, as it is where calls do not come back to back."""


def main() -> None:
    calls = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "toolset"
        (root / "tools").mkdir(parents=True)
        (root / "tools" / "bench.py").write_text(TOOLS)
        with running(root) as runner:
            started = time.perf_counter()
            runner.load("tools.bench")
            print(f"load                     {(time.perf_counter() - started) * 1e3:8.2f} ms")
            for name, arguments in (("empty", {}), ("typed", {"item": {"name": "a"}, "count": 3}), ("waits", {})):
                _single(runner, name, arguments, calls)
            _one_after_another(runner, calls)
    _python_start(10)


def _single(runner: RunnerProcess, name: str, arguments: dict[str, object], calls: int) -> None:
    answered, ended = [], []
    for _ in range(calls):
        started = time.perf_counter()
        call = runner.begin(f"tools.bench:{name}", arguments)
        assert call.read_answer() is not None
        answered.append(time.perf_counter() - started)
        runner.ending_of(call.id)
        ended.append(time.perf_counter() - started)
        call.stream.close()
        time.sleep(PAUSE_SECONDS)
    print(f"{name:8} until answered   {_figures(answered)}")
    print(f"{name:8} until ended      {_figures(ended)}")


def _one_after_another(runner: RunnerProcess, calls: int) -> None:
    started = time.perf_counter()
    for _ in range(calls):
        call = runner.begin("tools.bench:empty")
        call.read_answer()
        runner.ending_of(call.id)
        call.stream.close()
    print(f"empty    back to back     {calls / (time.perf_counter() - started):8.0f} calls/s")


def _python_start(times: int) -> None:
    def start() -> None:
        subprocess.run([sys.executable, "-c", "import pydantic; pydantic.BaseModel"], check=True)

    print(f"python -c 'import pydantic' {_figures([_seconds(start) for _ in range(times)])}")


def _seconds(action: Callable[[], None]) -> float:
    started = time.perf_counter()
    action()
    return time.perf_counter() - started


def _figures(seconds: list[float]) -> str:
    ordered = sorted(seconds)
    middle, late = ordered[len(ordered) // 2], ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)]
    return f"p50 {middle * 1e3:7.2f} ms   p99 {late * 1e3:7.2f} ms"


if __name__ == "__main__":
    main()
