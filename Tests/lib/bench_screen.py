"""What a dashboard in a real terminal costs: while nobody touches it, and in a flood of events."""

import fcntl
import os
import pty
import re
import select
import signal
import statistics
import struct
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from processor import main_queue_seconds, processor_seconds

LIMIT = 30
IDLE = 5
# 20,000 events from eight threads five times a second: 100,000 a second.
BURST, BURSTS, BURSTS_PER_SECOND = 20_000, 25, 5


@contextmanager
def granted(dashboard: Path, folder: Path) -> Iterator[tuple[int, int]]:
    """The process and the terminal of a dashboard that has consent and has come to rest."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ.update({"TERM": "xterm-256color", "LC_ALL": "C.UTF-8"})
        os.execv(dashboard, [str(dashboard), "--directory", str(folder)])
    try:
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        read_until_quiet(terminal, 1)
        for key in (b"c", b"g"):
            os.write(terminal, key)
            read_until_quiet(terminal, 1)
        yield pid, terminal
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        os.close(terminal)


def idle(dashboard: Path, folder: Path) -> dict[str, float]:
    """Bytes and processor time of a dashboard that nobody touches."""
    with granted(dashboard, folder) as (pid, terminal):
        before, began = processor_seconds(pid), time.monotonic()
        written = len(read_for(terminal, IDLE))
        took, after = time.monotonic() - began, processor_seconds(pid)
    figures = {"screen.idle_bytes": written}
    if before is not None and after is not None:
        figures["screen.idle_cpu_percent"] = (after - before) / took * 100
    return figures


def answers(dashboard: Path, folder: Path) -> dict[str, float]:
    """How soon Esc closes the help and a new size is drawn: medians of five."""
    escapes, resizes = [], []
    with granted(dashboard, folder) as (pid, terminal):
        for number in range(5):
            os.write(terminal, b"?")
            read_until_quiet(terminal, 0.3)
            escapes.append(seconds_to_answer(terminal, lambda: os.write(terminal, b"\x1b")))
            size = struct.pack("HHHH", 24 if number % 2 else 30, 80 if number % 2 else 100, 0, 0)
            resizes.append(seconds_to_answer(
                terminal, lambda size=size: fcntl.ioctl(terminal, termios.TIOCSWINSZ, size)))
    return {"screen.esc_ms": statistics.median(escapes) * 1_000, "screen.resize_ms": statistics.median(resizes) * 1_000}


def seconds_to_answer(terminal: int, act) -> float:
    """From the act to the first byte that is written for it; then waits until the screen rests again."""
    began = time.monotonic()
    act()
    select.select([terminal], [], [], LIMIT)
    took = time.monotonic() - began
    read_until_quiet(terminal, 0.3)
    return took


def flood(dashboard: Path, folder: Path) -> dict[str, float]:
    """The screen's share of a core and the slowest answer to a key while 100,000 events a second are tracked."""
    answers, took = [], 0.0
    with granted(dashboard, folder) as (pid, terminal):
        before, began = main_queue_seconds(pid), time.monotonic()
        for number in range(BURSTS):
            start = began + number / BURSTS_PER_SECOND
            os.write(terminal, b"B8c")
            read_for(terminal, start + 0.5 / BURSTS_PER_SECOND - time.monotonic())
            asked = time.monotonic()
            os.write(terminal, b"?")
            read_until(terminal, b"Help")
            answers.append(time.monotonic() - asked)
            os.write(terminal, b"?")
            read_for(terminal, start + 1 / BURSTS_PER_SECOND - time.monotonic())
        took, after = time.monotonic() - began, main_queue_seconds(pid)
        os.write(terminal, b"\x0c")
        tracked = read_until(terminal, rb"tracked ([\d,]+)")
    rate = int(tracked.replace(b",", b"")) / took
    if rate < 0.9 * BURST * BURSTS_PER_SECOND:
        raise RuntimeError(f"{rate:,.0f} events a second are no flood")
    figures = {"screen.flood_key_ms": max(answers) * 1_000}
    if before is not None and after is not None:
        figures["screen.flood_cpu_percent"] = (after - before) / took * 100
    return figures


def read_until_quiet(terminal: int, quiet: float) -> None:
    deadline = time.monotonic() + LIMIT
    while select.select([terminal], [], [], quiet)[0]:
        if time.monotonic() > deadline or not os.read(terminal, 65_536):
            raise RuntimeError("the dashboard never came to rest")


def read_for(terminal: int, span: float) -> bytes:
    """What comes within a time."""
    found, deadline = b"", time.monotonic() + span
    while (left := deadline - time.monotonic()) > 0:
        if select.select([terminal], [], [], left)[0]:
            found += os.read(terminal, 65_536)
    return found


def read_until(terminal: int, pattern: bytes) -> bytes:
    """Reads until this has come; what its last group holds."""
    found, deadline = b"", time.monotonic() + LIMIT
    while not (match := re.search(pattern, found)):
        if not select.select([terminal], [], [], max(0, deadline - time.monotonic()))[0]:
            raise RuntimeError(f"{pattern!r} never came")
        found += os.read(terminal, 65_536)
    return match[match.lastindex or 0]
