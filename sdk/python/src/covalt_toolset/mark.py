"""What `@tool` leaves on a function; apart from the decorator, so that both it and the schemas can ask for it."""

from __future__ import annotations

ATTRIBUTE = "__covalt_tool__"
"""The attribute that holds the function's `ToolMetadata`."""


def is_marked(function: object) -> bool:
    """Whether `@tool` was put on `function`."""
    return hasattr(function, ATTRIBUTE)
