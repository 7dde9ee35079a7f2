"""A runner per test, and the proof after each that it left no process behind."""

from __future__ import annotations

import os
import textwrap
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from driver import RunnerProcess, processes_marked

MakeRunner = Callable[..., RunnerProcess]

PREAMBLE = """
import ctypes, os, signal, subprocess, sys, threading, time
from pathlib import Path
from covalt_toolset import get_context, tool
"""


@pytest.fixture
def make_runner(tmp_path: Path) -> Iterator[MakeRunner]:
    """Write a toolset's files and start a runner in its folder. The runner is not loaded yet."""
    house = uuid.uuid4().hex
    runners: list[RunnerProcess] = []

    def make(files: dict[str, str], **options: Any) -> RunnerProcess:
        root = tmp_path / "toolset"
        for name, text in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(PREAMBLE + textwrap.dedent(text))
        environment = {"PEGBOARD_HOUSE": house, **options.pop("environment", {})}
        runner = RunnerProcess(root, environment=environment, **options)
        runners.append(runner)
        return runner

    yield make
    for runner in runners:
        runner.close()
    assert processes_marked(house) == []


@pytest.fixture
def run(make_runner: MakeRunner) -> Callable[..., RunnerProcess]:
    """A loaded runner with one module, `tools.t`, of the given text."""

    def start(text: str, **load: Any) -> RunnerProcess:
        runner = make_runner({"tools/t.py": text})
        report = runner.load("tools.t", **load)
        assert report["failed"] == {}, report
        return runner

    return start


def is_gone(pid: int) -> bool:
    """Whether no process, not even a dead one that nobody waited for, has this id."""
    return not os.path.exists(f"/proc/{pid}")
