"""A function's return value as JSON text.

Plain values go through the C encoder at once. What it does not know is converted by its type: Pydantic models,
dataclasses, enums, dates, paths, sets, bytes and the like. Where that fails, a slower walk finds the place and the
reason, so that the author reads "result.rows[3].score is NaN" and not "Out of range float values".
"""

from __future__ import annotations

import dataclasses
import datetime
import decimal
import json
import math
import os
import sys
import uuid
from base64 import b64encode
from collections.abc import Iterator, Mapping, Set
from enum import Enum
from typing import Any

MAX_DEPTH = 100
"""Deeper nesting is refused: common JSON readers, the server's among them, stop at 128."""

_BRACKETS = b"[]{}"
_NOT_BRACKETS = bytes(byte for byte in range(256) if byte not in _BRACKETS)


class NotJson(Exception):
    """A value that has no form in JSON; the text says where it is and why."""


class _NoForm(TypeError):
    """No conversion is known. A `TypeError`, because that is what the C encoder's hook has to raise."""


def to_json(value: Any) -> bytes:
    """Encode `value` as compact UTF-8 JSON.

    Raises:
        NotJson: Something in it has no form in JSON.
    """
    try:
        text = _encoder.encode(value).encode()
    except (TypeError, ValueError, RecursionError):
        # Either a real obstacle or one of the keys that only the walk below converts.
        text = _encoder.encode(_plain(value, "result", [])).encode()
    if text.count(b"[") + text.count(b"{") > MAX_DEPTH and _depth_exceeds(text, MAX_DEPTH):
        raise NotJson(f"The result is nested deeper than {MAX_DEPTH} levels.")
    return text


def _convert(value: Any) -> Any:
    """One step towards JSON for a value that the C encoder does not know; `TypeError` where there is none."""
    dump = getattr(value, "model_dump", None)
    if dump is not None and not isinstance(value, type):
        return dump(mode="json", by_alias=True)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, (datetime.datetime, datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, (uuid.UUID, decimal.Decimal)):
        return str(value)
    if isinstance(value, os.PathLike):
        return os.fsdecode(value)
    if isinstance(value, (bytes, bytearray, memoryview)):
        return _text_of_bytes(bytes(value))
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Set):
        return _in_order(value)
    return _convert_rare(value)


def _convert_rare(value: Any) -> Any:
    if isinstance(value, datetime.timedelta):
        return value.total_seconds()
    # NumPy's scalars and arrays, and what follows their example, without importing any of them.
    plain = getattr(value, "tolist", None)
    if plain is not None and not isinstance(value, type):
        return plain()
    if isinstance(value, Iterator):
        raise _NoForm("an iterator; return a list")
    raise _NoForm(f"of type {_type_name(value)}, which has no form in JSON")


def _text_of_bytes(value: bytes) -> str:
    """UTF-8 stays text, anything else becomes base64: the two cases that tools return."""
    try:
        return value.decode()
    except UnicodeDecodeError:
        return b64encode(value).decode()


def _in_order(value: Set[Any]) -> list[Any]:
    """Sets have no order of their own; a sorted one makes equal results equal text."""
    try:
        return sorted(value)
    except TypeError:
        return list(value)


_encoder = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_convert)


def _plain(value: Any, path: str, above: list[int]) -> Any:
    """Copy `value` with only what JSON knows; `path` is where it stands, `above` the ids of what holds it."""
    if value is None or value is True or value is False:
        return value
    if isinstance(value, Enum):
        return _plain(value.value, path, above)
    if isinstance(value, str):
        return _checked_text(value, path)
    if isinstance(value, int):
        return _checked_integer(value, path)
    if isinstance(value, float):
        if not math.isfinite(value):
            raise NotJson(f"{path} is {float(value)!r}, which JSON does not have; return None or a text instead.")
        return float(value)
    if id(value) in above:
        raise NotJson(f"{path} contains itself.")
    if len(above) >= MAX_DEPTH:
        raise NotJson(f"The result is nested deeper than {MAX_DEPTH} levels.")
    above.append(id(value))
    try:
        return _plain_container(value, path, above)
    finally:
        above.pop()


def _plain_container(value: Any, path: str, above: list[int]) -> Any:
    if isinstance(value, dict):
        plain: dict[str, Any] = {}
        for key, inner in value.items():
            name = _key(key, path)
            if name in plain:
                raise NotJson(f"{path} has two keys that both become {name!r} in JSON.")
            plain[name] = _plain(inner, f"{path}.{name}", above)
        return plain
    if isinstance(value, (list, tuple)):
        return [_plain(inner, f"{path}[{index}]", above) for index, inner in enumerate(value)]
    try:
        converted = _convert(value)
    except _NoForm as error:
        raise NotJson(f"{path} is {error}.") from None
    except (TypeError, ValueError, AttributeError) as error:
        raise NotJson(f"{path} cannot be converted: {error}") from None
    return _plain(converted, path, above)


def _key(key: Any, path: str) -> str:
    if isinstance(key, Enum):
        key = key.value
    if isinstance(key, str):
        return _checked_text(key, f"a key of {path}")
    if key is None or isinstance(key, bool):
        return json.dumps(key)
    if isinstance(key, int):
        return str(_checked_integer(key, f"a key of {path}"))
    if isinstance(key, float):
        return repr(float(key))
    if isinstance(key, (datetime.date, datetime.time, uuid.UUID, decimal.Decimal, os.PathLike)):
        return str(_plain(_convert(key), f"a key of {path}", []))
    raise NotJson(f"{path} has a key of type {_type_name(key)}; the keys of a JSON object are texts.")


def _checked_text(value: str, path: str) -> str:
    try:
        value.encode()
    except UnicodeEncodeError:
        raise NotJson(
            f"{path} holds text that is not valid Unicode (a lone surrogate, as in names of files that are not UTF-8)."
        ) from None
    return str(value)


def _checked_integer(value: int, path: str) -> int:
    limit = sys.get_int_max_str_digits()
    # A decimal digit holds a little over 3.3 bits.
    if limit and int(value).bit_length() > limit * 3.3:
        raise NotJson(f"{path} is an integer of more than {limit} digits.")
    return int(value)


def _type_name(value: Any) -> str:
    kind = type(value)
    return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"


def _depth_exceeds(text: bytes, limit: int) -> bool:
    """Whether JSON `text` nests deeper than `limit`, without parsing it."""
    import re

    shape = re.sub(rb'"(?:[^"\\]|\\.)*"', b"", text).translate(None, _NOT_BRACKETS)
    # Each round takes away the innermost level.
    for _ in range(limit):
        if not shape:
            return False
        shape = re.sub(rb"(?:\[\]|\{\})+", b"", shape)
    return bool(shape)
