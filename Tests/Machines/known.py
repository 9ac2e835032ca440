"""KNOWN FINDINGS: faults of today's queue that the machine has found and that are not fixed yet.

A case may break a rule only if a row here says so; everything else fails the test. A fix removes its row: a row that
a run of all its cases no longer needs fails that run (`--deep`, or ANALYTICS_TEST_DEEP=1).
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Known:
    run: str
    plan: str
    """The group's name in plans.py."""
    rules: tuple[str, ...]
    why: str


KNOWN: list[Known] = []

# The clean run: what must be on disk, in which order, before a denial deletes the first segment.
KNOWN_DURABILITY = ""


def excuse(run: str, plan: str) -> Known | None:
    return next((known for known in KNOWN if known.run == run and known.plan == plan), None)
