"""Reads Google-style docstrings: the text before the sections, and what `Args:` says of each parameter."""

from __future__ import annotations

import re
from dataclasses import dataclass
from inspect import cleandoc

_ARGUMENTS = frozenset({"args", "arguments", "parameters", "params", "keyword args", "keyword arguments"})
_SECTIONS = _ARGUMENTS | {
    "attributes",
    "example",
    "examples",
    "note",
    "notes",
    "raises",
    "references",
    "return",
    "returns",
    "see also",
    "todo",
    "warning",
    "warnings",
    "warns",
    "yield",
    "yields",
}
# `name: text`, `name (type): text`, `*args: text`; the type may hold one level of brackets.
_ENTRY = re.compile(r"\*{0,2}(?P<name>\w+)\s*(?:\((?:[^()]|\([^()]*\))*\))?\s*:(?:\s+(?P<text>.*))?$")


@dataclass(frozen=True, slots=True)
class Docstring:
    """The parts of a docstring that a tool's definition uses."""

    description: str
    """Everything before the first section; empty where there is nothing."""
    arguments: dict[str, str]
    """Parameter name → text, on one line each."""


def parse_docstring(text: str | None) -> Docstring:
    """Read a function's docstring. Anything not understood is left out; it never fails."""
    description: list[str] = []
    arguments: dict[str, str] = {}
    section: str | None = None
    block: list[str] = []
    for line in cleandoc(text or "").splitlines():
        title = line.rstrip().removesuffix(":").lower()
        if line.rstrip().endswith(":") and not line[:1].isspace() and title in _SECTIONS:
            _read_arguments(section, block, arguments)
            section, block = title, []
        elif section is None:
            description.append(line)
        elif line.strip() and not line[0].isspace():
            # Text at the margin ends a section; Google style has nothing to say about it.
            _read_arguments(section, block, arguments)
            section, block = "", []
        else:
            block.append(line)
    _read_arguments(section, block, arguments)
    return Docstring("\n".join(description).strip(), arguments)


def _read_arguments(section: str | None, block: list[str], into: dict[str, str]) -> None:
    if section not in _ARGUMENTS:
        return
    lines = cleandoc("\n" + "\n".join(block)).splitlines()
    name: str | None = None
    for line in lines:
        if line and not line[0].isspace():
            entry = _ENTRY.match(line)
            name = entry["name"] if entry else None
            if entry:
                into[entry["name"]] = (entry["text"] or "").strip()
        elif name is not None and line.strip():
            into[name] = f"{into[name]} {line.strip()}".strip()
