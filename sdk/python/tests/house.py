"""A whole Pegboard for tests: the built program on a free port, with a data folder of its own."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

import pytest

from covalt_toolset.client import Connection

REPOSITORY = Path(__file__).resolve().parents[3]
_ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+")


def program() -> Path:
    """The program under test, as `cargo build` leaves it; `PEGBOARD` names another, which must then be there."""
    named = os.environ.get("PEGBOARD")
    if named:
        return Path(named).resolve()
    built = Path(os.environ.get("CARGO_TARGET_DIR") or REPOSITORY / "target") / "debug" / "pegboard"
    if not built.exists():
        pytest.skip(f"{built} is not there: cargo build --package pegboard")
    return built


class House:
    """A running server."""

    def __init__(self) -> None:
        self.data = Path(tempfile.mkdtemp(prefix="pegboard-sdk-"))
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PEGBOARD")}
        self._process = subprocess.Popen(
            [program(), "serve", "--data", self.data, "--listen", "127.0.0.1:0"],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._swallowing: threading.Thread | None = None
        assert self._process.stdout is not None
        try:
            self.url = _address(self._process.stdout)
        except BaseException:
            self.stop()
            raise
        self._swallowing = threading.Thread(target=_swallow, args=(self._process.stdout,), daemon=True)
        self._swallowing.start()
        self.token = (self.data / "token").read_text().strip()
        self.connection = Connection(self.url, self.token)

    def install(self, files: Mapping[str, str]) -> str:
        """Install a toolset of these files; return its id."""
        with tempfile.TemporaryDirectory(prefix="pegboard-bundle-") as folder:
            for name, text in files.items():
                path = Path(folder) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            return str(self.post("toolsets", "import", body={"source_type": "local", "source_ref": folder})["id"])

    def new_chat(self) -> str:
        """A chat of a test's own, so that no test sees what another made active."""
        return str(self.post("chats", body={})["id"])

    def scoped(self, scope: str) -> Connection:
        """A connection that may do less."""
        made = self.post("tokens", body={"name": scope, "scope": scope})
        return Connection(self.url, made["secret"])

    def post(self, *path: str, body: Mapping[str, Any]) -> Any:
        return self.connection.send("POST", *path, body=body, patient=True)

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(60)
        if self._swallowing is not None:
            self._swallowing.join(60)
        if self._process.stdout is not None:
            self._process.stdout.close()
        shutil.rmtree(self.data, ignore_errors=True)


def _address(output: IO[str]) -> str:
    """Where it listens, which it says first."""
    said = ""
    for line in output:
        said += line
        if found := _ADDRESS.search(line):
            return found.group()
    raise AssertionError(f"the server ended:\n{said}")


def _swallow(output: IO[str]) -> None:
    for _ in output:
        pass
