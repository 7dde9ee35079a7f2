"""Landlock, the kernel's way for a process to give up rights to files: rulesets, through the system calls.

A process that restricts itself, and all that it starts, may from then on do with files only what its rules allow, and
can never widen them again; a second ruleset narrows the first. See <linux/landlock.h>.
"""

from __future__ import annotations

import ctypes
import os
import struct
from enum import IntFlag
from functools import cache

# The same on every architecture that Landlock came with.
_SYS_CREATE_RULESET = 444
_SYS_ADD_RULE = 445
_SYS_RESTRICT_SELF = 446
_CREATE_RULESET_VERSION = 1
_RULE_PATH_BENEATH = 1

_SCOPE_ABSTRACT_UNIX_SOCKET = 1
_SCOPE_SIGNAL = 2

_syscall = ctypes.CDLL(None, use_errno=True).syscall
_syscall.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_long]
_syscall.restype = ctypes.c_long

_RULE = struct.Struct("=Qi")
_RULESET = struct.Struct("=QQQ")


class Access(IntFlag):
    """What can be done with a file or a folder."""

    EXECUTE = 1 << 0
    WRITE_FILE = 1 << 1
    READ_FILE = 1 << 2
    READ_DIR = 1 << 3
    REMOVE_DIR = 1 << 4
    REMOVE_FILE = 1 << 5
    MAKE_CHAR = 1 << 6
    MAKE_DIR = 1 << 7
    MAKE_REG = 1 << 8
    MAKE_SOCK = 1 << 9
    MAKE_FIFO = 1 << 10
    MAKE_BLOCK = 1 << 11
    MAKE_SYM = 1 << 12
    REFER = 1 << 13
    TRUNCATE = 1 << 14
    IOCTL_DEV = 1 << 15


OF_FILES = Access.EXECUTE | Access.WRITE_FILE | Access.READ_FILE | Access.TRUNCATE | Access.IOCTL_DEV
"""What can be done with a file that is no folder."""
_SINCE = ((2, Access.REFER), (3, Access.TRUNCATE), (5, Access.IOCTL_DEV))


@cache
def abi() -> int:
    """Which version of Landlock the running kernel offers; 0 is none."""
    found = int(_syscall(_SYS_CREATE_RULESET, 0, None, _CREATE_RULESET_VERSION, 0))
    return max(found, 0)


@cache
def handled() -> int:
    """Every access that this kernel can restrict."""
    every = (1 << 13) - 1
    for version, access in _SINCE:
        if abi() >= version:
            every |= access
    return every


class Ruleset:
    """Rules in the making: everything is forbidden that no rule allows."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._rule = ctypes.create_string_buffer(_RULE.size)

    @classmethod
    def create(cls) -> Ruleset:
        """A ruleset without rules.

        Raises:
            OSError: The kernel offers none.
        """
        # Signals go to processes of the same bounds only, so that no tool ends its runner or a neighbour.
        scopes = _SCOPE_ABSTRACT_UNIX_SOCKET | _SCOPE_SIGNAL
        attributes = ctypes.create_string_buffer(_RULESET.pack(handled(), 0, scopes))
        size = 24 if abi() >= 6 else 8
        return cls(_checked(_SYS_CREATE_RULESET, ctypes.addressof(attributes), size, 0))

    def fileno(self) -> int:
        """The descriptor, which another process can go on with."""
        return self._descriptor

    def close(self) -> None:
        """Forget the rules."""
        os.close(self._descriptor)

    def allow(self, folder: str, access: int) -> None:
        """Allow `access` to a folder and all below it.

        Raises:
            OSError: There is no such folder, or it cannot be opened.
        """
        place = os.open(folder, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            self.allow_open(place, access)
        finally:
            os.close(place)

    def allow_open(self, place: int, access: int) -> None:
        """Allow `access`, which this kernel must know, to what the descriptor `place` stands for.

        Raises:
            OSError: It is a file, and `access` is only for folders.
        """
        _RULE.pack_into(self._rule, 0, access & handled(), place)
        _checked(_SYS_ADD_RULE, self._descriptor, _RULE_PATH_BENEATH, ctypes.addressof(self._rule))

    def restrict_self(self) -> None:
        """Put this thread, and whatever it starts, under the rules. The process must have no way to new privileges.

        Raises:
            OSError: The kernel refused; there can be at most sixteen rulesets above each other.
        """
        _checked(_SYS_RESTRICT_SELF, self._descriptor, 0, 0)
        self.close()


def _checked(number: int, first: int, second: int, third: int) -> int:
    result = int(_syscall(number, first, second, third, 0))
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result
