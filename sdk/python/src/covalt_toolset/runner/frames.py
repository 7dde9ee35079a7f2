"""Frames on the call socket: four bytes of length, big-endian, then that much JSON in UTF-8."""

from __future__ import annotations

import socket
import struct

MAX_REQUEST_BYTES = 64 * 1024 * 1024
"""A longer request is refused without being read."""

_LENGTH = struct.Struct(">I")
MAX_FRAME_BYTES = 0xFFFF_FFFF
"""What four bytes of length can say."""


class FrameTooLarge(Exception):
    """The peer announced a frame above the limit."""

    def __init__(self, length: int) -> None:
        super().__init__(f"frame of {length} bytes")
        self.length = length


def read_frame(stream: socket.socket) -> bytearray | None:
    """Read one frame; `None` where the peer closed the stream before its end.

    Raises:
        FrameTooLarge: The frame is longer than `MAX_REQUEST_BYTES`.
    """
    header = _read_exactly(stream, _LENGTH.size)
    if header is None:
        return None
    (length,) = _LENGTH.unpack(header)
    if length > MAX_REQUEST_BYTES:
        raise FrameTooLarge(length)
    return _read_exactly(stream, length)


def write_frame(stream: socket.socket, body: bytes) -> None:
    """Send one frame whole."""
    header = _LENGTH.pack(len(body))
    if len(body) < 64 * 1024:
        stream.sendall(header + body)
    else:
        stream.sendall(header)
        stream.sendall(body)


def _read_exactly(stream: socket.socket, length: int) -> bytearray | None:
    buffer = bytearray(length)
    view = memoryview(buffer)
    filled = 0
    while filled < length:
        count = stream.recv_into(view[filled:])
        if count == 0:
            return None
        filled += count
    return buffer
