"""The runner: one process per toolset that imports its modules once and gives every call a process of its own.

`docs/RUNNER_PROTOCOL.md` is the contract with the server. Who does what:

- `loop` is the parent: it reads the control socket, hands calls to children, reaps and kills; it runs no tool code
  but the imports and hooks.
- `spare` makes the next child ahead of its call, by fork or, where the toolset's imports started threads, by
  starting Python anew.
- `child` is the life of such a process: wait for a call, answer it, exit.
- `toolset` imports modules and finds functions; `call` answers one request; `convert` turns results into JSON.
- `hooks` runs what the toolset wants done once, before its first call.
- `sandbox` says what a toolset may touch, through `landlock`, `seccomp` and `privileges`; `hints` tells of it where
  it made a call fail; `watch` ends calls that use too much.
- `processes` is what Linux offers for finding and ending what a tool started.

Linux only: it relies on subreapers, `/proc` and packet-keeping Unix sockets.
"""
