"""The package as a toolset's author sees it."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest
from driver import SOURCES

import covalt_toolset
from covalt_toolset import ToolContext, clear_context, get_context, get_tool_metadata, is_tool, set_context, tool

CONTEXT = ToolContext(Path("/w"), "chat", "toolset", "call", Path("/t"), {"token": "secret"})


def test_context_is_there_between_set_and_clear() -> None:
    set_context(CONTEXT)
    assert get_context() is CONTEXT
    clear_context()
    with pytest.raises(RuntimeError, match=r"outside a tool call.*set_context\(\)"):
        get_context()


def test_context_of_another_thread_is_not_seen() -> None:
    set_context(CONTEXT)
    errors: list[type[BaseException]] = []

    def look() -> None:
        try:
            get_context()
        except RuntimeError as error:
            errors.append(type(error))

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    clear_context()
    assert errors == [RuntimeError]


def test_configuration_is_not_shown() -> None:
    assert "secret" not in repr(CONTEXT)


def test_tool_without_parentheses_takes_everything_from_the_function() -> None:
    @tool
    def count_lines(path: str) -> int:
        """Count the lines of a file.

        Only text files.

        Args:
            path: The file.
        """
        return len(path)

    metadata = get_tool_metadata(count_lines)
    assert metadata is not None
    assert metadata.name == "count_lines"
    assert metadata.description == "Count the lines of a file.\n\nOnly text files."
    assert metadata.requires_confirmation is False
    assert metadata.category is None
    assert metadata.input_schema["properties"] == {"path": {"type": "string", "description": "The file."}}
    assert count_lines("abc") == 3


def test_tool_with_parentheses_keeps_what_it_is_told() -> None:
    @tool(name="Delete", description="Delete it.", requires_confirmation=True, category="files")
    def delete() -> None:
        """Something else."""

    metadata = get_tool_metadata(delete)
    assert metadata is not None
    assert (metadata.name, metadata.description) == ("Delete", "Delete it.")
    assert (metadata.requires_confirmation, metadata.category) == (True, "files")


def test_is_tool_knows_marked_functions_alone() -> None:
    @tool()
    def marked() -> None: ...

    def plain() -> None: ...

    assert [is_tool(value) for value in (marked, plain, 3, None)] == [True, False, False, False]
    assert get_tool_metadata(plain) is None


def test_marking_what_is_no_function_says_so() -> None:
    with pytest.raises(TypeError, match="directly above `def`"):
        tool("name")  # type: ignore[call-overload]


def test_importing_does_not_import_pydantic() -> None:
    program = "import sys, covalt_toolset; print('pydantic' in sys.modules, 'asyncio' in sys.modules)"
    result = subprocess.run(
        [sys.executable, "-c", program], env={"PYTHONPATH": str(SOURCES)}, capture_output=True, text=True, check=True
    )
    assert result.stdout == "False False\n"


def test_everything_promised_is_there() -> None:
    assert all(hasattr(covalt_toolset, name) for name in covalt_toolset.__all__)
