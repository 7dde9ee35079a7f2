"""What a function's signature says about the arguments that a call may pass. Does not import Pydantic."""

from __future__ import annotations

import inspect
import sys
import typing
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from covalt_toolset.docstrings import Docstring, parse_docstring

WORKSPACE = "workspace"
"""The name that a first parameter must have to receive the workspace (functions without `@tool`)."""

ToolFunction = Callable[..., Any]


class SignatureError(TypeError):
    """A function whose parameters cannot be filled from JSON; the text names the parameter and the way out."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter that a caller may fill."""

    name: str
    kind: inspect._ParameterKind
    hint: Any
    """The resolved annotation, `Any` where there is none. For `*args` and `**kwargs`: of one element."""
    default: Any
    """`inspect.Parameter.empty` where the parameter is required."""
    description: str | None

    @property
    def required(self) -> bool:
        """Whether a call must pass it."""
        return self.default is inspect.Parameter.empty and self.kind not in (
            inspect.Parameter.VAR_POSITIONAL,
            inspect.Parameter.VAR_KEYWORD,
        )


@dataclass(frozen=True, slots=True)
class Signature:
    """The parameters of a function, without the one that the runner fills itself."""

    parameters: tuple[Parameter, ...]
    takes_workspace: bool
    docstring: Docstring


def read_signature(function: ToolFunction, *, decorated: bool) -> Signature:
    """Read the signature of `function`.

    `decorated` says whether it carries `@tool`; only a function without it may take the workspace as its
    first parameter.

    Raises:
        SignatureError: The annotations cannot be resolved, or the object has no signature.
    """
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError) as error:
        raise SignatureError(f"`{name_of(function)}` has no signature that can be read: {error}") from None
    hints = _hints(function)
    docstring = parse_docstring(inspect.getdoc(function))
    found = list(signature.parameters.values())
    takes_workspace = (
        not decorated
        and bool(found)
        and found[0].name == WORKSPACE
        and found[0].kind in (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    )
    parameters = tuple(
        Parameter(
            name=parameter.name,
            kind=parameter.kind,
            hint=_optional_if_none(hints.get(parameter.name, Any), parameter.default),
            default=parameter.default,
            description=docstring.arguments.get(parameter.name),
        )
        for parameter in found[1 if takes_workspace else 0 :]
    )
    return Signature(parameters, takes_workspace, docstring)


def name_of(function: ToolFunction) -> str:
    """The function's own name, or its type's where it has none (a `partial`, an instance)."""
    name = getattr(function, "__name__", None)
    return name if isinstance(name, str) else type(function).__name__


def _hints(function: ToolFunction) -> dict[str, Any]:
    try:
        return typing.get_type_hints(function, include_extras=True)
    except NameError as error:
        raise SignatureError(
            f"An annotation of `{name_of(function)}` uses `{error.name}`, which is not defined when the module "
            "runs. Import it outside `if TYPE_CHECKING:`."
        ) from None
    except TypeError:
        # `partial` objects and instances with `__call__` carry no hints of their own.
        call = getattr(type(function), "__call__", None)  # noqa: B004
        if inspect.isfunction(call):
            return typing.get_type_hints(call, include_extras=True)
        return {}
    except Exception as error:
        raise SignatureError(
            f"The annotations of `{name_of(function)}` cannot be resolved: {type(error).__name__}: {error}"
        ) from None


def _optional_if_none(hint: Any, default: Any) -> Any:
    """`x: int = None` means `x: int | None = None`, as it did in Python for long and as models use it."""
    return typing.Optional[hint] if default is None and hint is not Any else hint  # noqa: UP045 - `hint` may be a text


def modernise_typed_dicts(hint: Any) -> Any:
    """Replace `typing.TypedDict` classes by those of `typing_extensions`, which Pydantic wants before Python 3.12."""
    if sys.version_info >= (3, 12):
        return hint
    return _modernised(hint, ())


_REQUIREMENTS = (typing.Required, typing.NotRequired)


def _modernised(hint: Any, within: tuple[Any, ...]) -> Any:
    if typing.is_typeddict(hint):
        return hint if type(hint).__module__ != "typing" else _modern_typed_dict(hint, within)
    arguments = typing.get_args(hint)
    origin = typing.get_origin(hint)
    if not arguments or origin is typing.Literal:
        return hint
    if origin is typing.Annotated:
        return typing.Annotated[(_modernised(arguments[0], within), *arguments[1:])]
    changed = tuple(_modernised(argument, within) for argument in arguments)
    if all(new is old for new, old in zip(changed, arguments, strict=True)):
        return hint
    if hasattr(hint, "copy_with"):
        return hint.copy_with(changed)
    if origin is not None and hasattr(origin, "__class_getitem__"):
        return origin[changed]
    return typing.Union[changed]  # noqa: UP007 - made from a tuple


def _modern_typed_dict(hint: Any, within: tuple[Any, ...]) -> Any:
    import typing_extensions

    if hint in within:
        raise SignatureError(
            f"The TypedDict `{hint.__name__}` contains itself. Before Python 3.12 such a one must be made with "
            "`typing_extensions.TypedDict`."
        )
    fields = {}
    for key, value in typing.get_type_hints(hint, include_extras=True).items():
        # `__required_keys__` does not know about `Required[…]` in annotations that were texts.
        marked = typing.get_origin(value)
        required = marked is typing.Required or (marked is not typing.NotRequired and key in hint.__required_keys__)
        inner = _modernised(typing.get_args(value)[0] if marked in _REQUIREMENTS else value, (*within, hint))
        fields[key] = inner if required else typing_extensions.NotRequired[inner]
    modern = typing_extensions.TypedDict(hint.__name__, fields)  # type: ignore[misc]
    modern.__doc__ = hint.__doc__
    modern.__module__ = hint.__module__
    return modern
