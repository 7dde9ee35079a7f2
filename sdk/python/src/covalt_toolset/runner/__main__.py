"""`python -X utf8 -P -m covalt_toolset.runner`: see `docs/RUNNER_PROTOCOL.md`."""

import sys

if not sys.flags.safe_path and sys.path:
    # Without `-P` the working directory, the toolset's folder, comes before Python's own modules: its `json.py`
    # would become ours.
    del sys.path[0]

import os
import socket
from io import TextIOWrapper

from covalt_toolset.runner import processes
from covalt_toolset.runner.control import ControlSocket
from covalt_toolset.runner.loop import EXIT_PROTOCOL, Runner
from covalt_toolset.runner.spare import SANDBOX_ARGUMENT, SPARE_ARGUMENT, be_spawned

CONTROL_DESCRIPTOR = 3


def main() -> int:
    """Run the runner, or the new process of a call that a runner started."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # Whoever holds these objects (logging does) writes to descriptors 1 and 2, which each call replaces.
            stream.reconfigure(line_buffering=True, errors="backslashreplace")
    if len(sys.argv) >= 3 and sys.argv[1] == SPARE_ARGUMENT:
        be_spawned(int(sys.argv[2]), with_rules=SANDBOX_ARGUMENT in sys.argv[3:])
    try:
        control = socket.socket(fileno=CONTROL_DESCRIPTOR)
        if (control.family, control.type) != (socket.AF_UNIX, socket.SOCK_SEQPACKET):
            raise OSError("not a packet-keeping Unix socket")
    except OSError as error:
        print(f"Descriptor {CONTROL_DESCRIPTOR} must be the control socket of a server: {error}", file=sys.stderr)
        return EXIT_PROTOCOL
    os.set_inheritable(CONTROL_DESCRIPTOR, False)
    processes.become_subreaper()
    return Runner(ControlSocket(control)).run()


if __name__ == "__main__":
    code = main()
    # Threads and exit handlers of the toolset's imports must not hold the runner back.
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)
