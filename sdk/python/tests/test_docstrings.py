"""Google-style docstrings."""

from __future__ import annotations

import pytest

from covalt_toolset.docstrings import parse_docstring


def test_sections_are_kept_apart() -> None:
    found = parse_docstring("""Read a file.

        With more words: and a colon.

        Args:
            path (str): Where it is,
                relative to the workspace.
            *rest: Others.
            mode (Literal["r", "rb"], optional): How.
            nothing:

        Returns:
            text: not an argument

        Keyword Args:
            deep (dict[str, tuple(int)]): Nested brackets.
        """)
    assert found.description == "Read a file.\n\nWith more words: and a colon."
    assert found.arguments == {
        "path": "Where it is, relative to the workspace.",
        "rest": "Others.",
        "mode": "How.",
        "nothing": "",
        "deep": "Nested brackets.",
    }


@pytest.mark.parametrize(
    ("text", "description", "arguments"),
    [
        (None, "", {}),
        ("", "", {}),
        ("\n    Args:\n        x: one", "", {"x": "one"}),
        ("Only words about args: none", "Only words about args: none", {}),
        ("A.\n\nArgs:\n  not an entry\n  x: yes\nmargin: no", "A.", {"x": "yes"}),
        ("A.\n\nRaises:\n    x: no\n", "A.", {}),
        (
            "A.\n\nArgs:\n    url: see https://example.com/a:b\n    n: a (b): c",
            "A.",
            {"url": "see https://example.com/a:b", "n": "a (b): c"},
        ),
    ],
)
def test_odd_texts(text: str | None, description: str, arguments: dict[str, str]) -> None:
    found = parse_docstring(text)
    assert (found.description, found.arguments) == (description, arguments)
