"""The hooks of a toolset (`python.init` and `python.post_init`): run once, after the imports and before any call."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from covalt_toolset.context import InitContext
from covalt_toolset.runner.failure import MAX_MESSAGE_CHARS, Failure, Kind, cut, from_exception
from covalt_toolset.runner.hints import HINTS
from covalt_toolset.runner.toolset import Toolset

HOOKS = ("init", "post_init")
"""In the order in which they run."""


def read_hooks(load: dict[str, Any]) -> dict[str, str]:
    """The hooks that a `load` order names, each with its entrypoint.

    Raises:
        ValueError: They are no such thing.
    """
    hooks = load.get("hooks") or {}
    if not isinstance(hooks, dict) or not all(isinstance(value, str) for value in hooks.values()):
        raise ValueError("`hooks` of `load` must be an object of texts")
    return {name: hooks[name] for name in HOOKS if name in hooks}


def run_hooks(
    toolset: Toolset, load: dict[str, Any], begin: Callable[[str], None] = lambda _hook: None
) -> Failure | None:
    """Run what a `load` order names, telling `begin` of each hook before it runs.

    The first that fails is the last: the toolset's functions are refused with its failure from then on, which is also
    returned.
    """
    context = InitContext(toolset_id=str(load.get("toolset", "")), toolset_root=Path(load["root"]))
    for hook, entrypoint in read_hooks(load).items():
        begin(hook)
        try:
            _run(toolset, entrypoint, context)
        except Failure as failure:
            about = f"The toolset `{context.toolset_id}` is not initialised: its {hook} hook `{entrypoint}` failed. "
            message = about + cut(failure.message, MAX_MESSAGE_CHARS - len(about))
            told = Failure(failure.kind, message, failure.traceback)
            toolset.refuse(told)
            return told
    return None


def _run(toolset: Toolset, entrypoint: str, context: InitContext) -> None:
    function = toolset.entrypoint(entrypoint).function
    try:
        value = function(context) if _takes_context(function) else function()
        if isinstance(value, Awaitable):
            import asyncio

            asyncio.run(_awaited(value))
    except BaseException as error:  # Also `sys.exit`: it ends the hook, not the runner.
        raise from_exception(Kind.IMPORT, error, HINTS.of(error)) from None


def _takes_context(function: Callable[..., Any]) -> bool:
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return any(parameter.kind in positional for parameter in inspect.signature(function).parameters.values())


async def _awaited(value: Awaitable[Any]) -> None:
    await value
