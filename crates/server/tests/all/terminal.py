"""Runs a program at a terminal of its own and types into it.

Takes the program as arguments and steps on standard input, as JSON: [[what to wait for, what to type then], ...].
Prints all that the terminal showed, and how the program ended.
"""

import fcntl
import json
import os
import pty
import select
import struct
import sys
import termios
import time

PATIENCE = 60
ROWS, COLUMNS = 40, 200

steps = json.load(sys.stdin)
pid, terminal = pty.fork()
if pid == 0:
    # Before the program asks: a new terminal has no size at all.
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    os.environ["TERM"] = "xterm"
    os.execv(sys.argv[1], sys.argv[1:])

shown, seen = b"", 0
deadline = time.monotonic() + PATIENCE


def read():
    global shown
    ready, _, _ = select.select([terminal], [], [], max(0, deadline - time.monotonic()))
    if not ready:
        raise SystemExit(f"nothing more came after: {shown[seen:]!r}")
    try:
        piece = os.read(terminal, 65536)
    except OSError:
        piece = b""
    shown += piece
    return piece


for expected, typed in steps:
    while (at := shown.find(expected.encode(), seen)) < 0:
        if not read():
            raise SystemExit(f"it ended before {expected!r}: {shown[seen:]!r}")
    seen = at + len(expected.encode())
    os.write(terminal, typed.encode())
while read():
    pass
_, status = os.waitpid(pid, 0)
json.dump({"code": os.waitstatus_to_exitcode(status), "shown": shown.decode()}, sys.stdout)
