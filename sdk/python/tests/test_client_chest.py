"""Spec 4's list against a real server: basics, essential toolsets, once-only initialising, old names, errors."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from house import House

from covalt_toolset.client import (
    ApprovalNeeded,
    Blocked,
    Forbidden,
    InvalidArguments,
    MCPToolChest,
    NotFound,
    PromptSection,
    ToolChest,
    ToolFailed,
    UnknownTool,
)

CODE = """
import os
from covalt_toolset import tool

def count(what: str) -> None:
    with open(os.path.join(os.environ["TMPDIR"], "count"), "a") as file:
        file.write(what + "\\n")

def init(context) -> None:
    count(context.toolset_id)

def fails() -> None:
    count("broken")
    raise ValueError("no key")

@tool
def greet(name: str) -> str:
    "Say hello."
    return f"Hello {name}"

@tool
def stumble() -> None:
    "Fail."
    print("on the way")
    raise KeyError("stone")

@tool(requires_confirmation=True)
def asked() -> int:
    "Wait for a person."
    return 42
"""

MANIFEST = """
manifest_version: "1"
id: {id}
name: {name}
version: 1.0.0
{more}
tools:
  - {{id: greet, entrypoint: "tools.{id}:greet"}}
  - {{id: stumble, entrypoint: "tools.{id}:stumble"}}
  - {{id: asked, entrypoint: "tools.{id}:asked"}}
"""

SERVER = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message:
        continue
    method, params = message["method"], message.get("params", {})
    tool = {"name": "echo", "description": "Says it again.", "inputSchema": {"type": "object"}}
    result = {
        "initialize": {"protocolVersion": params.get("protocolVersion"), "capabilities": {"tools": {}},
                       "serverInfo": {"name": "echoing", "version": "1"}},
        "tools/list": {"tools": [tool]},
        "tools/call": {"content": [], "structuredContent": params.get("arguments")},
        "ping": {},
    }.get(method)
    answer = {"result": result} if result is not None else {"error": {"code": -32601, "message": "unknown method"}}
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], **answer}), flush=True)
"""

SERVERS = """
manifest_version: "1"
id: {id}
name: {id}
version: 1.0.0
mcp_servers:
  - {{id: it, command: {command}, args: [server.py], requires_confirmation: false}}
"""


def bundle(identity: str, more: str = "") -> dict[str, str]:
    manifest = MANIFEST.format(id=identity, name=identity.capitalize(), more=more)
    return {"toolset.yaml": manifest, f"tools/{identity}.py": CODE}


BUNDLES = [
    bundle("alpha", 'python: {init: "tools.alpha:init"}\nprompt_section: Be kind.'),
    bundle("beta", 'python: {init: "tools.beta:init"}\nrequires: [alpha]'),
    bundle("plain"),
    bundle("broken", 'python: {init: "tools.broken:fails"}'),
    {"toolset.yaml": SERVERS.format(id="echoing", command="python3"), "server.py": SERVER},
    {"toolset.yaml": SERVERS.format(id="silent", command="no-such-program-anywhere"), "server.py": ""},
]


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    house = House()
    try:
        for files in BUNDLES:
            house.install(files)
        yield house
    finally:
        house.stop()


@pytest.fixture
def chest(house: House) -> ToolChest:
    """A chest with nothing in it."""
    chest = ToolChest(house.connection, chat=house.new_chat())
    assert chest.set_active_toolsets([])
    return chest


def told(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What was logged since the last look."""
    lines = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    caplog.clear()
    return lines


# Basics.


def test_toolsets_are_activated_and_deactivated(chest: ToolChest, caplog: pytest.LogCaptureFixture) -> None:
    assert chest.active_toolsets == {}
    assert chest.activate_toolset("alpha") is True
    assert chest.activate_toolset(["plain", "filesystem"]) is True
    assert list(chest.active_toolsets) == ["alpha", "builtin-filesystem", "plain"]
    assert chest.deactivate_toolset("alpha") is True
    assert chest.deactivate_toolset(["plain", "shell"]) is False
    assert list(chest.active_toolsets) == ["builtin-filesystem"]
    assert chest.set_active_toolsets(["plain", "alpha"]) is True
    assert list(chest.active_toolsets) == ["alpha", "plain"]
    assert told(caplog) == ["Cannot deactivate inactive toolset: builtin-shell"]


def test_a_chest_is_its_chat_s_and_lasts(house: House, chest: ToolChest) -> None:
    chest.activate_toolset("plain")
    assert list(ToolChest(house.connection, chat=chest.chat).active_toolsets) == ["plain"]
    elsewhere = ToolChest(house.connection, chat=house.new_chat())
    # Nobody chose anything there: all of a small house is active.
    assert set(elsewhere.available_toolsets) - set(elsewhere.active_toolsets) == {"broken"}


def test_what_a_chest_begins_with_is_set_at_its_first_use(house: House, caplog: pytest.LogCaptureFixture) -> None:
    chat = house.new_chat()
    chest = ToolChest(house.connection, chat=chat, essential_toolsets="plain", active_toolsets=["alpha", "nothing"])
    assert house.connection.get("chats", chat, "chest")["mode"] == "automatic"
    assert (list(chest.active_toolsets), list(chest.essential_toolsets)) == (["alpha", "plain"], ["plain"])
    assert told(caplog) == ["Active toolset nothing not found in registry"]
    assert list(ToolChest(house.connection, chat=house.new_chat(), active_toolsets="alpha").active_toolsets) == [
        "alpha"
    ]


def test_what_models_are_told_is_that_of_the_active_toolsets(chest: ToolChest) -> None:
    chest.set_active_toolsets(["plain", "alpha"])
    schemas = chest.active_open_ai_schemas
    assert sorted(schema["function"]["name"].split("_")[0] for schema in schemas) == ["alpha"] * 3 + ["plain"] * 3
    alpha, plain = chest.active_toolsets.values()
    assert alpha.tool_schemas() + plain.tool_schemas() == schemas
    assert (schemas[0]["type"], schemas[0]["function"]["description"]) == ("function", "Say hello.")
    assert schemas[0]["function"]["parameters"]["required"] == ["name"]
    assert chest.active_anthropic_schemas[0]["input_schema"]["required"] == ["name"]
    assert chest.active_tool_sections == [PromptSection("alpha", "Be kind.")]
    assert [str(section) for section in chest.active_tool_sections] == ["Be kind."]


# Essential toolsets.


def test_essential_toolsets_cannot_be_deactivated(chest: ToolChest, caplog: pytest.LogCaptureFixture) -> None:
    assert chest.add_essential_toolset("plain") is True
    assert chest.deactivate_toolset("plain") is False
    assert chest.set_active_toolsets(["alpha"]) is True
    assert list(chest.active_toolsets) == ["alpha", "plain"]
    assert list(chest.essential_toolsets) == ["plain"]
    assert chest.deactivate_toolset(["plain", "alpha"]) is False
    assert list(chest.active_toolsets) == ["plain"]
    assert told(caplog) == ["Cannot deactivate essential toolset: plain"] * 2


# Initialising.


def test_a_toolset_is_initialised_once_whoever_asks_however_often(house: House) -> None:
    house.install(bundle("first", 'python: {init: "tools.first:init"}'))
    house.install(bundle("second", 'python: {init: "tools.second:init"}\nrequires: [first]'))

    def counted() -> list[str]:
        """Whose hooks have run: they write it down in the house's folder for temporary files."""
        place = Path(house.data, "tmp", "count")
        lines = place.read_text().split() if place.exists() else []
        return [line for line in lines if line in ("first", "second")]

    chest = ToolChest(house.connection, chat=house.new_chat(), active_toolsets=["plain", "second"])
    assert counted() == []
    # What is required comes first.
    assert list(chest.active_toolsets) == ["first", "plain", "second"]
    assert counted() == ["first", "second"]
    for _ in range(2):
        chest.init_tools()
        second = chest.active_toolsets["second"]
        assert second.initialised == "done"
        chest.deactivate_toolset(["first", "second"])
        chest.activate_toolset("second")
        assert second.call("greet", name="you") == "Hello you"
    other = ToolChest(house.connection, chat=house.new_chat(), active_toolsets=["second"])
    assert "second" in other.active_toolsets
    assert counted() == ["first", "second"]


def test_one_that_fails_is_told_of_and_spares_the_others(chest: ToolChest, caplog: pytest.LogCaptureFixture) -> None:
    assert chest.activate_toolset(["broken", "plain"]) is True
    assert list(chest.active_toolsets) == ["plain"]
    assert {schema["function"]["name"].split("_")[0] for schema in chest.active_open_ai_schemas} == {"plain"}
    reason = "The toolset `broken` is not initialised: its init hook `tools.broken:fails` failed. ValueError: no key"
    assert told(caplog) == [f"Error initializing toolset broken: {reason}"]
    broken = chest.available_toolsets["broken"]
    assert (broken.initialised, broken.failure) == ("failed", reason)
    with pytest.raises(ToolFailed, match="its init hook") as caught:
        broken.call("greet", name="you")
    assert caught.value.kind == "import"


def test_arguments_of_init_tools_are_told_to_be_of_no_use(chest: ToolChest, caplog: pytest.LogCaptureFixture) -> None:
    chest.init_tools(workspace="a", user="b")
    assert told(caplog) == ["Toolsets of a house take no arguments; not used: workspace, user"]


def test_a_toolset_stays_the_same_object(chest: ToolChest) -> None:
    chest.activate_toolset("plain")
    before = chest.active_toolsets["plain"]
    chest.add_essential_toolset("plain")
    assert chest.active_toolsets["plain"] is before
    assert before.state == "essential"


# Old names.


def test_old_names_still_work_and_warn(house: House, chest: ToolChest) -> None:
    with pytest.warns(
        DeprecationWarning, match=r"activate_tool is deprecated. Use ToolChest\.activate_toolset"
    ) as seen:
        assert chest.activate_tool("plain") is True
    assert seen[0].filename == __file__
    with pytest.warns(DeprecationWarning, match=r"Use ToolChest\.active_toolsets instead") as seen:
        assert chest.active_tools == chest.active_toolsets
    assert seen[0].filename == __file__
    with pytest.warns(DeprecationWarning, match=r"Use ToolChest\.available_toolsets instead"):
        assert chest.available_tools == chest.available_toolsets
    with pytest.warns(DeprecationWarning, match=r"Use ToolChest\.active_anthropic_schemas instead"):
        assert chest.active_claude_schemas == chest.active_anthropic_schemas
    named = type("plain", (), {})
    with pytest.warns(DeprecationWarning, match="`tool_classes` is deprecated") as seen:
        old = ToolChest(house.connection, chat=house.new_chat(), tool_classes=[named, "alpha"])
    assert seen[0].filename == __file__
    assert list(old.active_toolsets) == ["alpha", "plain"]


# Errors.


def test_unknown_toolsets_are_told_of_and_the_rest_is_done(chest: ToolChest, caplog: pytest.LogCaptureFixture) -> None:
    assert chest.activate_toolset(["nothing", "plain"]) is False
    assert chest.deactivate_toolset("nothing") is False
    assert chest.add_essential_toolset("nothing") is False
    assert chest.set_active_toolsets(["alpha", "nothing", "none"]) is False
    assert list(chest.active_toolsets) == ["plain"]
    assert told(caplog) == [
        "Cannot activate unknown toolset: nothing",
        "Cannot deactivate inactive toolset: nothing",
        "Cannot mark unknown toolset as essential: nothing",
        "Unknown toolsets requested: ['nothing', 'none']",
    ]


def test_a_chat_that_is_not_there_is_an_error(house: House) -> None:
    with pytest.raises(NotFound, match="no chat"):
        _ = ToolChest(house.connection, chat="01234567-89ab-7def-8123-456789abcdef").active_toolsets


def test_a_token_that_may_only_read_changes_nothing(house: House, chest: ToolChest) -> None:
    reading = ToolChest(house.scoped("read"), chat=chest.chat)
    assert "plain" in reading.available_toolsets
    with pytest.raises(Forbidden) as caught:
        reading.activate_toolset("plain")
    assert caught.value.hint
    assert chest.active_toolsets == {}


# Calls.


def test_a_call_gives_its_result_or_says_why_there_is_none(house: House, chest: ToolChest) -> None:
    chest.activate_toolset("plain")
    plain = chest.active_toolsets["plain"]
    assert plain.call("greet", name="you") == "Hello you"
    for name in ("plain:greet", plain.tools[0]["wire_name"]):
        assert plain.call(name, name="you") == "Hello you"
    with pytest.raises(ToolFailed, match="KeyError: 'stone'") as failed:
        plain.call("stumble")
    assert (failed.value.kind, failed.value.log) == ("raised", "on the way\n")
    assert "in stumble" in (failed.value.detail or "")
    with pytest.raises(InvalidArguments) as refused:
        plain.call("greet", nam="you")
    assert refused.value.violations
    with pytest.raises(UnknownTool) as unknown:
        plain.call("plain:great")
    assert "plain:greet" in unknown.value.near
    calls = house.connection.get("calls", chat_id=chest.chat)["items"]
    assert {call["status"] for call in calls} == {"success", "error"}


def test_a_call_that_waits_is_told_with_its_id_and_can_be_asked_for(house: House, chest: ToolChest) -> None:
    chest.activate_toolset("plain")
    with pytest.raises(ApprovalNeeded) as waiting:
        chest.active_toolsets["plain"].call("asked")
    call = waiting.value.call_id
    assert waiting.value.tool_id == "plain:asked"
    with pytest.raises(ApprovalNeeded):
        chest.result(call)
    house.post("calls", call, "approve", body={})
    assert chest.result(call) == 42


def test_a_blocked_call_is_refused(house: House, chest: ToolChest) -> None:
    chest.activate_toolset("plain")
    policy = house.connection.get("policy")["text"]
    house.connection.send("PUT", "policy", body={"text": "toolsets: {plain: {approval: blocked}}\n"})
    try:
        with pytest.raises(Blocked):
            chest.active_toolsets["plain"].call("greet", name="you")
    finally:
        house.connection.send("PUT", "policy", body={"text": policy})


# MCP servers.


@pytest.mark.parametrize("scope", ["admin", "run"])
def test_servers_are_connected_before_toolsets_are_initialised(
    house: House, caplog: pytest.LogCaptureFixture, scope: str
) -> None:
    line = house.scoped(scope)
    chest = MCPToolChest(line, chat=house.new_chat(), active_toolsets=["echoing", "silent", "plain"])
    assert set(chest.mcp_servers) == {"echoing~it", "silent~it"}
    chest.init_tools()
    assert chest.mcp_servers["echoing~it"]["state"] == "ready"
    (warning,) = told(caplog)
    assert warning.startswith("Failed to connect to MCP server silent~it: ")
    assert chest.connect_servers() == {"echoing~it": True, "silent~it": False}
    assert chest.active_toolsets["echoing"].call("echo", text="a")["structuredContent"] == {"text": "a"}
    assert json.dumps(chest.active_open_ai_schemas).count("Says it again.") == 1
