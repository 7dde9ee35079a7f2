"""A filter that has the kernel refuse some system calls, to a process and all that it starts."""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import struct
from dataclasses import dataclass

# From <linux/seccomp.h>, <linux/prctl.h>, <linux/filter.h> and <linux/audit.h>.
_PR_SET_SECCOMP = 22
_MODE_FILTER = 2
_LOAD_WORD = 0x20
_JUMP_EQUAL = 0x15
_JUMP_AT_LEAST = 0x35
_RETURN = 0x06
_ALLOW = 0x7FFF0000
_ERRNO = 0x00050000
_OFFSET_NUMBER = 0
_OFFSET_ARCHITECTURE = 4
_X32_BIT = 0x40000000

_INSTRUCTION = struct.Struct("=HBBI")


@dataclass(frozen=True, slots=True)
class _Architecture:
    audit: int
    socket: int
    truncate: int
    has_x32: bool = False


_ARCHITECTURES = {
    "x86_64": _Architecture(0xC000003E, socket=41, truncate=76, has_x32=True),
    "aarch64": _Architecture(0xC00000B7, socket=198, truncate=45),
    "riscv64": _Architecture(0xC00000F3, socket=198, truncate=45),
}
_IO_URING_SETUP = 425


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))


def network_calls() -> list[int] | None:
    """The system calls that a network needs: no socket, and no way round `socket`. `None` where they are not known.

    Unix sockets are among them, because services that listen on one (a message bus, a container engine) have a
    network; pairs of sockets are not.
    """
    here = _here()
    return None if here is None else [here.socket, _IO_URING_SETUP]


def truncate_calls() -> list[int] | None:
    """The system call that shortens a file by its path, which Landlock restricts only from its third version on."""
    here = _here()
    return None if here is None else [here.truncate]


def refuse(calls: list[int]) -> None:
    """Have the kernel answer these system calls with `EACCES`. The process must have no way to new privileges.

    Programs of another architecture, which number their calls otherwise, are refused all of theirs.

    Raises:
        OSError: The kernel refused, or has no numbers for this machine.
    """
    here = _here()
    if here is None:
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
    tests = [(_JUMP_EQUAL, number) for number in calls]
    if here.has_x32:
        tests.insert(0, (_JUMP_AT_LEAST, _X32_BIT))
    count = len(tests)
    steps = [
        (_LOAD_WORD, 0, 0, _OFFSET_ARCHITECTURE),
        (_JUMP_EQUAL, 0, count + 2, here.audit),
        (_LOAD_WORD, 0, 0, _OFFSET_NUMBER),
        # Each jumps to the last step where it holds.
        *((test, count - index, 0, value) for index, (test, value) in enumerate(tests)),
        (_RETURN, 0, 0, _ALLOW),
        (_RETURN, 0, 0, _ERRNO | errno.EACCES),
    ]
    program = b"".join(_INSTRUCTION.pack(*step) for step in steps)
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    given = ctypes.byref(_Program(len(steps), program))
    if prctl(_PR_SET_SECCOMP, ctypes.c_ulong(_MODE_FILTER), given, ctypes.c_ulong(0), ctypes.c_ulong(0)) != 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))


def _here() -> _Architecture | None:
    return _ARCHITECTURES.get(platform.machine())
