"""One call of a function of ours in every spare process, before the real one.

A forked process shares the runner's memory until it writes to a page, and counting references writes: the first call
in a process would spend most of its time copying pages. Rehearsed, it finds them copied.
"""

from __future__ import annotations

import json
import socket
import sys
from typing import Any

from covalt_toolset.runner import processes
from covalt_toolset.runner.call import answer
from covalt_toolset.runner.frames import read_frame, write_frame
from covalt_toolset.runner.toolset import Entrypoint

_REQUEST: dict[str, Any] = {
    "kind": "call",
    "entrypoint": "rehearsal",
    "args": {},
    "context": {
        "workspace": "/",
        "chat_id": "",
        "call_id": "",
        "toolset_id": "",
        "toolset_root": "/",
        "config": {},
    },
    "limits": {"memory_bytes": None, "processes": None, "result_bytes": 1024},
}


class Rehearsal:
    """Made once in the runner, run in each of its children."""

    def __init__(self) -> None:
        # Pydantic is rehearsed only where the toolset has brought it in already.
        with_pydantic = "pydantic" in sys.modules
        self._entrypoint = Entrypoint(_typed if with_pydantic else _bare)
        self._request = {**_REQUEST, "args": {"text": "a", "items": [1]} if with_pydantic else {}}
        if with_pydantic:
            _ = self._entrypoint.schema

    def entrypoint(self, text: str) -> Entrypoint:
        """The rehearsed function, in place of the toolset's."""
        return self._entrypoint

    def run(self) -> None:
        """Receive descriptors and a request, answer it and send the answer, all within this process."""
        processes.count_all()
        ours, its = socket.socketpair()
        with ours, its:
            socket.send_fds(ours, [b"\0"], [its.fileno()])
            for received in socket.recv_fds(its, 1, 1, socket.MSG_CMSG_CLOEXEC)[1]:
                socket.socket(fileno=received).close()
            write_frame(ours, json.dumps(self._request).encode())
            write_frame(its, answer(self, json.loads(read_frame(its) or b"")))
            read_frame(ours)


def _typed(text: str, items: list[int], number: int | None = None) -> dict[str, Any]:
    return {"text": text, "items": items, "number": number}


def _bare() -> dict[str, Any]:
    return {"text": "", "items": [], "number": None}
