"""Panes opened in a real terminal, and a real server whose pauses take the world's time."""

import re

from acts import HELP, choose_fault, granted_and_fired


def held_by_a_slow_server(dashboard):
    terminal = granted_and_fired(dashboard())
    choose_fault(terminal, "slow")
    terminal.send("f")
    terminal.wait_for("in flight 1")
    return terminal


def test_the_collector_pane_opens_into_what_arrived(dashboard):
    terminal = granted_and_fired(dashboard(size=(120, 36)))
    terminal.send("f")
    terminal.wait_for("books ok")
    # From the journal on: pipeline, drops, flush, collector.
    for _ in range(4):
        terminal.send("Tab")
    terminal.send("Enter")
    terminal.wait_for("[ Arrivals ]")
    terminal.wait_for("event     screen_viewed schema 1 seq 1")
    terminal.send("/", "request", "Enter")
    terminal.wait_for("filter: request")
    terminal.wait_gone("event     screen_viewed")
    terminal.send("Enter")
    terminal.wait_for("An arrival; Esc goes back")
    text = " ".join(terminal.text().split())
    assert "1 event, batch" in text and "answered" in text
    terminal.send("Esc", "Esc")
    terminal.wait_for("[ Journal ]")


def test_a_jump_of_the_clock_does_not_wait_for_a_slow_server(dashboard):
    terminal = held_by_a_slow_server(dashboard)
    terminal.send("+a")
    terminal.wait_for("The clock jumped by 1 min.")
    terminal.wait_for("delivered 1")


def test_a_crash_during_a_request_says_how_it_died_and_keeps_the_books(dashboard):
    terminal = held_by_a_slow_server(dashboard)
    terminal.send("xa")
    terminal.wait_for("Crash and relaunch?")
    terminal.send("y")
    terminal.wait_for("Crashed between two lines")
    # Longer than a comparison that finds a difference waits for it to go.
    terminal.bytes_within(2)
    assert "Crashed between two lines" in terminal.text()
    assert "UNBALANCED" not in terminal.text()
    terminal.send("A")
    terminal.wait_for("Books ok: ledger, files and collector agree")


def test_what_happened_behind_a_paused_view_is_there_when_it_goes_on(dashboard):
    terminal = granted_and_fired(dashboard())
    terminal.send("p")
    terminal.wait_for("PAUSED, 0 behind")
    terminal.send("23")
    # Two decisions, and one append or two.
    terminal.wait_for(re.compile("PAUSED, [34] behind"))
    assert "tracked 1 " in terminal.text()
    terminal.send("p")
    terminal.wait_for("tracked 3 ")
    assert "LIVE" in terminal.text() and "appended" in terminal.text()


def test_a_slow_server_is_sixty_times_as_quick_at_sixty_times_the_speed(dashboard):
    terminal = granted_and_fired(dashboard())
    choose_fault(terminal, "slow")
    terminal.send(">>")
    terminal.wait_for("clock x60")
    terminal.send("f")
    # Five seconds there; at real time's pace they would be five minutes, and a time limit of half a minute over.
    terminal.wait_for("Flush: 1 sent; nothing left.")


def test_a_screen_that_is_too_small_takes_no_keys_but_the_terminals(dashboard, tmp_path):
    terminal = dashboard(size=(59, 16))
    terminal.wait_for("needs 60x16")
    written = len(terminal.output)
    terminal.send("cg1f?", "C-l")
    # The screen drawn anew is the answer to the last key: a resize before it would let the others count.
    terminal.wait_for(lambda t: len(t.output) > written)
    terminal.resize(80, 24)
    terminal.wait_for("consent UNKNOWN")
    terminal.settle()
    assert "tracked 0" in terminal.text() and HELP not in terminal.text()
    assert not (tmp_path / "queue").exists()
    terminal.resize(59, 16)
    terminal.wait_for("needs 60x16")
    terminal.send("q")
    assert terminal.wait_exit() == 0
