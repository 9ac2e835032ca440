"""Finds processes that a test run left behind, by the mark that every child inherits."""

import os
import signal
import time
from pathlib import Path

MARK = "ANALYTICS_TEST_RUN"


def mark() -> str:
    """Marks this run for all that it starts. A nested run keeps a mark of its own."""
    value = f"{os.getpid()}-{time.time_ns()}"
    os.environ[MARK] = value
    return value


def find(value: str) -> dict[int, str]:
    """Process IDs and command lines. Empty where there is no /proc. A zombie has no environment left."""
    wanted = f"{MARK}={value}".encode()
    found = {}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if wanted in (entry / "environ").read_bytes().split(b"\0"):
                words = (entry / "cmdline").read_bytes().rstrip(b"\0").split(b"\0")
                found[int(entry.name)] = b" ".join(words).decode(errors="replace")
        except OSError:
            continue  # ended meanwhile, or another user's
    found.pop(os.getpid(), None)
    return found


def end(value: str, grace: float = 3.0) -> dict[int, str]:
    """What is still there after the grace, killed by ID. The grace is for what is already on its way out."""
    deadline = time.monotonic() + grace
    while (left := find(value)) and time.monotonic() < deadline:
        time.sleep(0.05)
    for pid in left:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            continue
    return left
