"""One function for each way to fail."""

import os
import subprocess
import sys

from covalt_toolset import get_context, tool


@tool
def raise_error(message: str = "this tool always fails") -> None:
    """Raise an exception."""
    raise RuntimeError(message)


@tool
def half_way() -> None:
    """Write one file, then fail: the file is kept."""
    (get_context().workspace / "first.txt").write_text("written before the failure\n")
    raise RuntimeError("the second step failed")


@tool
def return_object() -> object:
    """Return something that is not JSON."""
    return object()


@tool
def exit_hard(code: int = 7) -> None:
    """End the process without a word."""
    os._exit(code)


@tool
def leave_children() -> dict:
    """Leave a process behind that has a session of its own. It is ended with the call."""
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True)
    return {"child": child.pid}


@tool
def print_much(megabytes: int = 8) -> dict:
    """Print more than a log keeps."""
    for _ in range(megabytes * 16):
        print("x" * 65535)
    return {"printed": megabytes}


@tool
def return_much(kilobytes: int = 512) -> dict:
    """Return more than the database keeps: it becomes a file of the workspace."""
    return {"text": "y" * (kilobytes * 1024)}
