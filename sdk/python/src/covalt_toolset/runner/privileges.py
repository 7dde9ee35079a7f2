"""Giving up what a process may do beyond the rights of its user."""

from __future__ import annotations

import ctypes
import os
import struct

# From <linux/prctl.h> and <linux/capability.h>.
_PR_CAPBSET_DROP = 24
_PR_SET_NO_NEW_PRIVS = 38
_PR_CAP_AMBIENT = 47
_PR_CAP_AMBIENT_CLEAR_ALL = 4
_CAPABILITY_VERSION_3 = 0x20080522
_CAPABILITIES = 64

_libc = ctypes.CDLL(None, use_errno=True)
_libc.prctl.argtypes = [ctypes.c_int, ctypes.c_ulong, ctypes.c_ulong, ctypes.c_ulong, ctypes.c_ulong]
_libc.prctl.restype = ctypes.c_int


def gain_none() -> None:
    """No program that this process starts gives it more rights than it has: neither `sudo` nor any other set-uid one.

    Raises:
        OSError: The kernel refused.
    """
    if _libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0:
        _fail()


def drop_capabilities() -> None:
    """Give up what the superuser may do beyond owning files: with it, bounds could be undone or walked round.

    Raises:
        OSError: The kernel refused.
    """
    for capability in range(_CAPABILITIES):
        # Refused for numbers that do not exist, and to those who have nothing that could be dropped.
        _libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0)
    _libc.prctl(_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)
    if _libc.capset(struct.pack("=Ii", _CAPABILITY_VERSION_3, 0), bytes(24)) != 0:
        _fail()


def _fail() -> None:
    code = ctypes.get_errno()
    raise OSError(code, os.strerror(code))
