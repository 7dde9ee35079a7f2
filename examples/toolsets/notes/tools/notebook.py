"""A notebook: one Markdown file per subject."""

import re

from covalt_toolset import get_context, tool


@tool(name="Add note", description="Append a note to a subject's Markdown file", category="writing")
async def add_note(subject: str, text: str, tags: list[str] | None = None) -> dict:
    """Append a note.

    Args:
        subject: What the note is about; names the file.
        text: The note, as Markdown.
        tags: Words to find it by.
    """
    name = re.sub(r"[\W_]+", "-", subject.lower()).strip("-") or "untitled"
    file = get_context().workspace / "notes" / f"{name}.md"
    file.parent.mkdir(exist_ok=True)
    heading = "" if file.exists() else f"# {subject}\n"
    line = "".join(f" #{tag}" for tag in tags or [])
    with file.open("a", encoding="utf-8") as out:
        out.write(f"{heading}\n{text}{line}\n")
    print(f"wrote {file.name}")
    return {"file": f"notes/{name}.md", "notes": file.read_text(encoding="utf-8").count("\n\n")}


@tool(name="Forget notes", description="Delete every note")
def forget_notes() -> dict:
    """Delete every note of this workspace."""
    files = sorted((get_context().workspace / "notes").glob("*.md"))
    for file in files:
        file.unlink()
    return {"forgotten": [file.name for file in files]}
