"""What happens on threads that are not the dashboard's own."""

import signal

import pytest

from acts import granted_and_fired, whole_events
from watched import Watched


@pytest.fixture
def watched(tmux, dashboard_bin, saboteur, tmp_path):
    started = Watched(tmux(), [dashboard_bin, "--directory", tmp_path / "queue"], tmp_path, saboteur.environment)
    granted_and_fired(started.shell, count=1)
    return started


@pytest.mark.parametrize("order", ["overflow-thread", "overflow-pool"])
def test_a_stack_overflow_on_another_thread_leaves_a_usable_shell(watched, saboteur, order, tmp_path):
    watched.wait_gone(lambda: saboteur.order(order))
    assert watched.status() == 128 + signal.SIGSEGV
    watched.assert_shell_usable()
    assert whole_events(tmp_path) == [1]


def test_of_a_flood_on_standard_error_the_end_is_shown(watched, saboteur):
    saboteur.order("flood")
    watched.shell.wait_for(lambda _: "flooded" in saboteur._lines())
    for turn in ("PAUSED", "LIVE"):  # two frames: one that trims, one after it
        watched.shell.type("p")
        watched.shell.wait_for(turn)
    saboteur.order("say the last words")
    saboteur.order("trap")
    watched.status()
    watched.assert_shell_usable()
    text = watched.shell.text()
    assert "the last words" in text
    assert "flood line 39999" in text
