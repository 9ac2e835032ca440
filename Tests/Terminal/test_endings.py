"""Whatever ends the dashboard, the shell is usable, the words are readable and the events are on disk."""

import contextlib
import os
import re
import signal
import tty

import pytest

from acts import OVERLAYS, PROMPTS, choose_fault, grant, granted_and_fired, segments, whole_events
from watched import Watched

FIRED = 3


@pytest.fixture
def watched(tmux, dashboard_bin, saboteur, tmp_path):
    """A dashboard in tmux with three events on disk."""
    started = Watched(tmux(), [dashboard_bin, "--directory", tmp_path / "queue"], tmp_path,
                      saboteur.environment)
    granted_and_fired(started.shell, count=FIRED)
    return started


def assert_left_well(watched, act, tmp_path):
    watched.wait_gone(act)
    status = watched.status()
    watched.assert_shell_usable()
    assert whole_events(tmp_path) == list(range(1, FIRED + 1))
    return status


@pytest.mark.parametrize("number", [signal.SIGSEGV, signal.SIGABRT, signal.SIGILL, signal.SIGBUS],
                         ids=lambda number: number.name)
def test_a_crash_signal_leaves_a_usable_shell_and_the_events(watched, number, tmp_path):
    status = assert_left_well(watched, lambda: os.kill(watched.pid, number), tmp_path)
    assert status == 128 + number


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT], ids=lambda number: number.name)
def test_being_told_to_end_leaves_a_usable_shell_and_the_events(watched, number, tmp_path):
    status = assert_left_well(watched, lambda: os.kill(watched.pid, number), tmp_path)
    assert status == 128 + number


@pytest.mark.parametrize("key", ["q", "C-c"])
def test_quitting_leaves_a_usable_shell_and_the_events(watched, key, tmp_path):
    assert assert_left_well(watched, lambda: watched.shell.type(key), tmp_path) == 0


@pytest.mark.parametrize("keys, size", [
    *((keys, (80, 24)) for keys in ("", "p", *OVERLAYS, *PROMPTS)), ("", (20, 5)), ("", (1, 1))])
def test_ctrl_c_quits_from_everywhere(dashboard, keys, size):
    terminal = dashboard(size=size)
    terminal.wait_for(lambda t: t.text().strip())
    for key in keys:
        before = terminal.text()
        terminal.send(key)
        terminal.wait_for(lambda t, shown=before: t.text() != shown)
    terminal.send("C-c")
    assert terminal.wait_exit() == 0


def test_ctrl_c_quits_while_a_flush_hangs(dashboard, tmp_path):
    terminal = granted_and_fired(dashboard())
    choose_fault(terminal, "slow")
    terminal.send("f")
    terminal.wait_for("in flight 1")
    terminal.send("C-c")
    assert terminal.wait_exit() == 0
    assert whole_events(tmp_path) == [1]


@pytest.mark.parametrize("order, status", [("null", 128 + signal.SIGSEGV), ("abort", 128 + signal.SIGABRT),
                                           ("overflow", 128 + signal.SIGSEGV), ("exit", 3)])
def test_a_library_that_falls_over_leaves_a_usable_shell_and_the_events(watched, saboteur, order, status, tmp_path):
    assert assert_left_well(watched, lambda: saboteur.order(order), tmp_path) == status


def test_the_last_words_before_a_crash_can_be_read_in_the_shell(watched, saboteur, tmp_path):
    assert assert_left_well(watched, lambda: saboteur.order("trap"), tmp_path) in (
        128 + signal.SIGILL, 128 + signal.SIGTRAP)
    assert "Fatal error: a task fell over" in watched.shell.rows()


def test_a_frozen_dashboard_ends_after_a_kill(watched, saboteur, tmp_path):
    saboteur.freeze()
    assert assert_left_well(watched, lambda: os.kill(watched.pid, signal.SIGTERM), tmp_path) == 128 + signal.SIGTERM


def test_a_second_kill_ends_a_frozen_dashboard_and_leaves_a_usable_shell(watched, saboteur, tmp_path):
    saboteur.freeze()
    os.kill(watched.pid, signal.SIGTERM)

    def again():
        with contextlib.suppress(ProcessLookupError):  # the first may have ended it before the second comes
            os.kill(watched.pid, signal.SIGTERM)

    watched.wait_gone(again)
    assert watched.status() == 128 + signal.SIGTERM
    watched.assert_shell_usable()


def test_quitting_takes_the_temporary_queue_away(spawn, dashboard_bin, tmp_path):
    terminal = granted_and_fired(spawn([dashboard_bin], env={"TMPDIR": str(tmp_path)}))
    assert list(tmp_path.glob("*/app/*.jsonl"))
    terminal.send("q")
    assert terminal.wait_exit() == 0
    assert list(tmp_path.iterdir()) == []


def test_what_a_library_prints_stays_off_the_screen_and_is_shown_afterwards(watched, saboteur, tmp_path):
    saboteur.order("say warning: \x1b[31mnoise\x1b[2J")
    saboteur.order("print and some more")
    watched.shell.type("p")
    watched.shell.wait_for("PAUSED")
    assert "noise" not in watched.shell.text() and "some more" not in watched.shell.text()
    assert assert_left_well(watched, lambda: watched.shell.type("q"), tmp_path) == 0
    assert "warning: ?[31mnoise?[2J" in watched.shell.rows()
    assert "and some more" in watched.shell.rows()


def test_events_of_a_crashed_dashboard_are_delivered_by_the_next(dashboard, tmp_path):
    first = granted_and_fired(dashboard(), count=FIRED)
    first.signal(signal.SIGSEGV)
    assert first.wait_exit() == -signal.SIGSEGV
    assert whole_events(tmp_path) == list(range(1, FIRED + 1))
    second = dashboard()
    grant(second)
    second.wait_for("leftover")
    second.send("f")
    second.wait_for(f"collector {FIRED} unique, 0 dup")
    assert segments(tmp_path) == []


@pytest.mark.parametrize("hears_the_hang_up", [True, False])
def test_a_closed_terminal_window_ends_it(spawn, dashboard_bin, tmp_path, hears_the_hang_up):
    deaf = [] if hears_the_hang_up else ["sh", "-c", 'trap "" HUP; exec "$@"', "sh"]
    terminal = spawn([*deaf, dashboard_bin, "--directory", tmp_path / "queue"])
    granted_and_fired(terminal, count=FIRED)
    terminal.hang_up()
    terminal.wait_exit()
    assert whole_events(tmp_path) == list(range(1, FIRED + 1))


def test_a_keyboard_that_is_gone_ends_it_and_gives_the_screen_back(spawn, dashboard_bin, tmp_path):
    keyboard, far_end = os.openpty()
    # The screen sets the modes of its own terminal only.
    tty.setraw(far_end)
    command = ["sh", "-c", 'exec "$@" <"$0"', os.ttyname(far_end), dashboard_bin, "--directory", tmp_path / "queue"]
    terminal = spawn(command)
    terminal.wait_for("press c, then g")
    os.write(keyboard, b"cg1")
    terminal.wait_for(re.compile("OPEN +1 "))
    os.close(far_end)
    os.close(keyboard)
    terminal.wait_exit()
    assert whole_events(tmp_path) == [1]
    assert terminal.output.rfind(b"\x1b[?1049l") > terminal.output.rfind(b"\x1b[?1049h")
    assert terminal.cursor_shown
