"""Write tools for Pegboard in Python.

    from covalt_toolset import get_context, tool

    @tool(name="Count lines")
    def count_lines(path: str) -> int:
        return len((get_context().workspace / path).read_text().splitlines())

Importing this package does not import Pydantic: only schemas and the checking of arguments need it.
"""

from __future__ import annotations

from typing import Any

from covalt_toolset.context import InitContext, ToolContext, clear_context, get_context, set_context
from covalt_toolset.decorator import ToolMetadata, get_tool_metadata, is_tool, tool
from covalt_toolset.signature import SignatureError, ToolFunction

__all__ = [
    "InitContext",
    "SignatureError",
    "ToolContext",
    "ToolMetadata",
    "clear_context",
    "function_to_json_schema",
    "get_context",
    "get_tool_metadata",
    "is_tool",
    "set_context",
    "tool",
    "type_to_json_schema",
]

__version__ = "0.1.0"


def function_to_json_schema(function: ToolFunction) -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of the arguments that `function` takes as a tool.

    Raises:
        SignatureError: A parameter has a type that JSON cannot express, or that cannot be resolved.
    """
    from covalt_toolset import schema

    return schema.function_to_json_schema(function)


def type_to_json_schema(hint: Any) -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of the values that `hint` accepts.

    Raises:
        SignatureError: JSON cannot express the type.
    """
    from covalt_toolset import schema

    return schema.type_to_json_schema(hint)
