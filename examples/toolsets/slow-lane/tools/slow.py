"""Work that takes a while."""

import time

from covalt_toolset import get_context, tool


@tool(name="Count", description="Count slowly, and say each number")
def count(to: int = 5, pause: float = 0.2) -> dict:
    """Count slowly.

    Args:
        to: The last number.
        pause: Seconds between two numbers.
    """
    for number in range(1, to + 1):
        print(number, flush=True)
        (get_context().workspace / "count.txt").write_text(f"{number}\n")
        time.sleep(pause)
    return {"counted": to}


@tool(name="Sleep", description="Do nothing for a while")
def sleep(seconds: float) -> dict:
    """Do nothing for a while.

    Args:
        seconds: How long; the toolset's time limit is 20 seconds.
    """
    time.sleep(seconds)
    return {"slept": seconds}
