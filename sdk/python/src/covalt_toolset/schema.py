"""JSON Schemas of functions and types, and the checking of a call's arguments. Needs Pydantic."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from inspect import Parameter as Kind
from typing import Annotated, Any, NotRequired, cast, get_args, get_origin

from pydantic import GetJsonSchemaHandler, TypeAdapter, ValidationError
from pydantic.errors import PydanticUserError
from pydantic.fields import FieldInfo
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import CoreSchema, PydanticSerializationError, to_jsonable_python
from typing_extensions import TypedDict

from covalt_toolset.mark import is_marked
from covalt_toolset.signature import (
    WORKSPACE,
    Parameter,
    Signature,
    SignatureError,
    ToolFunction,
    modernise_typed_dicts,
    name_of,
    read_signature,
)

MAX_REPORTED_ERRORS = 10
"""How many problems with its arguments one answer tells the caller."""


class ArgumentsError(ValueError):
    """Arguments that the function cannot take. The text says which and why, without repeating their values."""


@dataclass(frozen=True, slots=True)
class BoundArguments:
    """Checked arguments, in the form in which the function is called."""

    positional: tuple[Any, ...]
    keyword: dict[str, Any]


class ArgumentsSchema:
    """The checker of one function's arguments. Making it is the slow part (about a millisecond): do it once."""

    def __init__(self, function: ToolFunction, signature: Signature) -> None:
        self._name = name_of(function)
        self._signature = signature
        self._rest: TypeAdapter[Any] | None = None
        self._rest_name: str | None = None
        self._defaults: dict[str, FieldInfo] = {}
        fields: dict[str, Any] = {}
        for parameter in signature.parameters:
            hint = modernise_typed_dicts(parameter.hint)
            if parameter.kind is Kind.VAR_KEYWORD:
                self._rest = _adapter(hint, f"parameter `**{parameter.name}` of `{self._name}`")
                self._rest_name = parameter.name
            else:
                fields[parameter.name] = self._field(parameter, hint)
        self._adapter = _typed_dict(self._name, fields)
        self._accepted = _accepted_names(self._adapter.core_schema)

    def bind(self, arguments: Mapping[str, Any], workspace: Any = None) -> BoundArguments:
        """Check `arguments` and arrange them for the call; `workspace` goes first where the function takes it.

        Raises:
            ArgumentsError: Something is missing, unknown or of the wrong type.
        """
        try:
            # Checked as JSON and not as Python values, so that `strict` types take dates, tuples and enums too.
            body = json.dumps(arguments, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            raise ArgumentsError("The arguments hold text that is not valid Unicode (a lone surrogate).") from None
        unknown = {key: value for key, value in arguments.items() if key not in self._accepted}
        problems: list[str] = []
        values: dict[str, Any] = {}
        rest: dict[str, Any] = {}
        try:
            values = self._adapter.validate_json(body)
        except ValidationError as error:
            problems += _problems(error)
        if self._rest is None:
            allowed = ", ".join(self._accepted) or "none"
            problems += [f"{key}: no such argument; it takes: {allowed}" for key in unknown]
        else:
            for key, value in unknown.items():
                if self._signature.takes_workspace and key == WORKSPACE:
                    problems.append(f"{WORKSPACE}: filled in for every call; do not pass it")
                    continue
                try:
                    rest[key] = self._rest.validate_json(json.dumps(value))
                except ValidationError as error:
                    problems += _problems(error, under=key)
        if problems:
            raise ArgumentsError(_listed(problems))
        return self._arrange(values, rest, workspace)

    def json_schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the arguments as one object.

        Raises:
            SignatureError: A type exists only in Python and has no form in JSON.
        """
        schema = _json_schema(self._adapter, f"the parameters of `{self._name}`")
        schema.pop("title", None)
        schema.pop("description", None)
        schema["additionalProperties"] = False
        if self._rest is not None:
            rest = _json_schema(self._rest, f"the keyword arguments of `{self._name}`")
            schema.setdefault("$defs", {}).update(rest.pop("$defs", {}))
            if not schema["$defs"]:
                del schema["$defs"]
            schema["additionalProperties"] = rest or True
        return schema

    def _field(self, parameter: Parameter, hint: Any) -> Any:
        if parameter.kind is Kind.VAR_POSITIONAL:
            return NotRequired[_annotated(list[hint], parameter.description)]
        if isinstance(parameter.default, FieldInfo):
            # `x: int = Field(5, ge=1)`: the default stands in the field, as in a model.
            self._defaults[parameter.name] = parameter.default
            field = _annotated(_merged(hint, parameter.default), parameter.description)
            return field if parameter.default.is_required() else NotRequired[field]
        if parameter.required:
            return _annotated(hint, parameter.description)
        return NotRequired[_annotated(hint, parameter.description, parameter.default)]

    def _arrange(self, values: dict[str, Any], rest: dict[str, Any], workspace: Any) -> BoundArguments:
        positional: list[Any] = [workspace] if self._signature.takes_workspace else []
        keyword: dict[str, Any] = {}
        # What follows in `*args` needs every parameter before it to have its place.
        filled = any(p.kind is Kind.VAR_POSITIONAL and values.get(p.name) for p in self._signature.parameters)
        for parameter in self._signature.parameters:
            if parameter.kind is Kind.VAR_KEYWORD:
                continue
            if parameter.kind is Kind.VAR_POSITIONAL:
                positional.extend(values.pop(parameter.name, ()))
                continue
            present = parameter.name in values
            value = values.pop(parameter.name) if present else self._default(parameter)
            if parameter.kind is Kind.POSITIONAL_ONLY or (parameter.kind is Kind.POSITIONAL_OR_KEYWORD and filled):
                positional.append(value)
            elif present or parameter.name in self._defaults:
                keyword[parameter.name] = value
        return BoundArguments(tuple(positional), {**keyword, **rest})

    def _default(self, parameter: Parameter) -> Any:
        field = self._defaults.get(parameter.name)
        return parameter.default if field is None else field.get_default(call_default_factory=True, validated_data={})


def arguments_schema(function: ToolFunction) -> ArgumentsSchema:
    """Make the checker of `function`'s arguments.

    Raises:
        SignatureError: A parameter has a type that cannot be filled from JSON.
    """
    return ArgumentsSchema(function, read_signature(function, decorated=is_marked(function)))


def function_to_json_schema(function: ToolFunction) -> dict[str, Any]:
    """See `covalt_toolset.function_to_json_schema`."""
    return arguments_schema(function).json_schema()


def type_to_json_schema(hint: Any) -> dict[str, Any]:
    """See `covalt_toolset.type_to_json_schema`."""
    return _json_schema(_adapter(modernise_typed_dicts(hint), "the type"), "the type")


class _Documented:
    """Puts a parameter's description and default beside the schema of its type."""

    def __init__(self, description: str | None, default: Any) -> None:
        self._description = description
        self._default = default

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        schema = dict(handler(core))
        if self._description:
            schema["description"] = self._description
        if self._default is not Kind.empty:
            try:
                schema["default"] = to_jsonable_python(self._default)
            except (PydanticSerializationError, ValueError, TypeError):
                pass  # A default that JSON cannot show still works; the schema only does not tell it.
        return schema


class _Schema(GenerateJsonSchema):
    """Leaves out the titles that Pydantic makes up from field names: a model that reads them learns nothing."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def emit_warning(self, kind: Any, detail: str) -> None:
        """A default that has no JSON form is left out in silence, as `_Documented` does."""


def _annotated(hint: Any, description: str | None, default: Any = Kind.empty) -> Any:
    if description is None and default is Kind.empty:
        return hint
    return Annotated[hint, _Documented(description, default)]


def _merged(hint: Any, field: FieldInfo) -> Any:
    """`hint` with the constraints and texts of `field`, but without its default, which a TypedDict cannot have."""
    description = field.description
    shown = Kind.empty if field.is_required() or field.default_factory is not None else field.default
    merged = FieldInfo.from_annotated_attribute(cast("type[Any]", Annotated[hint, field]), ...)
    return Annotated[hint, merged, _Documented(description, shown)]


def _typed_dict(name: str, fields: dict[str, Any]) -> TypeAdapter[Any]:
    shape = TypedDict(name, fields)  # type: ignore[misc]
    for key, hint in fields.items():
        # One by one first: the error for all of them would not say which parameter it is about.
        inner = get_args(hint)[0] if get_origin(hint) is NotRequired else hint
        if _needs_own_check(inner):
            _adapter(inner, f"parameter `{key}` of `{name}`")
    return _adapter(shape, f"the parameters of `{name}`")


_PLAIN = (str, int, float, bool, Any)


def _needs_own_check(hint: Any) -> bool:
    base = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    return base not in _PLAIN if not isinstance(base, FieldInfo) else True


def _adapter(hint: Any, what: str) -> TypeAdapter[Any]:
    try:
        return TypeAdapter(hint)
    except PydanticUserError as error:
        reason = str(error.message).split("\n", 1)[0]
        raise SignatureError(f"Cannot take {what} from JSON: {reason}") from None
    except Exception as error:
        raise SignatureError(f"Cannot take {what} from JSON: {type(error).__name__}: {error}") from None


def _json_schema(adapter: TypeAdapter[Any], what: str) -> dict[str, Any]:
    try:
        return adapter.json_schema(by_alias=True, schema_generator=_Schema)
    except PydanticUserError as error:
        reason = str(error.message).split("\n", 1)[0]
        raise SignatureError(f"Cannot describe {what} in JSON Schema: {reason}") from None


def _accepted_names(core: Any) -> tuple[str, ...]:
    """The names by which the fields of a TypedDict's schema are passed: their aliases, where they have any.

    Unknown names are refused here and not by `extra="forbid"`: that setting would spread to every dataclass and
    TypedDict within.
    """
    definitions: dict[str, Any] = {}
    while core["type"] in ("definitions", "definition-ref"):
        if core["type"] == "definition-ref":
            core = definitions[core["schema_ref"]]
        else:
            definitions.update((inner["ref"], inner) for inner in core["definitions"])
            core = core["schema"]
    names: list[str] = []
    for name, field in core["fields"].items():
        alias = field.get("validation_alias", name)
        # A text; the path to a value; or several such paths, one of which is enough.
        paths = [[alias]] if isinstance(alias, str) else alias if isinstance(alias[0], list) else [alias]
        names += [str(path[0]) for path in paths]
    return tuple(names)


def _problems(error: ValidationError, under: str | None = None) -> list[str]:
    """One line for each thing that is wrong: where, and why."""
    lines = []
    for problem in error.errors(include_url=False, include_input=False, include_context=False):
        place = ".".join(map(str, (under, *problem["loc"]) if under is not None else problem["loc"])) or "arguments"
        lines.append(f"{place}: {'missing' if problem['type'] == 'missing' else problem['msg']}")
    return lines


def _listed(problems: list[str]) -> str:
    more = len(problems) - MAX_REPORTED_ERRORS
    return "\n".join(problems[:MAX_REPORTED_ERRORS] + ([f"… and {more} more"] if more > 0 else []))
