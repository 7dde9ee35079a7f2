"""`@tool` and the metadata it leaves on a function."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar, overload

from covalt_toolset.docstrings import parse_docstring
from covalt_toolset.mark import ATTRIBUTE
from covalt_toolset.signature import ToolFunction

F = TypeVar("F", bound=ToolFunction)


@dataclass(frozen=True)
class ToolMetadata:
    """What `@tool` knows about a function."""

    name: str
    """Display name; the function's own name where the decorator gave none."""
    description: str
    """What the tool does; the docstring without its sections where the decorator gave none."""
    requires_confirmation: bool = False
    """Whether a person must agree to every call. Configuration can add this, never take it away."""
    category: str | None = None
    """A word to group tools by in lists."""
    function: ToolFunction = field(repr=False, compare=False, kw_only=True)

    @cached_property
    def input_schema(self) -> dict[str, Any]:
        """The JSON Schema of the arguments; made on first use, because that imports Pydantic."""
        from covalt_toolset.schema import function_to_json_schema

        return function_to_json_schema(self.function)


@overload
def tool(function: F, /) -> F: ...
@overload
def tool(
    *,
    name: str | None = None,
    description: str | None = None,
    requires_confirmation: bool = False,
    category: str | None = None,
) -> Callable[[F], F]: ...
def tool(
    function: F | None = None,
    /,
    *,
    name: str | None = None,
    description: str | None = None,
    requires_confirmation: bool = False,
    category: str | None = None,
) -> F | Callable[[F], F]:
    """Mark a function as a tool; works with and without parentheses.

    The function itself is returned unchanged, so it can still be called and tested as before.

    Args:
        function: What to mark, where `@tool` stands without parentheses.
        name: Display name; the function's name where left out.
        description: What the tool does; the docstring where left out.
        requires_confirmation: Ask a person before every call.
        category: A word to group tools by in lists.
    """

    def mark(target: F) -> F:
        if not callable(target):
            raise TypeError(f"@tool marks functions, not {type(target).__name__}; put it directly above `def`")
        text = description if description is not None else parse_docstring(target.__doc__).description
        title = name if name is not None else target.__name__
        metadata = ToolMetadata(title, text, requires_confirmation, category, function=target)
        setattr(target, ATTRIBUTE, metadata)
        return target

    return mark if function is None else mark(function)


def get_tool_metadata(function: ToolFunction) -> ToolMetadata | None:
    """Return what `@tool` left on `function`, or `None` where it is not a tool."""
    metadata = getattr(function, ATTRIBUTE, None)
    return metadata if isinstance(metadata, ToolMetadata) else None


def is_tool(value: object) -> bool:
    """Whether `value` is a function marked with `@tool`."""
    return callable(value) and get_tool_metadata(value) is not None
