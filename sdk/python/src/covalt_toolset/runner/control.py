"""The control socket: what the server orders and what the runner reports. One JSON object per packet."""

from __future__ import annotations

import errno
import json
import os
import socket
from collections import deque
from dataclasses import dataclass
from typing import Any

from covalt_toolset.runner.failure import Failure, cut

PROTOCOL = 1
"""The version of `docs/RUNNER_PROTOCOL.md` that this runner speaks."""

MAX_PACKET_BYTES = 64 * 1024
"""The longest control message in either direction."""
MAX_FAILURE_CHARS = 4 * 1024
"""A failed import's message and traceback are cut to this; further, where all of them together do not fit a packet."""
MAX_UNSENT = 1024
"""So many reports may wait for a server that does not read; until it does, its orders are not read either."""
_MAX_DESCRIPTORS = 8


class ProtocolError(Exception):
    """The server said something that this runner does not understand; nothing it says next can be trusted."""


@dataclass(frozen=True, slots=True)
class Order:
    """One message from the server. The descriptors belong to whoever holds the order."""

    fields: dict[str, Any]
    descriptors: list[int]

    @property
    def op(self) -> str:
        """What is to be done."""
        return str(self.fields.get("op"))

    def text(self, name: str) -> str:
        """A field that has to be a text.

        Raises:
            ProtocolError: It is missing or something else.
        """
        value = self.fields.get(name)
        if not isinstance(value, str):
            raise ProtocolError(f"`{name}` of `{self.op}` must be a text")
        return value

    def close(self) -> None:
        """Close the descriptors that came with the order."""
        while self.descriptors:
            os.close(self.descriptors.pop())


class Hangup(Exception):
    """The server has closed the socket or died."""


class ControlSocket:
    """The runner's end. Never blocks: a server that stops reading cannot hold up the ending of calls."""

    def __init__(self, end: socket.socket) -> None:
        self._socket = end
        self._unsent: deque[bytes] = deque()

    def fileno(self) -> int:
        """The descriptor, to wait for."""
        return self._socket.fileno()

    def close(self) -> None:
        """Close this process's descriptor."""
        self._socket.close()

    @property
    def has_unsent(self) -> bool:
        """Whether reports wait for the server to read."""
        return bool(self._unsent)

    @property
    def is_clogged(self) -> bool:
        """Whether so many reports wait that no further orders may be read."""
        return len(self._unsent) >= MAX_UNSENT

    def receive(self) -> Order | None:
        """Read the next order; `None` where there is none yet.

        Raises:
            Hangup: There will be none.
            ProtocolError: It is no JSON object, or too long.
        """
        try:
            packet, descriptors, flags, _ = socket.recv_fds(
                self._socket,
                MAX_PACKET_BYTES,
                _MAX_DESCRIPTORS,
                socket.MSG_DONTWAIT | socket.MSG_CMSG_CLOEXEC,
            )
        except (BlockingIOError, InterruptedError):
            return None
        except OSError as error:
            raise Hangup(str(error)) from None
        if not packet and not descriptors:
            raise Hangup("end of file")
        order = Order({}, descriptors)
        try:
            if flags & (socket.MSG_TRUNC | socket.MSG_CTRUNC):
                raise ProtocolError(f"a message is longer than {MAX_PACKET_BYTES} bytes")
            fields = json.loads(packet)
            if not isinstance(fields, dict):
                raise ProtocolError("a message is not a JSON object")
        except (ProtocolError, ValueError, RecursionError) as error:
            order.close()
            raise error if isinstance(error, ProtocolError) else ProtocolError("a message is not JSON") from None
        return Order(fields, descriptors)

    def send(self, report: dict[str, Any]) -> None:
        """Send a report now, or once the server reads.

        Raises:
            Hangup: The server is gone.
        """
        self._unsent.append(_packet(report))
        self.send_waiting()

    def send_waiting(self) -> None:
        """Send what waits, as far as the server takes it.

        Raises:
            Hangup: The server is gone.
        """
        while self._unsent:
            try:
                self._socket.send(self._unsent[0], socket.MSG_DONTWAIT | socket.MSG_NOSIGNAL)
            except (BlockingIOError, InterruptedError):
                return
            except OSError as error:
                if error.errno == errno.ENOBUFS:
                    return
                self._unsent.clear()
                raise Hangup(str(error)) from None
            self._unsent.popleft()


def loaded_report(failed: dict[str, Failure], uninitialised: Failure | None = None, **facts: Any) -> dict[str, Any]:
    """The `loaded` report, with the failures' texts shortened until it fits a packet."""
    limit = MAX_FAILURE_CHARS
    while True:
        report = {"event": "loaded", "protocol": PROTOCOL, **facts}
        report["failed"] = {name: _shortened(failure, limit) for name, failure in failed.items()}
        if uninitialised is not None:
            report["uninitialised"] = _shortened(uninitialised, limit)
        if limit == 0 or len(_packet(report)) <= MAX_PACKET_BYTES:
            return report
        limit //= 2


def _shortened(failure: Failure, limit: int) -> dict[str, str]:
    return {
        "kind": failure.kind.value,
        "message": cut(failure.message, limit),
        "traceback": cut(failure.traceback, limit),
    }


def _packet(report: dict[str, Any]) -> bytes:
    return json.dumps(report, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "backslashreplace")
