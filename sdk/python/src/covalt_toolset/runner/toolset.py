"""The toolset's modules: finding, importing and looking into them."""

from __future__ import annotations

import importlib
import inspect
import os
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.machinery import all_suffixes
from types import ModuleType
from typing import TYPE_CHECKING, Any

from covalt_toolset.decorator import get_tool_metadata, is_tool
from covalt_toolset.runner.failure import Failure, Kind, from_exception
from covalt_toolset.runner.hints import HINTS
from covalt_toolset.signature import WORKSPACE, Signature, SignatureError, name_of, read_signature

if TYPE_CHECKING:
    from covalt_toolset.schema import ArgumentsSchema

TOOLS_FOLDER = "tools"
"""Where modules are also looked for, so that `files` means `tools/files.py`."""

_NAME = r"[A-Za-z_]\w*"
_MODULE = re.compile(rf"{_NAME}(\.{_NAME})*")
_ENTRYPOINT = re.compile(rf"(?P<module>{_NAME}(\.{_NAME})*):(?P<function>{_NAME})")


class Entrypoint:
    """A function of the toolset, ready to be described and called."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.decorated = get_tool_metadata(function) is not None
        self._schema: ArgumentsSchema | None = None
        self._signature: Signature | None = None

    @property
    def signature(self) -> Signature:
        """The function's signature, read once.

        Raises:
            SignatureError: It cannot be read.
        """
        if self._signature is None:
            self._signature = read_signature(self.function, decorated=self.decorated)
        return self._signature

    @property
    def schema(self) -> ArgumentsSchema:
        """The checker of the function's arguments, made once; the first one imports Pydantic.

        Raises:
            SignatureError: A parameter cannot be filled from JSON.
        """
        if self._schema is None:
            from covalt_toolset.schema import ArgumentsSchema

            self._schema = ArgumentsSchema(self.function, self.signature)
        return self._schema

    def describe(self) -> dict[str, Any]:
        """The definition that `describe` answers with.

        Raises:
            Failure: The function cannot be described.
        """
        metadata = get_tool_metadata(self.function)
        try:
            return {
                "name": metadata.name if metadata else name_of(self.function),
                "description": metadata.description if metadata else self.signature.docstring.description,
                "input_schema": self.schema.json_schema(),
                "requires_confirmation": bool(metadata and metadata.requires_confirmation),
                "category": metadata.category if metadata else None,
            }
        except SignatureError as error:
            raise Failure(Kind.ARGUMENTS, str(error)) from None


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a module was found: the name to import it by, and the file that this must lead to."""

    name: str
    file: str


class Toolset:
    """The modules below one folder."""

    def __init__(self, root: str) -> None:
        self._root = os.path.realpath(root)
        self._modules: dict[str, ModuleType | Failure] = {}
        self._entrypoints: dict[str, Entrypoint] = {}
        self._refusal: Failure | None = None
        if root not in sys.path:
            sys.path.insert(0, root)

    def load(self, names: list[str]) -> dict[str, Failure]:
        """Import modules and prepare their functions; return the ones that failed."""
        failed = {}
        for name in names:
            module = self._import(name)
            if isinstance(module, Failure):
                failed[name] = module
            else:
                self._prepare(name, module)
        return failed

    def refuse(self, failure: Failure) -> None:
        """From now on answer with this failure whatever function is asked for: the toolset is not initialised."""
        self._refusal = failure

    def entrypoint(self, text: str) -> Entrypoint:
        """Find a function by `module.path:function`, importing the module where that has not happened yet.

        Raises:
            Failure: The module failed, there is no such module or function, or the toolset is not initialised.
        """
        if self._refusal is not None:
            raise self._refusal
        known = self._entrypoints.get(text)
        if known is not None:
            return known
        parts = _ENTRYPOINT.fullmatch(text)
        if parts is None:
            raise Failure(Kind.MISSING, f"`{text}` is not an entrypoint; write it as `module.path:function`.")
        module = self._import(parts["module"])
        if isinstance(module, Failure):
            raise module
        function = getattr(module, parts["function"], None)
        if not callable(function):
            raise Failure(Kind.MISSING, _no_function(parts["module"], parts["function"], module))
        entrypoint = self._entrypoints[text] = Entrypoint(function)
        return entrypoint

    def _import(self, name: str) -> ModuleType | Failure:
        if name not in self._modules:
            self._modules[name] = self._import_anew(name)
        return self._modules[name]

    def _import_anew(self, name: str) -> ModuleType | Failure:
        place = self._find(name)
        if place is None:
            path = name.replace(".", "/")
            return Failure(
                Kind.MISSING,
                f"The toolset has no module `{name}`; looked for `{path}.py` and `{TOOLS_FOLDER}/{path}.py`.",
            )
        try:
            module = importlib.import_module(place.name)
        except BaseException as error:  # `sys.exit` and worse at import are this module's failure alone.
            return from_exception(Kind.IMPORT, error, HINTS.of(error))
        if not _stems_from(module, place.file):
            return Failure(
                Kind.IMPORT,
                f"`{name}` means another module of the same name ({_origin(module)}), one of Python's own or of an "
                f"installed package. Give the toolset's file another name, or move it into `{TOOLS_FOLDER}/`.",
            )
        return module

    def _find(self, name: str) -> _Place | None:
        if _MODULE.fullmatch(name) is None:
            return None
        for full_name in (name, f"{TOOLS_FOLDER}.{name}"):
            base = os.path.join(self._root, *full_name.split("."))
            for file in (*(base + suffix for suffix in all_suffixes()), os.path.join(base, "__init__.py")):
                if os.path.isfile(file):
                    return _Place(full_name, file)
        return None

    def _prepare(self, name: str, module: ModuleType) -> None:
        """Do for every probable tool what each child would have to do again."""
        for attribute, value in list(vars(module).items()):
            if not (is_tool(value) or _takes_workspace(value)):
                continue
            entrypoint = Entrypoint(value)
            try:
                if entrypoint.signature.parameters:
                    _ = entrypoint.schema
                if inspect.iscoroutinefunction(value):
                    importlib.import_module("asyncio")
            except Exception:  # noqa: S112 - a call or a description of this one function reports it.
                continue
            self._entrypoints[f"{name}:{attribute}"] = entrypoint


def _takes_workspace(value: object) -> bool:
    if not inspect.isfunction(value):
        return False
    code = value.__code__
    return code.co_argcount > 0 and code.co_varnames[0] == WORKSPACE


def _stems_from(module: ModuleType, file: str) -> bool:
    origin = getattr(module, "__file__", None)
    try:
        return isinstance(origin, str) and os.path.samefile(origin, file)
    except OSError:
        return False


def _origin(module: ModuleType) -> str:
    return str(getattr(module, "__file__", None) or "built in")


def _no_function(module_name: str, function: str, module: ModuleType) -> str:
    from difflib import get_close_matches

    names = [
        name
        for name, value in vars(module).items()
        if inspect.isfunction(value) and value.__module__ == module.__name__ and not name.startswith("_")
    ]
    near = get_close_matches(function, names, n=3)
    hint = f" Did you mean {' or '.join(f'`{name}`' for name in near)}?" if near else ""
    if not near and names:
        hint = f" It has: {', '.join(sorted(names)[:20])}."
    return f"The module `{module_name}` has no function `{function}`.{hint}"
