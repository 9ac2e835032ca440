"""A shell in tmux, for what pyte cannot show: the alternate screen, restoring, stop and resume under job control.

    with Tmux() as shell:
        shell.type("analytics-dashboard", "Enter")
        shell.wait_for("consent UNKNOWN")
        shell.type("C-z")
        shell.wait_for(lambda tmux: not tmux.alternate_screen)
"""

import os
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from terminal import LimitReached, child_environment

PROMPT = "ready> "


class Tmux:
    """A server of its own on a socket of its own. Its control client tells of output, so that waits wake on it."""

    def __init__(self, size=(80, 24), env=None, locale="C.UTF-8", shell=("bash", "--norc", "--noprofile", "-i")):
        columns, lines = size
        self._folder = tempfile.mkdtemp(prefix="tmux-")
        environment = child_environment(locale, "xterm-256color", env)
        environment.update(TMUX_TMPDIR=self._folder, PS1=PROMPT, HISTFILE="")
        self._environment = environment
        self.run("-f", "/dev/null", "new-session", "-d", "-x", columns, "-y", lines, *shell)
        for option, value in (("status", "off"), ("window-size", "manual"), ("remain-on-exit", "on"),
                              ("escape-time", "0"), ("default-terminal", "tmux-256color")):
            self.run("set-option", "-g", option, value)
        self.run("resize-window", "-x", columns, "-y", lines)
        self.server_pid = int(self.ask("pid"))
        self._watcher = subprocess.Popen(
            [*self._command(), "-C", "attach-session", "-f", "ignore-size"], env=environment,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        os.set_blocking(self._watcher.stdout.fileno(), False)

    def _command(self) -> list[str]:
        return ["tmux", "-u", "-L", "test"]

    def run(self, *words) -> str:
        """One tmux command; its output. A refused command is the test's failure."""
        done = subprocess.run([*self._command(), *map(str, words)], env=self._environment,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=10)
        if done.returncode != 0:
            raise AssertionError(f"tmux {words}: {done.stderr.strip()}")
        return done.stdout

    # Reading

    def ask(self, name: str) -> str:
        """The value of one of tmux's formats, say `pane_current_command`."""
        return self.run("display-message", "-p", f"#{{{name}}}").strip()

    def rows(self) -> list[str]:
        return [row.rstrip() for row in self.run("capture-pane", "-p").split("\n")]

    def text(self) -> str:
        return "\n".join(self.rows()).rstrip()

    @property
    def alternate_screen(self) -> bool:
        return self.ask("alternate_on") == "1"

    @property
    def cursor_shown(self) -> bool:
        return self.ask("cursor_flag") == "1"

    @property
    def foreground(self) -> str:
        """The name of the command in front: `bash` when the shell has the terminal back."""
        return self.ask("pane_current_command")

    @property
    def pane_pid(self) -> int:
        return int(self.ask("pane_pid"))

    def terminal_modes(self) -> str:
        """`stty -a` of the pane's terminal, to compare before and after."""
        with open(self.ask("pane_tty")) as tty:
            return subprocess.run(["stty", "-a"], stdin=tty, capture_output=True, text=True, check=True).stdout

    # Acting

    def type(self, *keys: str) -> None:
        """Names as tmux knows them (Enter, Escape, C-z, Up); anything else is typed as it stands."""
        self.run("send-keys", *keys)

    send = type  # as a Terminal has it, so that acts.py serves both

    def resize(self, columns: int, lines: int) -> None:
        self.run("resize-window", "-x", columns, "-y", lines)

    def signal(self, number: int) -> None:
        """Sends a signal to the process group in front, as a terminal would."""
        group = int(Path(f"/proc/{self.pane_pid}/stat").read_text().rpartition(")")[2].split()[5])
        os.killpg(group, number)

    # Waiting

    def wait_for(self, wanted: str | re.Pattern | Callable[["Tmux"], object], limit: float = 60.0):
        """Waits for a text, a pattern or a predicate; looks again at each output, and 10 times a second beside."""
        deadline = time.monotonic() + limit
        while True:
            if found := self._matches(wanted):
                return found
            left = deadline - time.monotonic()
            if left <= 0:
                what = getattr(wanted, "pattern", wanted)
                raise LimitReached(f"waited {limit} s for {what!r}\n{self.screen()}")
            self._wait_for_output(min(left, 0.1))

    def _matches(self, wanted):
        if callable(wanted):
            return wanted(self)
        return wanted in self.text() if isinstance(wanted, str) else wanted.search(self.text())

    def _wait_for_output(self, limit: float) -> None:
        source = self._watcher.stdout
        if select.select([source], [], [], limit)[0] and not source.read(65536):
            # The control client has ended; without it only the limit paces the wait.
            select.select([], [], [], limit)

    def screen(self) -> str:
        try:
            return f"alternate {self.ask('alternate_on')}, in front {self.foreground}\n{self.text()}"
        except AssertionError as error:
            return f"no screen: {error}"

    # Ending

    def close(self) -> None:
        """Ends the pane's processes by their session, then the server by its ID."""
        self._watcher.stdin.close()
        try:
            self._watcher.wait(timeout=2)
        except subprocess.TimeoutExpired:
            self._watcher.kill()
            self._watcher.wait()
        self._watcher.stdout.close()
        for pid in (*self._pane_processes(), self.server_pid):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        shutil.rmtree(self._folder, ignore_errors=True)

    def _pane_processes(self) -> list[int]:
        listed = subprocess.run([*self._command(), "list-panes", "-a", "-F", "#{pane_pid}"],
                                env=self._environment, capture_output=True, text=True)
        leaders = {int(line) for line in listed.stdout.split()}
        others = [int(entry.name) for entry in Path("/proc").glob("[0-9]*")]
        return sorted(leaders | {pid for pid in others if _session(pid) in leaders})

    def __enter__(self) -> "Tmux":
        return self

    def __exit__(self, kind, error, trace) -> None:
        if kind is not None and not issubclass(kind, LimitReached):
            print(self.screen(), file=sys.stderr)
        self.close()


def _session(pid: int) -> int | None:
    try:
        return os.getsid(pid)
    except (ProcessLookupError, PermissionError):
        return None
