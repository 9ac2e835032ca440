"""The screen stays live whatever hangs or floods, and does little when there is nothing to do."""

import pytest

from acts import HELP, OVERLAYS, PROMPTS, grant, granted_and_fired
from processor import processor_seconds


@pytest.mark.parametrize("opener, shown", [("?", HELP), ("s", OVERLAYS["s"]), ("cd", OVERLAYS["cd"]),
                                           ("/", PROMPTS["/"])])
def test_esc_closes_what_is_open_without_another_key(dashboard, opener, shown):
    """How soon is a row of Tests/bench."""
    terminal = dashboard()
    terminal.wait_for("[ Journal ]")
    for _ in range(5):
        terminal.send(opener)
        terminal.wait_for(shown)
        terminal.send("Esc")
        terminal.wait_gone(shown)


def test_a_flush_against_a_hanging_server_leaves_the_screen_live(dashboard, collect):
    _, address = collect("--fault", "never")
    terminal = granted_and_fired(dashboard("--endpoint", address))
    terminal.send("f")
    terminal.wait_for("in flight 1")
    terminal.send("?")
    terminal.wait_for(HELP)
    terminal.send("Esc")
    terminal.wait_gone(HELP)
    terminal.send("1")
    terminal.wait_for("tracked 2 ")
    terminal.resize(100, 30)
    terminal.wait_for(lambda t: t.row(29).endswith("? help"))
    # Still: all of that while the server answered nothing.
    assert "in flight 1" in terminal.text()
    terminal.send("q")
    assert terminal.wait_exit() == 0


def test_idle_it_writes_nothing_and_costs_nothing(dashboard, deep):
    terminal = dashboard()
    grant(terminal)
    span, windows = (60 if deep else 10), []
    # It comes to rest, however long a busy machine takes to let it; one that never does fails every window.
    for _ in range(6):
        before = processor_seconds(terminal.pid)
        written = len(terminal.bytes_within(span))
        windows.append((written, (processor_seconds(terminal.pid) - before) / span))
        if written == 0 and windows[-1][1] < 0.002:
            return
    pytest.fail(f"bytes and share of a core, window by window: {windows}")


def test_with_all_sent_it_draws_once_a_second_until_the_graph_is_empty(dashboard, saboteur, deep):
    terminal = granted_and_fired(dashboard(env=saboteur.environment))
    terminal.send("f")
    terminal.wait_for("collector 1 unique")
    terminal.wait_for("books ok")
    terminal.settle(quiet=0.2)
    before = len(saboteur.frames())
    terminal.wait_for(lambda _: len(saboteur.frames()) >= before + 4)
    drawn = saboteur.frames()[before:]
    # By the times of the frames themselves: one a second, and two that the settling may have left out.
    assert len(drawn) <= (drawn[-1] - drawn[0]) / 1e9 + 3, drawn
    if deep:
        terminal.wait_for("max 0", limit=300)
    else:
        terminal.send("p")
        terminal.wait_for("PAUSED")
    span = 60 if deep else 3
    assert any(terminal.bytes_within(span) == b"" for _ in range(6)), "it never comes to rest"


def test_a_flood_of_events_leaves_frames_few_and_keys_alive(dashboard, saboteur):
    """Twenty bursts of 20,000 from eight threads; how quick the keys are is a row of Tests/bench."""
    terminal = dashboard(env=saboteur.environment)
    grant(terminal)
    bursts = 20
    for _ in range(bursts):
        terminal.send("B8c")
        terminal.bytes_within(0.1)
        terminal.send("?")
        terminal.wait_for(HELP)
        terminal.send("?")
        terminal.wait_gone(HELP)
        terminal.bytes_within(0.1)
    terminal.wait_for(f"tracked {20_000 * bursts:,} ")
    frames = saboteur.frames()
    busiest = max(sum(start <= frame < start + 1e9 for frame in frames) for start in frames)
    assert 0 < busiest <= 31, f"{busiest} frames in one second"
