"""Ctrl-Z and fg, as a shell with job control has them."""

import os
import shlex
import shutil
import signal
from pathlib import Path

import pytest

from acts import HELP, choose_fault, granted_and_fired, whole_events

NAME = "analytics-dashb"  # as much of it as the system keeps


@pytest.fixture
def command(dashboard_bin, tmp_path):
    return shlex.join([dashboard_bin, "--directory", str(tmp_path / "queue")])


def started(shell, line):
    shell.wait_for("ready>")
    shell.type(line, "Enter")
    shell.wait_for("press c, then g")
    return shell


def assert_stopped(shell):
    shell.wait_for(lambda t: t.foreground == "bash" and not t.alternate_screen)
    shell.wait_for("Stopped")
    assert shell.cursor_shown
    shell.type("echo is''usable", "Enter")
    shell.wait_for(lambda t: "isusable" in t.rows())


def assert_back(shell):
    """On the screen, with nothing of the shell's left, and still there when a key has been answered."""
    shell.wait_for(lambda t: t.alternate_screen and not t.cursor_shown and "[ Journal ]" in t.text())
    shell.type("?")
    shell.wait_for(HELP)
    shell.type("Escape")
    shell.wait_for(lambda t: HELP not in t.text())
    assert "ready>" not in shell.text() and "isusable" not in shell.text()
    assert shell.alternate_screen


def stop_and_return(shell):
    shell.type("C-z")
    assert_stopped(shell)
    shell.type("clear; fg", "Enter")
    assert_back(shell)


def assert_quits(shell):
    shell.type("q")
    shell.wait_for(lambda t: t.foreground == "bash" and not t.alternate_screen)
    assert shell.cursor_shown


def test_ctrl_z_and_fg_twice_and_the_background_has_sent(tmux, command, tmp_path):
    shell = granted_and_fired(started(tmux(), command), count=2)
    stop_and_return(shell)
    shell.wait_for("collector 2 unique, 0 dup")
    stop_and_return(shell)
    assert_quits(shell)
    assert whole_events(tmp_path) == []


@pytest.mark.parametrize("wrapper", ["bash", "sh"])
def test_ctrl_z_and_fg_under_a_wrapper_script(tmux, command, tmp_path, wrapper):
    script = tmp_path / "wrapper"
    script.write_text(f"{command}\necho wrapper ends with $?\n")
    shell = started(tmux(), f"{wrapper} {script}")
    stop_and_return(shell)
    stop_and_return(shell)
    shell.type("q")
    shell.wait_for("wrapper ends with 0")


def test_ctrl_z_and_fg_under_demo_run(tmux, dashboard_bin, root, tmp_path):
    """The real Demo/run, in a package whose build is done: its `swift` has nothing to do."""
    package, tools = tmp_path / "package", tmp_path / "tools"
    for name in ("Demo/run", "Tests/lib/setup.sh"):
        (package / name).parent.mkdir(parents=True)
        shutil.copy(root / name, package / name)
    (package / ".build/debug").mkdir(parents=True)
    (package / ".build/debug/analytics-dashboard").symlink_to(dashboard_bin)
    tools.mkdir()
    (tools / "clang").symlink_to(shutil.which("clang") or shutil.which("cc"))
    (tools / "swift").write_text("#!/bin/sh\necho built >&2\n")
    (tools / "swift").chmod(0o755)
    run = shlex.join([f"PATH={tools}:{os.environ['PATH']}", str(package / "Demo/run"),
                      "--directory", str(tmp_path / "queue")])
    shell = started(tmux(), f"env {run}")
    assert shell.foreground.startswith(NAME)
    stop_and_return(shell)
    stop_and_return(shell)
    assert_quits(shell)


def test_a_resize_while_it_is_stopped_is_seen_on_return(tmux, command):
    shell = started(tmux(size=(80, 24)), command)
    shell.type("C-z")
    assert_stopped(shell)
    shell.resize(100, 30)
    shell.type("clear; fg", "Enter")
    assert_back(shell)
    assert len(shell.rows()[2]) == 100 and "? help" in shell.rows()[29]


@pytest.mark.parametrize("number", [signal.SIGTSTP, signal.SIGSTOP], ids=lambda number: number.name)
def test_a_stop_from_outside_and_fg(tmux, command, number):
    shell = started(tmux(), command)
    shell.signal(number)
    if number == signal.SIGTSTP:
        assert_stopped(shell)
    else:
        # Nobody can hear a SIGSTOP, so the shell prints over the screen; fg must clean up after it.
        shell.wait_for("Stopped")
    shell.type("clear; fg", "Enter")
    assert_back(shell)
    assert_quits(shell)


def test_in_the_background_it_leaves_the_terminal_to_the_shell(tmux, command):
    shell = started(tmux(), command)
    shell.type("C-z")
    assert_stopped(shell)
    shell.type("bg", "Enter")
    shell.wait_for("queue &")
    shell.type("echo still the''shell", "Enter")
    shell.wait_for(lambda t: "still theshell" in t.rows())
    assert not shell.alternate_screen and shell.cursor_shown
    shell.type("clear; fg", "Enter")
    assert_back(shell)


def test_killed_while_stopped_it_leaves_a_usable_shell(tmux, command, tmp_path):
    shell = granted_and_fired(started(tmux(), command), count=2)
    choose_fault(shell, "offline")
    shell.type("C-z")
    assert_stopped(shell)
    shell.type("clear; kill %1; fg", "Enter")
    shell.wait_for(lambda t: t.foreground == "bash" and "ready>" in t.text())
    shell.type("clear; jobs; echo no''jobs; echo is''usable", "Enter")
    shell.wait_for(lambda t: t.rows()[:2] == ["nojobs", "isusable"])
    assert shell.cursor_shown and not shell.alternate_screen
    assert whole_events(tmp_path) == [1, 2]


def test_where_no_shell_could_continue_it_ctrl_z_does_not_stop_it(dashboard):
    terminal = dashboard()
    terminal.wait_for("[ Journal ]")
    terminal.send("C-z")
    terminal.settle()
    terminal.send("?")
    terminal.wait_for(HELP)
    state = Path(f"/proc/{terminal.pid}/stat").read_text().rpartition(")")[2].split()[0]
    assert state != "T"
