"""KNOWN FINDINGS: faults of today's queue that the machine has found and that are not fixed yet.

A case may break a rule only if a row here says so; everything else fails the test. Whoever fixes one removes its row: a row
that a run of all its cases no longer needs fails that run (`--deep`, or ANALYTICS_TEST_DEEP=1).
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Known:
    run: str
    plan: str
    """The group, as it stands in plans.py."""
    rules: tuple[str, ...]
    why: str


REUSED = ("the newest segment cannot be read at launch and the state file is older than it, as after any kill: its sequence "
          "numbers are given again to new events, and both are sent")

KNOWN = [
    *(Known("second", plan, ("numbers",), REUSED) for plan in (
        "open:{n}:fail=EIO", "open:{n}:fail=EACCES", "open:{n}:fail=EMFILE", "read:{n}:fail=EIO", "stat:{n}:fail=EIO",
        "stat:{n}:fail=EACCES")),
    Known("second", "readdir:{n}:fail=EIO", ("disk", "erased", "numbers", "lost"),
          "a listing that fails midway counts as a short list: a denial leaves the segments behind it on disk, sequence "
          "numbers are given again, and a take is dropped as diskFull on the name of a segment that the list left out"),
    Known("second", "unlink:{n}+:fail=EACCES", ("erased",),
          "what a denial could not delete is in no problem of the status, and is not truncated in place"),
]

# The clean run: what must be on disk, in which order, before a denial deletes the first segment.
KNOWN_DURABILITY = "the folder is not synchronised after the rename of the state"


def excuse(run: str, plan: str) -> Known | None:
    return next((known for known in KNOWN if known.run == run and known.plan == plan), None)
