"""Schemas of functions and types, and the checking of arguments."""

from __future__ import annotations

import datetime as dt
import socket
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, NotRequired, Required, TypedDict

import pytest
from pydantic import BaseModel, Field

from covalt_toolset import SignatureError, function_to_json_schema, tool, type_to_json_schema
from covalt_toolset.schema import ArgumentsError, arguments_schema

if TYPE_CHECKING:
    pass


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


class Cat(BaseModel):
    kind: Literal["cat"]
    lives: int = Field(default=9, alias="nineLives", description="How many are left.")


class Dog(BaseModel):
    kind: Literal["dog"]


@dataclass
class Point:
    x: int
    y: int = 0
    tags: list[str] = field(default_factory=list)


class Pair(NamedTuple):
    left: int
    right: str = "r"


class Options(TypedDict, total=False):
    deep: Required[bool]
    names: list[str]


class Tree(BaseModel):
    children: list[Tree] = []


OBJECT_REST = {"type": "object", "additionalProperties": False}
CAT = {
    "title": "Cat",
    "type": "object",
    "properties": {
        "kind": {"const": "cat", "type": "string"},
        "nineLives": {"type": "integer", "default": 9, "description": "How many are left."},
    },
    "required": ["kind"],
}
DOG = {
    "title": "Dog",
    "type": "object",
    "properties": {"kind": {"const": "dog", "type": "string"}},
    "required": ["kind"],
}


@pytest.mark.parametrize(
    ("hint", "expected"),
    [
        (int, {"type": "integer"}),
        (str | None, {"anyOf": [{"type": "string"}, {"type": "null"}]}),
        (int | list[str], {"anyOf": [{"type": "integer"}, {"type": "array", "items": {"type": "string"}}]}),
        (Literal["a", 1], {"enum": ["a", 1]}),
        (
            Annotated[int, Field(ge=1, le=9, description="d")],
            {"type": "integer", "minimum": 1, "maximum": 9, "description": "d"},
        ),
        (Colour, {"title": "Colour", "type": "string", "enum": ["red", "blue"]}),
        (Path, {"type": "string", "format": "path"}),
        (bytes, {"type": "string", "format": "binary"}),
        (dt.date, {"type": "string", "format": "date"}),
        (set[int], {"type": "array", "items": {"type": "integer"}, "uniqueItems": True}),
        (
            tuple[int, str],
            {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}], "minItems": 2, "maxItems": 2},
        ),
        (tuple[int, ...], {"type": "array", "items": {"type": "integer"}}),
        (dict[str, float], {"type": "object", "additionalProperties": {"type": "number"}}),
        (dict, {"type": "object", "additionalProperties": True}),
        (Any, {}),
        (
            Pair,
            {
                "type": "array",
                "prefixItems": [{"type": "integer"}, {"type": "string", "default": "r"}],
                "minItems": 1,
                "maxItems": 2,
            },
        ),
        (Cat, CAT),
    ],
)
def test_types(hint: Any, expected: dict[str, Any]) -> None:
    assert type_to_json_schema(hint) == expected


def test_parameters_carry_their_defaults_and_descriptions() -> None:
    def function(
        path: Path,
        colour: Colour = Colour.RED,
        count: int = Field(5, ge=1, description="From the field."),
        limit: Annotated[int, Field(description="Said here.")] = 3,
        note: str = None,  # type: ignore[assignment]
        untyped=(),
        unseen: Any = socket.AF_UNIX,
        secret: Any = object(),
    ) -> None:
        """Do it.

        Args:
            path: A file.
            limit: Said in the docstring.
        """

    assert function_to_json_schema(function) == {
        "type": "object",
        "$defs": {"Colour": {"title": "Colour", "type": "string", "enum": ["red", "blue"]}},
        "properties": {
            "path": {"type": "string", "format": "path", "description": "A file."},
            "colour": {"$ref": "#/$defs/Colour", "default": "red"},
            "count": {"type": "integer", "minimum": 1, "default": 5, "description": "From the field."},
            "limit": {"type": "integer", "default": 3, "description": "Said here."},
            "note": {"anyOf": [{"type": "string"}, {"type": "null"}], "default": None},
            "untyped": {"default": []},
            "unseen": {"default": 1},
            "secret": {},
        },
        "required": ["path"],
        "additionalProperties": False,
    }


def test_models_nest_with_discriminators_and_aliases() -> None:
    def function(
        pet: Annotated[Cat | Dog, Field(discriminator="kind")], tree: Tree, start: Annotated[int, Field(alias="from")]
    ) -> None: ...

    assert function_to_json_schema(function) == {
        "$defs": {
            "Cat": CAT,
            "Dog": DOG,
            "Tree": {
                "title": "Tree",
                "type": "object",
                "properties": {"children": {"type": "array", "default": [], "items": {"$ref": "#/$defs/Tree"}}},
            },
        },
        "properties": {
            "pet": {
                "discriminator": {"propertyName": "kind", "mapping": {"cat": "#/$defs/Cat", "dog": "#/$defs/Dog"}},
                "oneOf": [{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Dog"}],
            },
            "tree": {"$ref": "#/$defs/Tree"},
            "from": {"type": "integer"},
        },
        "required": ["pet", "tree", "from"],
        **OBJECT_REST,
    }
    bound = arguments_schema(function).bind(
        {"pet": {"kind": "cat", "nineLives": 3}, "tree": {"children": [{}]}, "from": 1}
    )
    assert bound.keyword == {"pet": Cat(kind="cat", nineLives=3), "tree": Tree(children=[Tree()]), "start": 1}


def test_typed_dicts_work_from_typing_too() -> None:
    class Nested(TypedDict):
        options: Options
        more: NotRequired[list[Options]]

    assert function_to_json_schema(_takes(Nested | None))["$defs"]["Options"] == {
        "title": "Options",
        "type": "object",
        "properties": {"deep": {"type": "boolean"}, "names": {"type": "array", "items": {"type": "string"}}},
        "required": ["deep"],
    }
    value = {"options": {"deep": True}, "more": [{"deep": False, "names": ["a"]}]}
    assert arguments_schema(_takes(dict[str, Nested])).bind({"value": {"k": value}}).keyword == {"value": {"k": value}}
    with pytest.raises(ArgumentsError, match=r"value\.options\.deep: missing"):
        arguments_schema(_takes(Nested)).bind({"value": {"options": {}}})


class Node(TypedDict):
    below: list[Node]


def test_a_typed_dict_that_contains_itself_works_or_says_what_to_do() -> None:
    if sys.version_info >= (3, 12):
        bound = arguments_schema(_takes(Node)).bind({"value": {"below": [{"below": []}]}})
        assert bound.keyword == {"value": {"below": [{"below": []}]}}
    else:
        with pytest.raises(SignatureError, match=r"`Node` contains itself.*typing_extensions\.TypedDict"):
            function_to_json_schema(_takes(Node))


def _takes(hint: Any) -> Callable[..., None]:
    def function(value: Any) -> None: ...

    function.__annotations__["value"] = hint
    return function


def test_kinds_of_parameters() -> None:
    def function(first: int, /, second: int = 2, *others: int, only: int = 4, **rest: float) -> list[Any]:
        """Do it.

        Args:
            *others: The others.
        """
        return [first, second, others, only, rest]

    assert function_to_json_schema(function) == {
        "type": "object",
        "properties": {
            "first": {"type": "integer"},
            "second": {"type": "integer", "default": 2},
            "others": {"type": "array", "items": {"type": "integer"}, "description": "The others."},
            "only": {"type": "integer", "default": 4},
        },
        "required": ["first"],
        "additionalProperties": {"type": "number"},
    }

    def called(**arguments: Any) -> list[Any]:
        bound = arguments_schema(function).bind(arguments)
        return function(*bound.positional, **bound.keyword)

    assert called(first=1) == [1, 2, (), 4, {}]
    assert called(first=1, others=[7, "8"], only=5, x=1) == [1, 2, (7, 8), 5, {"x": 1.0}]
    assert called(first=1, second=3, others=[]) == [1, 3, (), 4, {}]
    with pytest.raises(ArgumentsError, match=r"^x: Input should be a valid number"):
        called(first=1, x="no")


def test_the_workspace_is_no_argument_of_an_undecorated_function() -> None:
    def plain(workspace: Path, path: str = "a") -> None: ...

    def open_ended(workspace: Path, **rest: Any) -> None: ...

    @tool
    def decorated(workspace: str) -> None: ...

    def second(path: str, workspace: str) -> None: ...

    assert list(function_to_json_schema(plain)["properties"]) == ["path"]
    assert list(function_to_json_schema(decorated)["properties"]) == ["workspace"]
    assert list(function_to_json_schema(second)["properties"]) == ["path", "workspace"]
    assert arguments_schema(plain).bind({}, "W").positional == ("W",)
    with pytest.raises(ArgumentsError, match="workspace: filled in for every call"):
        arguments_schema(open_ended).bind({"workspace": "/"}, "W")


def test_json_is_taken_as_pydantic_takes_json() -> None:
    def function(
        a: int, b: Point, c: Pair, d: bytes, e: Annotated[dt.date, Field(strict=True)], f: frozenset[Colour]
    ) -> None: ...

    arguments = {"a": "3", "b": {"x": 1}, "c": [1], "d": "ä", "e": "2026-01-02", "f": ["red", "red"]}
    assert arguments_schema(function).bind(arguments).keyword == {
        "a": 3,
        "b": Point(1),
        "c": Pair(1),
        "d": "ä".encode(),
        "e": dt.date(2026, 1, 2),
        "f": frozenset({Colour.RED}),
    }


def test_errors_name_the_argument_and_never_show_its_value() -> None:
    def function(a: int, b: list[Point], c: Literal["x", "y"] = "x") -> None: ...

    with pytest.raises(ArgumentsError) as caught:
        arguments_schema(function).bind({"b": [{"x": 1}, {"x": "hunter2"}], "c": "hunter2", "d": "hunter2"})
    assert str(caught.value).split("\n") == [
        "a: missing",
        "b.1.x: Input should be a valid integer, unable to parse string as an integer",
        "c: Input should be 'x' or 'y'",
        "d: no such argument; it takes: a, b, c",
    ]
    with pytest.raises(ArgumentsError) as caught:
        arguments_schema(function).bind({f"n{n}": n for n in range(30)})
    assert str(caught.value).endswith("\n… and 22 more")


@pytest.mark.parametrize(
    ("hint", "message"),
    [
        (
            socket.socket,
            "Cannot take parameter `value` of `function` from JSON: Unable to generate pydantic-core schema",
        ),
        (Callable[[], int], "Cannot describe the parameters of `function` in JSON Schema"),
        ("Counter[str]", "An annotation of `function` uses `Counter`, which is not defined when the module runs."),
        ("1 +", "The annotations of `function` cannot be resolved: SyntaxError"),
    ],
)
def test_what_json_cannot_express_is_named(hint: Any, message: str) -> None:
    with pytest.raises(SignatureError) as caught:
        function_to_json_schema(_takes(hint))
    assert str(caught.value).startswith(message)


def test_wrapped_functions_and_callables_show_what_they_wrap() -> None:
    def inner(a: int, b: str = "x") -> None:
        """Do it."""

    @wraps(inner)
    def outer(*args: Any, **kwargs: Any) -> None: ...

    class Instance:
        def __call__(self, a: int, b: str = "x") -> None:
            """Do it."""

    expected = function_to_json_schema(inner)
    assert function_to_json_schema(outer) == expected
    assert function_to_json_schema(Instance()) == expected
    assert list(function_to_json_schema(partial(inner, b="y"))["properties"]) == ["a", "b"]


def test_names_that_models_reserve_are_free_here() -> None:
    def function(schema: int, copy: int, _hidden: int, model_config: int, json: int = 1, self: int = 2) -> None: ...

    names = ["schema", "copy", "_hidden", "model_config", "json", "self"]
    assert list(function_to_json_schema(function)["properties"]) == names
    values = dict.fromkeys(names, 7)
    assert arguments_schema(function).bind(values).keyword == values


def test_default_factories_of_fields_run_per_call() -> None:
    def function(items: list[int] = Field(default_factory=list)) -> list[int]:
        return items

    assert function_to_json_schema(function)["properties"]["items"] == {"type": "array", "items": {"type": "integer"}}
    checker = arguments_schema(function)
    first, second = checker.bind({}).keyword["items"], checker.bind({}).keyword["items"]
    assert first == second == []
    assert first is not second
