"""Return values as JSON. What is refused, and with which words, stands in `test_runner_hostile`."""

from __future__ import annotations

import dataclasses
import datetime as dt
import json
import uuid
from collections import OrderedDict, deque
from decimal import Decimal
from enum import Enum, IntEnum
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest
from pydantic import BaseModel, Field

from covalt_toolset.runner.convert import MAX_DEPTH, NotJson, to_json


class Colour(Enum):
    RED = "red"


class Level(IntEnum):
    LOW = 1


class Point(NamedTuple):
    x: int
    y: int


class Model(BaseModel):
    from_: int = Field(alias="from")
    when: dt.date


@dataclasses.dataclass
class Row:
    name: str
    colour: Colour
    model: Model


class Array:
    """Like NumPy's."""

    def tolist(self) -> list[float]:
        return [1.5, 2.5]


MODEL = Model(**{"from": 1, "when": "2026-01-02"})
MODEL_JSON = {"from": 1, "when": "2026-01-02"}


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, None),
        (True, True),
        ("ä\u2028", "ä\u2028"),
        (2**70, 2**70),
        ((1, 2), [1, 2]),
        (Point(1, 2), [1, 2]),
        (MODEL, MODEL_JSON),
        ([Row("a", Colour.RED, MODEL)], [{"name": "a", "colour": "red", "model": MODEL_JSON}]),
        ({"level": Level.LOW, "colour": Colour.RED}, {"level": 1, "colour": "red"}),
        (dt.datetime(2026, 1, 2, 3, 4, 5, tzinfo=dt.UTC), "2026-01-02T03:04:05+00:00"),
        (dt.time(3, 4), "03:04:00"),
        (dt.timedelta(minutes=1), 60.0),
        (uuid.UUID(int=1), "00000000-0000-0000-0000-000000000001"),
        (Decimal("1.10"), "1.10"),
        (Path("a/b"), "a/b"),
        (b"text", "text"),
        (bytearray(b"\xff\x00"), "/wA="),
        ({3, 1, 2}, [1, 2, 3]),
        (frozenset({"b", "a"}), ["a", "b"]),
        (MappingProxyType({"a": {1}}), {"a": [1]}),
        (OrderedDict(a=1), {"a": 1}),
        ({1: "a", False: "b", None: "c", 1.5: "d"}, {"1": "a", "false": "b", "null": "c", "1.5": "d"}),
        ({Colour.RED: 1, dt.date(2026, 1, 2): 2, Path("p"): 3}, {"red": 1, "2026-01-02": 2, "p": 3}),
        (Array(), [1.5, 2.5]),
    ],
)
def test_is_converted(value: Any, expected: Any) -> None:
    assert json.loads(to_json(value)) == expected


def test_the_deepest_that_is_allowed() -> None:
    value: Any = 0
    for _ in range(MAX_DEPTH):
        value = [value]
    assert json.loads(to_json(value)) == value
    with pytest.raises(NotJson, match="deeper than 100 levels"):
        to_json({"a": value})


def test_many_brackets_that_are_not_deep_are_fine() -> None:
    value = {"text": '[[{{"\\"' * 200, "rows": [[{}], []] * 200}
    assert json.loads(to_json(value)) == value


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({1: "a", Colour.RED: "b", "red": "c"}, "result has two keys that both become 'red' in JSON."),
        (deque([1]), "result is of type collections.deque, which has no form in JSON."),
        ([{"a": {"b": Exception}}], "result[0].a.b is of type type, which has no form in JSON."),
        ({"x\udcff": 1}, "a key of result holds text that is not valid Unicode"),
        ({Colour.RED: float("nan")}, "result.red is nan"),
    ],
)
def test_is_refused(value: Any, message: str) -> None:
    with pytest.raises(NotJson) as caught:
        to_json(value)
    assert str(caught.value).startswith(message)
