"""Tables as CSV files: making them, and numbers about them."""

import csv
import statistics
from typing import Annotated, Literal

from covalt_toolset import get_context, tool
from pydantic import BaseModel, Field


class ColumnSummary(BaseModel):
    """What the numbers of one column look like."""

    name: str
    count: int
    mean: float
    minimum: float
    maximum: float


class TableSummary(BaseModel):
    """What a table holds."""

    path: str
    rows: int
    columns: list[ColumnSummary]


class Constant(BaseModel):
    """The same number in every row."""

    kind: Literal["constant"]
    name: str
    value: float


class Ramp(BaseModel):
    """Numbers that grow by the same step from row to row."""

    kind: Literal["ramp"]
    name: str
    start: float = 0.0
    step: float = 1.0


Column = Annotated[Constant | Ramp, Field(discriminator="kind")]


@tool(name="Summarise table", description="Count, mean, minimum and maximum of every numeric column of a CSV file")
def summarise(path: str, skip_empty: bool = True) -> TableSummary:
    """Summarise a table.

    Args:
        path: The CSV file, relative to the workspace. Its first line names the columns.
        skip_empty: Leave out cells that hold nothing; otherwise they are an error.
    """
    with (get_context().workspace / path).open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    columns = []
    for name in rows[0] if rows else []:
        numbers = _numbers((row[name] for row in rows), name, skip_empty)
        if numbers:
            columns.append(
                ColumnSummary(
                    name=name,
                    count=len(numbers),
                    mean=statistics.fmean(numbers),
                    minimum=min(numbers),
                    maximum=max(numbers),
                )
            )
    return TableSummary(path=path, rows=len(rows), columns=columns)


def _numbers(cells, name, skip_empty):
    numbers = []
    for cell in cells:
        if not cell and skip_empty:
            continue
        try:
            numbers.append(float(cell))
        except ValueError:
            if not cell:
                raise ValueError(f"column {name} has an empty cell; allow that with skip_empty") from None
            return []
    return numbers


@tool(name="Make table", description="Write a CSV file with generated columns")
def make_table(
    path: str,
    columns: list[Column],
    rows: Annotated[int, Field(ge=1, le=100_000)] = 10,
) -> dict:
    """Make a table to try things on.

    Args:
        path: Where the CSV file goes, relative to the workspace.
        columns: What the columns hold.
        rows: How many rows there are.
    """
    target = get_context().workspace / path
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(column.name for column in columns)
        for row in range(rows):
            writer.writerow(_cell(column, row) for column in columns)
    return {"path": path, "rows": rows}


def _cell(column: Column, row: int) -> float:
    if isinstance(column, Constant):
        return column.value
    return column.start + column.step * row
