"""The dashboard under a plain script in tmux, which notes what it finds afterwards: no shell that tidies up the
terminal by itself stands between."""

import os
import select
import shlex
from pathlib import Path

SCRIPT = """\
stty -a >{folder}/before
sh -c 'echo $$ >{folder}/pid; exec "$@"' sh {command}
echo "$?" >{folder}/status
stty -a >{folder}/after
"""


class Watched:
    def __init__(self, shell, command: list, folder: Path, environment: dict[str, str] | None = None):
        self.shell, self._folder = shell, folder / "watched"
        self._folder.mkdir()
        settings = [f"{name}={value}" for name, value in (environment or {}).items()]
        line = shlex.join(["env", *settings, *map(str, command)])
        script = self._folder / "script"
        script.write_text(SCRIPT.format(folder=shlex.quote(str(self._folder)), command=line))
        shell.wait_for("ready>")
        shell.type(f"sh {script}", "Enter")
        shell.wait_for("press c, then g")
        # Written before the program that draws was started.
        self.pid = int((self._folder / "pid").read_text())

    def wait_gone(self, act, limit: float = 60.0) -> None:
        """Waits for the end of the process after the act; how soon that is belongs to Tests/bench."""
        handle = os.pidfd_open(self.pid)
        act()
        ended, _, _ = select.select([handle], [], [], limit)
        os.close(handle)
        assert ended, f"still running {limit} s after it should have ended"

    def status(self) -> int:
        """The exit status as a shell counts: 128 and more for a signal."""
        self.shell.wait_for(lambda _: (self._folder / "after").exists())
        return int((self._folder / "status").read_text())

    def assert_shell_usable(self) -> None:
        shell = self.shell
        shell.wait_for(lambda t: t.foreground == "bash" and not t.alternate_screen)
        assert shell.cursor_shown
        assert (self._folder / "after").read_text() == (self._folder / "before").read_text()
        shell.type("echo is''usable", "Enter")
        shell.wait_for(lambda t: "isusable" in t.rows())
