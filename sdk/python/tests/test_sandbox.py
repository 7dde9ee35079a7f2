"""What a sandboxed toolset cannot do, and what it still can. Real kernel, real processes."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import MakeRunner
from driver import SOURCES, RunnerProcess

from covalt_toolset.runner import landlock

pytestmark = pytest.mark.skipif(landlock.abi() == 0, reason="this kernel has no Landlock switched on")

TOOLS = """
import errno, mmap, multiprocessing, shutil, socket, tempfile

def write(workspace: Path, path: str):
    (workspace / path).write_text("written by a tool")

def read(workspace: Path, path: str):
    return (workspace / path).read_text()

def through_link(workspace: Path, target: str):
    (workspace / "link").symlink_to(target)
    (workspace / "link").write_text("written by a tool")

def hard_link(workspace: Path, target: str):
    os.link(target, workspace / "hard")

def rename_out(workspace: Path, target: str):
    (workspace / "mine").write_text("mine")
    os.rename(workspace / "mine", target)

def rename_in(workspace: Path, source: str):
    os.rename(source, workspace / "stolen")

def truncate(workspace: Path, target: str):
    os.truncate(target, 0)

def remove(workspace: Path, target: str):
    os.unlink(target)

def make_device(workspace: Path, target: str):
    os.mknod(workspace / "disk", 0o600 | 0o060000, os.makedev(8, 0))

def shell(workspace: Path, command: str):
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True)
    return [done.returncode, done.stdout, done.stderr]

def in_fork(workspace: Path, path: str):
    child = os.fork()
    if child == 0:
        try:
            Path(path).write_text("written by a tool's child")
        except PermissionError:
            os._exit(41)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])

def in_thread(workspace: Path, path: str):
    seen = []
    def write():
        try:
            Path(path).write_text("written by a tool's thread")
        except OSError as error:
            seen.append(error.errno == errno.EACCES)
    thread = threading.Thread(target=write)
    thread.start()
    thread.join()
    return seen

def works(workspace: Path):
    (workspace / "a/b").mkdir(parents=True)
    (workspace / "a/b/one").write_text("1")
    os.rename(workspace / "a/b/one", workspace / "two")
    os.link(workspace / "two", workspace / "a/three")
    (workspace / "a/four").symlink_to("three")
    os.truncate(workspace / "two", 0)
    shutil.rmtree(workspace / "a")
    with open("/dev/null", "w") as nothing:
        nothing.write("x")
    with tempfile.NamedTemporaryFile() as temporary:
        temporary.write(b"x")
        parent = os.path.dirname(temporary.name)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        doubled = pool.map(abs, [-1, -2])
    return [sorted(os.listdir(workspace)), parent, os.environ["TMPDIR"], doubled, len(os.listdir("/usr")) > 0]

def signals(workspace: Path, pid: int):
    os.kill(pid, signal.SIGKILL)

def ignores_and_signals(workspace: Path):
    os.kill(os.getppid(), signal.SIGSTOP)

def connects(workspace: Path, port: int):
    with socket.create_connection(("127.0.0.1", port), 10) as connection:
        return connection.recv(16).decode()

def family(workspace: Path, name: str):
    socket.socket(getattr(socket, name), socket.SOCK_STREAM).close()

def pairs(workspace: Path):
    ours, its = socket.socketpair()
    ours.send(b"x")
    return its.recv(1).decode()

def resolves(workspace: Path):
    socket.getaddrinfo("example.com", 80)

def privileges(workspace: Path):
    lines = Path("/proc/self/status").read_text().splitlines()
    return {line.split(":")[0]: line.split()[1] for line in lines if line.startswith(("Cap", "NoNewPrivs"))}

def eats(workspace: Path, megabytes: int):
    return len(bytearray(megabytes << 20))

def eats_shared(workspace: Path, megabytes: int):
    space = mmap.mmap(-1, megabytes << 20)
    for page in range(0, megabytes << 20, 4096):
        space[page] = 1
    time.sleep(3600)

def multiplies(workspace: Path):
    while True:
        try:
            os.fork()
        except OSError:
            time.sleep(0.01)
"""


@pytest.fixture
def make(make_runner: MakeRunner) -> Callable[..., RunnerProcess]:
    def start(isolation: str = "fork", **sandbox: object) -> RunnerProcess:
        runner = make_runner({"tools/t.py": TOOLS})
        for name in ("token", "blobs/one", "other-chat/notes"):
            path = runner.data / name
            path.parent.mkdir(exist_ok=True)
            path.write_text("secret")
        runner.isolation = isolation
        report = runner.load_sandboxed("tools.t", **sandbox)
        assert (report["failed"], report.get("unconfined")) == ({}, None)
        return runner

    return start


@pytest.fixture(params=["fork", "spawn"])
def runner(make: Callable[..., RunnerProcess], request: pytest.FixtureRequest) -> RunnerProcess:
    return make(request.param)


@pytest.fixture
def outside() -> object:
    """A folder beside nothing of the test's own, as the user's other files are."""
    import tempfile

    with tempfile.TemporaryDirectory(dir=Path.home()) as folder:
        (Path(folder) / "file").write_text("the user's own")
        yield Path(folder)


@pytest.mark.parametrize(
    "function", ["write", "through_link", "hard_link", "rename_out", "rename_in", "truncate", "remove"]
)
def test_nothing_outside_can_be_changed(runner: RunnerProcess, outside: Path, function: str) -> None:
    target = outside / "file"
    first = {"write": "path", "rename_in": "source"}.get(function, "target")
    error = runner.call(f"tools.t:{function}", {first: str(target)}).error
    assert error["kind"] == "raised"
    assert error["message"].startswith(("PermissionError", "OSError: [Errno 18]"))
    assert f"`{target}` is outside of the workspace" in error["message"]
    assert target.read_text() == "the user's own"
    assert sorted(os.listdir(outside)) == ["file"]


def test_a_path_that_climbs_out_is_refused(runner: RunnerProcess, outside: Path) -> None:
    climbing = os.path.relpath(outside / "new", runner.workspace)
    assert "is outside of the workspace" in runner.call("tools.t:write", {"path": climbing}).error["message"]
    assert "is outside of the workspace" in runner.call("tools.t:write", {"path": "../x"}).error["message"]
    assert sorted(os.listdir(outside)) == ["file"]
    assert not (runner.data / "x").exists()


def test_what_a_tool_starts_is_held_as_well(runner: RunnerProcess, outside: Path) -> None:
    new = outside / "new"
    code, _, said = runner.call("tools.t:shell", {"command": f"echo > {new}"}).value
    assert code != 0
    assert "Permission denied" in said
    assert runner.call("tools.t:in_fork", {"path": str(new)}).value == 41
    assert runner.call("tools.t:in_thread", {"path": str(new)}).value == [True]
    assert not new.exists()


@pytest.mark.parametrize("name", ["token", "blobs/one", "other-chat/notes"])
def test_the_data_folder_is_closed(runner: RunnerProcess, name: str) -> None:
    secret = runner.data / name
    error = runner.call("tools.t:read", {"path": str(secret)}).error
    assert "PermissionError" in error["message"]
    assert "data folder" in error["message"]
    for command in (f"cat {secret}", f"cat /proc/{os.getpid()}/root{secret}", f"cat /proc/{os.getpid()}/environ"):
        code, said, _ = runner.call("tools.t:shell", {"command": command}).value
        assert (code != 0, said) == (True, "")


def test_another_chat_s_workspace_is_closed(make: Callable[..., RunnerProcess], tmp_path: Path) -> None:
    chats = tmp_path / "chats"
    for chat in ("one", "two"):
        (chats / chat).mkdir(parents=True)
        (chats / chat / "note").write_text(chat)
    runner = make(workspaces=[str(chats)])
    runner.workspace = chats / "one"
    assert runner.call("tools.t:read", {"path": "note"}).value == "one"
    for path in ("../two/note", str(chats / "two" / "note")):
        assert "PermissionError" in runner.call("tools.t:read", {"path": path}).error["message"]
        assert "PermissionError" in runner.call("tools.t:write", {"path": path}).error["message"]
    assert (chats / "two" / "note").read_text() == "two"


def test_an_import_is_held_as_well(make_runner: MakeRunner) -> None:
    runner = make_runner({"tools/t.py": "Path('../token').read_text()", "tools/u.py": "Path('made').write_text('x')"})
    (runner.data / "token").write_text("secret")
    failed = runner.load_sandboxed("tools.t", "tools.u")["failed"]
    assert "data folder" in failed["tools.t"]["message"]
    assert "PermissionError" in failed["tools.u"]["message"]
    assert not (runner.root / "made").exists()


def test_what_a_tool_needs_still_works(runner: RunnerProcess) -> None:
    scratch = runner.data / "tmp" / "call"
    scratch.mkdir()
    runner.scratch = scratch
    files, parent, variable, doubled, usr = runner.call("tools.t:works").value
    assert files == ["two"]
    assert (parent, variable) == (str(scratch), str(scratch))
    assert (doubled, usr) == ([1, 2], True)


def test_nobody_gains_or_keeps_privileges(runner: RunnerProcess) -> None:
    found = runner.call("tools.t:privileges").value
    assert found.pop("NoNewPrivs") == "1"
    assert {int(found[name], 16) for name in ("CapInh", "CapPrm", "CapEff", "CapAmb")} == {0}
    assert runner.call("tools.t:make_device", {"target": ""}).error["kind"] == "raised"


@pytest.mark.skipif(landlock.abi() < 6, reason="this kernel does not scope signals")
def test_no_process_outside_can_be_signalled(runner: RunnerProcess) -> None:
    for pid in (os.getpid(), runner.pid):
        assert "PermissionError" in runner.call("tools.t:signals", {"pid": pid}).error["message"]
    assert runner.call("tools.t:read", {"path": "/proc/self/comm"}).answer is not None


class TestNetwork:
    @pytest.fixture
    def port(self) -> object:
        with socket.create_server(("127.0.0.1", 0)) as server:
            server.settimeout(0.01)
            self.server = server
            yield server.getsockname()[1]

    @pytest.mark.parametrize("writes", ["workspace", "anywhere"])
    def test_closed(self, make: Callable[..., RunnerProcess], port: int, writes: str) -> None:
        runner = make(network="deny", writes=writes)
        error = runner.call("tools.t:connects", {"port": port}).error
        assert error["kind"] == "raised"
        assert "has no network" in error["message"]
        for family in ("AF_INET", "AF_INET6", "AF_UNIX", "AF_NETLINK"):
            assert "has no network" in runner.call("tools.t:family", {"name": family}).error["message"]
        assert "has no network" in runner.call("tools.t:resolves").error["message"]
        assert runner.call("tools.t:pairs").value == "x"

    def test_open_unless_asked(self, make: Callable[..., RunnerProcess]) -> None:
        with socket.create_server(("127.0.0.1", 0)) as server:
            call = make().begin("tools.t:connects", {"port": server.getsockname()[1]})
            connection, _ = server.accept()
            with connection:
                connection.sendall(b"hello")
                connection.shutdown(socket.SHUT_WR)
                assert call.finish().value == "hello"


class TestBudget:
    def test_memory_of_one_process(self, make: Callable[..., RunnerProcess]) -> None:
        error = make().call("tools.t:eats", {"megabytes": 4096}, memory_bytes=1 << 28).error
        assert (error["kind"], "MemoryError" in error["message"]) == ("raised", True)

    def test_memory_that_no_limit_of_the_kernel_counts(self, make: Callable[..., RunnerProcess]) -> None:
        runner = make(memory_bytes=1 << 28)
        ending = runner.call("tools.t:eats_shared", {"megabytes": 512}).ending
        assert (ending["signal"], ending["limit"]) == (9, "memory")
        assert runner.call("tools.t:pairs").value == "x"

    def test_processes(self, make: Callable[..., RunnerProcess]) -> None:
        runner = make(processes=32)
        ending = runner.call("tools.t:multiplies", processes=32).ending
        assert (ending["signal"], ending["limit"]) == (9, "processes")
        assert runner.call("tools.t:pairs").value == "x"


def test_anywhere_is_anywhere(make: Callable[..., RunnerProcess], outside: Path) -> None:
    runner = make(writes="anywhere")
    runner.call("tools.t:write", {"path": str(outside / "new")}).value  # noqa: B018
    assert (outside / "new").exists()


@pytest.mark.parametrize("sandbox", [{"writes": "all"}, {"network": True}, {"hidden": ["data"]}, {"processes": 0}])
def test_a_sandbox_that_is_not_understood_ends_the_runner(make_runner: MakeRunner, sandbox: dict[str, object]) -> None:
    runner = make_runner({"tools/t.py": ""})
    assert runner.load_sandboxed("tools.t", **sandbox)["event"] == "fatal"


class TestWithoutLandlock:
    """A kernel without Landlock: one whose system calls for it are refused."""

    @pytest.fixture
    def python(self, tmp_path: Path) -> str:
        wrapper = tmp_path / "python"
        wrapper.write_text(
            f"#!{sys.executable}\n"
            "import os, sys\n"
            f"sys.path.insert(0, {str(SOURCES)!r})\n"
            "from covalt_toolset.runner import privileges, seccomp\n"
            "privileges.gain_none()\n"
            "seccomp.refuse([444, 445, 446])\n"
            f"os.execv({sys.executable!r}, [{sys.executable!r}, *sys.argv[1:]])\n"
        )
        wrapper.chmod(0o755)
        return str(wrapper)

    def test_a_sandbox_that_was_asked_for_is_not_left_out(self, make_runner: MakeRunner, python: str) -> None:
        runner = make_runner({"tools/t.py": "Path('../imported').write_text('x')"}, python=python)
        report = runner.load_sandboxed("tools.t", required=True)
        assert report["event"] == "unconfinable"
        assert "no Landlock" in report["message"]
        assert runner.wait() == 0
        assert not (runner.data / "imported").exists()

    def test_one_that_is_only_the_default_is_and_that_is_said(self, make_runner: MakeRunner, python: str) -> None:
        runner = make_runner({"tools/t.py": TOOLS}, python=python)
        assert "no Landlock" in runner.load_sandboxed("tools.t")["unconfined"]
        assert runner.call("tools.t:write", {"path": "../out"}).value is None
        assert (runner.data / "out").exists()
        error = runner.call("tools.t:read", {"path": "/nothing"}).error
        assert "sandbox" not in error["message"]

    def test_a_closed_network_is_closed_all_the_same(self, make_runner: MakeRunner, python: str) -> None:
        runner = make_runner({"tools/t.py": TOOLS}, python=python)
        report = runner.load_sandboxed("tools.t", required=True, network="deny", writes="anywhere")
        assert (report["failed"], report.get("unconfined")) == ({}, None)
        assert "has no network" in runner.call("tools.t:family", {"name": "AF_INET"}).error["message"]
