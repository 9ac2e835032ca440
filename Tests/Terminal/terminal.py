"""A command in a real pty, its screen read through pyte. Waits end on output or at a limit; nothing sleeps.

    with Terminal(["analytics-dashboard"], size=(80, 24)) as screen:
        screen.wait_for("consent UNKNOWN")
        screen.send("c", "Enter")
        assert "GRANTED" in screen.row(0)
        screen.send("q")
        assert screen.wait_exit() == 0
"""

import os
import re
import select
import signal
import sys
import time
from collections.abc import Callable

import pexpect
import pyte

# What xterm sends once ncurses has switched the keypad on.
KEYS = {
    "Tab": "\t", "BackTab": "\x1b[Z", "Enter": "\r", "Esc": "\x1b", "Space": " ", "Backspace": "\x7f",
    "Up": "\x1bOA", "Down": "\x1bOB", "Right": "\x1bOC", "Left": "\x1bOD", "Home": "\x1bOH", "End": "\x1bOF",
    "PgUp": "\x1b[5~", "PgDn": "\x1b[6~", "Delete": "\x1b[3~", "F1": "\x1bOP",
    "C-c": "\x03", "C-d": "\x04", "C-l": "\x0c", "C-z": "\x1a",
}
LIMIT = 60.0
"""Seconds for a wait whose condition is named: reached by a fault only, on a busy machine too."""
DROPPED = ("LANG", "LANGUAGE", "NO_COLOR", "COLUMNS", "LINES", "TMUX", "TMUX_PANE")


class LimitReached(AssertionError):
    """A wait came to its limit. The message holds the screen."""


class _Screen(pyte.Screen):
    """pyte's screen with the three sequences that ncurses uses under xterm and pyte leaves out."""

    last = " "

    def draw(self, data):
        super().draw(data)
        self.last = data[-1:] or self.last

    def repeat(self, count=1, **_):
        self.draw(self.last * (count or 1))

    def scroll_up(self, count=1, **_):
        self._scroll(self.index, at_top=False, count=count or 1)

    def scroll_down(self, count=1, **_):
        self._scroll(self.reverse_index, at_top=True, count=count or 1)

    def _scroll(self, step, at_top, count):
        kept, margins = self.cursor.y, self.margins
        top, bottom = margins if margins else (0, self.lines - 1)
        self.cursor.y = top if at_top else bottom
        for _ in range(count):
            step()
        self.cursor.y = kept


class _Stream(pyte.ByteStream):
    csi = {**pyte.ByteStream.csi, "b": "repeat", "S": "scroll_up", "T": "scroll_down"}
    events = pyte.ByteStream.events | {"repeat", "scroll_up", "scroll_down"}


def child_environment(locale: str, term: str, extra: dict[str, str] | None) -> dict[str, str]:
    """This process's environment less what would colour a test by accident; None in `extra` removes a name."""
    kept = {name: value for name, value in os.environ.items()
            if name not in DROPPED and not name.startswith("LC_")}
    kept.update({"LC_ALL": locale, "TERM": term}, **(extra or {}))
    return {name: value for name, value in kept.items() if value is not None}


def keystrokes(*keys: str) -> str:
    """Names from KEYS become their sequences; anything else is typed as it stands."""
    return "".join(KEYS.get(key, key) for key in keys)


_ENDED: list = []


class Terminal:
    def __init__(self, command, size=(80, 24), env=None, locale="C.UTF-8", term="xterm-256color", cwd=None):
        columns, lines = size
        self.command = [str(word) for word in command]
        self.screen = _Screen(columns, lines)
        self._stream = _Stream(self.screen)
        self.output = bytearray()
        """Every byte that the command wrote."""
        self.ended = False
        self._child = pexpect.spawn(
            self.command[0], self.command[1:], dimensions=(lines, columns), cwd=cwd, timeout=None,
            env=child_environment(locale, term, env), echo=True)
        self._child.delaybeforesend = None
        self.screen.write_process_input = lambda answer: self._child.send(answer)

    # Reading

    def rows(self) -> list[str]:
        return [row.rstrip() for row in self.screen.display]

    def row(self, number: int) -> str:
        return self.rows()[number]

    def text(self) -> str:
        return "\n".join(self.rows())

    def cell(self, column: int, row: int):
        """pyte's Char: data, fg, bg, bold, italics, underscore, strikethrough, reverse, blink."""
        return self.screen.buffer[row][column]

    def find(self, text: str) -> tuple[int, int] | None:
        """Column and row of the first place where the text stands."""
        for number, row in enumerate(self.screen.display):
            if (column := row.find(text)) >= 0:
                return column, number
        return None

    @property
    def cursor_shown(self) -> bool:
        return not self.screen.cursor.hidden

    @property
    def pid(self) -> int:
        return self._child.pid

    # Acting

    def send(self, *keys: str) -> None:
        self._child.send(keystrokes(*keys).encode())

    def paste(self, text: str) -> None:
        """A bracketed paste, as a terminal sends it."""
        self._child.send(b"\x1b[200~" + text.encode() + b"\x1b[201~")

    def resize(self, columns: int, lines: int) -> None:
        """The screen of the test first, so that no redraw for the new size lands in the old one."""
        self.screen.resize(lines, columns)
        self._child.setwinsize(lines, columns)

    def signal(self, number: int) -> None:
        os.kill(self.pid, number)

    def hang_up(self) -> None:
        """Closes the terminal's end: the command reads EOF or EIO and gets a SIGHUP."""
        os.close(self._child.child_fd)
        self._child.closed, self._child.child_fd, self.ended = True, -1, True

    # Waiting

    def _pump(self, limit: float) -> bool:
        """Reads what comes within the limit; False when nothing did."""
        if self.ended:
            return False
        try:
            data = self._child.read_nonblocking(65536, timeout=max(limit, 0))
        except pexpect.TIMEOUT:
            return False
        except pexpect.EOF:
            self.ended = True
            return False
        self.output += data
        self._stream.feed(data)
        return True

    def wait_for(self, wanted: str | re.Pattern | Callable[["Terminal"], object], limit: float = LIMIT):
        """Waits for a text, a pattern, or a predicate on this terminal; returns what made it true."""
        deadline = time.monotonic() + limit
        while True:
            if found := self._matches(wanted):
                return found
            left = deadline - time.monotonic()
            if left <= 0 or not self._pump(left):
                if self.ended or time.monotonic() >= deadline:
                    break
        if found := self._matches(wanted):
            return found
        raise LimitReached(self._story(f"waited {limit} s for {getattr(wanted, 'pattern', wanted)!r}"))

    def _matches(self, wanted):
        if isinstance(wanted, str):
            return wanted in self.text()
        if isinstance(wanted, re.Pattern):
            return wanted.search(self.text())
        return wanted(self)

    def wait_gone(self, text: str, limit: float = LIMIT) -> None:
        self.wait_for(lambda terminal: text not in terminal.text(), limit)

    def settle(self, quiet: float = 0.15, limit: float = 3.0) -> None:
        """Reads until nothing came for `quiet` seconds, or until the limit."""
        deadline = time.monotonic() + limit
        while time.monotonic() < deadline and self._pump(quiet):
            continue

    def bytes_within(self, seconds: float) -> bytes:
        """All that is written in a window of time: empty proves that an idle screen is idle."""
        start, deadline = len(self.output), time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0 and not self.ended:
            self._pump(left)
        return bytes(self.output[start:])

    def wait_exit(self, limit: float = LIMIT) -> int:
        """The exit status; minus the signal's number for a process that a signal ended."""
        deadline = time.monotonic() + limit
        while not self.ended and time.monotonic() < deadline:
            self._pump(deadline - time.monotonic())
        # After the pty's end the process may take a moment to be gone; pidfd wakes at its very end.
        if self._child.isalive():
            _await_end(self.pid, max(deadline - time.monotonic(), 0))
        if self._child.isalive():
            raise LimitReached(self._story(f"still running {limit} s after it should have ended"))
        if self._child.signalstatus is not None:
            return -self._child.signalstatus
        return self._child.exitstatus

    # Ending

    def close(self) -> None:
        if self._child.isalive():
            os.kill(self.pid, signal.SIGKILL)
            _await_end(self.pid, 2)
            self._child.isalive()
        if not self._child.closed:
            self._child.close(force=False)
        # Kept from the garbage collector, whose late close would hit a newer child's file of the same number.
        _ENDED.append(self._child)

    def _story(self, what: str) -> str:
        return f"{what}\ncommand: {' '.join(self.command)}\n{self.framed()}"

    def framed(self) -> str:
        bar = "+" + "-" * self.screen.columns + "+"
        return "\n".join([bar, *(f"|{row}|" for row in self.screen.display), bar])

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, kind, error, trace) -> None:
        if kind is not None and not issubclass(kind, LimitReached):
            print(self._story("the screen when the test failed"), file=sys.stderr)
        self.close()


def _await_end(pid: int, limit: float) -> None:
    """Returns when the process has ended, or at the limit; does not reap it."""
    if not hasattr(os, "pidfd_open"):  # macOS: the caller looks again after a short wait
        select.select([], [], [], min(limit, 0.2))
        return
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    select.select([handle], [], [], limit)
    os.close(handle)
