"""Answers one request: calls a function or describes some."""

from __future__ import annotations

import json
from collections.abc import Awaitable
from pathlib import Path
from typing import Any, Protocol

from covalt_toolset.context import ToolContext, clear_context, set_process_context
from covalt_toolset.runner.convert import NotJson, to_json
from covalt_toolset.runner.failure import Failure, Kind, from_exception
from covalt_toolset.runner.frames import MAX_FRAME_BYTES
from covalt_toolset.runner.hints import HINTS
from covalt_toolset.runner.toolset import Entrypoint
from covalt_toolset.signature import SignatureError

DEFAULT_RESULT_BYTES = 64 * 1024 * 1024
"""The limit on an answer's frame where the request names none."""


class Entrypoints(Protocol):
    """Where functions are found: a toolset."""

    def entrypoint(self, text: str) -> Entrypoint:
        """Find a function; raises `Failure` where there is none."""
        ...


def answer(toolset: Entrypoints, request: dict[str, Any]) -> bytes:
    """Do what a request asks and return the answer's frame. Fails only where the process itself is at its end."""
    limit = int((request.get("limits") or {}).get("result_bytes") or DEFAULT_RESULT_BYTES)
    try:
        if request["kind"] == "describe":
            value = to_json({text: _described(toolset, text) for text in request["entrypoints"]})
        else:
            value = _called(toolset, request)
    except Failure as failure:
        return error_frame(failure)
    frame = b'{"type":"result","value":' + value + b"}"
    if len(frame) > min(limit, MAX_FRAME_BYTES):
        message = (
            f"The result is {len(frame):,} bytes of JSON; at most {limit:,} are allowed. "
            "Write large results to a file of the workspace and return its path."
        )
        return error_frame(Failure(Kind.TOO_LARGE, message))
    return frame


def error_frame(failure: Failure) -> bytes:
    """The frame of a failed call."""
    return json.dumps({"type": "error", **failure.as_json()}, ensure_ascii=False).encode()


def _described(toolset: Entrypoints, text: str) -> dict[str, Any]:
    try:
        return toolset.entrypoint(text).describe()
    except Failure as failure:
        return {"error": failure.as_json()}
    except Exception as error:  # A type's own schema code is the toolset's; it may raise anything.
        return {"error": from_exception(Kind.ARGUMENTS, error).as_json()}


def _called(toolset: Entrypoints, request: dict[str, Any]) -> bytes:
    context = _context(request["context"])
    set_process_context(context)
    try:
        entrypoint = toolset.entrypoint(request["entrypoint"])
        value = _invoke(entrypoint, request["args"], context.workspace)
        return _encoded(value)
    finally:
        clear_context()


def _invoke(entrypoint: Entrypoint, arguments: dict[str, Any], workspace: Path) -> Any:
    positional, keyword = _bind(entrypoint, arguments, workspace)
    try:
        value = entrypoint.function(*positional, **keyword)
        return _finish(value) if isinstance(value, Awaitable) else value
    except BaseException as error:  # Also `sys.exit` and KeyboardInterrupt: the tool ends, its process answers.
        raise from_exception(Kind.RAISED, error, HINTS.of(error)) from None


def _bind(entrypoint: Entrypoint, arguments: dict[str, Any], workspace: Path) -> tuple[tuple[Any, ...], dict[str, Any]]:
    try:
        if not entrypoint.signature.parameters and not arguments:
            # The one case that needs no Pydantic.
            return ((workspace,) if entrypoint.signature.takes_workspace else ()), {}
        from covalt_toolset.schema import ArgumentsError

        try:
            bound = entrypoint.schema.bind(arguments, workspace)
        except ArgumentsError as error:
            raise Failure(Kind.ARGUMENTS, str(error)) from None
        return bound.positional, bound.keyword
    except (Failure, SignatureError) as error:
        raise error if isinstance(error, Failure) else Failure(Kind.ARGUMENTS, str(error)) from None
    except BaseException as error:  # A validator of the toolset's own model raised something of its own.
        raise from_exception(Kind.ARGUMENTS, error) from None


def _encoded(value: Any) -> bytes:
    try:
        return to_json(value)
    except NotJson as error:
        raise Failure(Kind.NOT_JSON, str(error)) from None
    except MemoryError:
        raise Failure(Kind.TOO_LARGE, "The result does not fit into the memory that the call may use.") from None
    except BaseException as error:  # A property or serialiser of the result's own class raised.
        raise from_exception(Kind.NOT_JSON, error) from None


def _finish(awaitable: Awaitable[Any]) -> Any:
    """Run an awaitable in a loop of its own.

    Unlike `asyncio.run`, it does not wait for threads of the default executor: one that never ends would hold the
    answer back for ever, and the process is about to exit anyway.
    """
    import asyncio

    async def awaited() -> Any:
        return await awaitable

    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    try:
        return loop.run_until_complete(awaited())
    finally:
        left = asyncio.all_tasks(loop)
        for task in left:
            task.cancel()
        if left:
            loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
        loop.run_until_complete(loop.shutdown_asyncgens())


def _context(fields: dict[str, Any]) -> ToolContext:
    return ToolContext(
        workspace=Path(fields["workspace"]),
        chat_id=fields["chat_id"],
        toolset_id=fields["toolset_id"],
        call_id=fields["call_id"],
        toolset_root=Path(fields["toolset_root"]),
        config=fields.get("config") or {},
    )
