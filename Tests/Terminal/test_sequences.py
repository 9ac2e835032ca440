"""What terminals send besides keys, and keys whose bytes arrive apart."""

import re
import time

import pytest

from acts import OVERLAYS, granted_and_fired, whole_events

REPLIES = {
    "OSC with ST": "\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\", "OSC with BEL": "\x1b]11;rgb:1e1e/1e1e/1e1e\x07",
    "DCS": "\x1bP>|XTerm(379)\x1b\\", "APC": "\x1b_Gi=31;OK\x1b\\", "device": "\x1b[?62;22c", "cursor": "\x1b[24;80R",
    "mouse": "\x1b[M a!", "mouse SGR": "\x1b[<0;12;9M", "focus": "\x1b[I", "Alt-1": "\x1b1", "Alt-Up": "\x1b\x1b[A",
    "Ctrl-Up": "\x1b[1;5A",
}


def nothing_happened(terminal, tmp_path):
    """A key after it answers, so that all before it were read."""
    terminal.send("p")
    terminal.wait_for("PAUSED")
    for part in ("tracked 1 ", "consent GRANTED", "app FOREGROUND", "in flight 0", "server 200"):
        assert part in terminal.text()
    assert " REC" not in terminal.row(0)
    assert whole_events(tmp_path) == [1]
    terminal.send("p")
    terminal.wait_gone("PAUSED")


def pause(terminal, seconds):
    """The pause is what is tested: the terminal's bytes arrive that far apart."""
    terminal.bytes_within(seconds)


@pytest.mark.parametrize("name", REPLIES)
def test_a_reply_of_the_terminal_is_no_key(dashboard, tmp_path, name):
    terminal = granted_and_fired(dashboard())
    terminal.send(REPLIES[name])
    nothing_happened(terminal, tmp_path)


@pytest.mark.parametrize("text", [REPLIES["OSC with ST"], REPLIES["DCS"], "\x1b[B", "\x1bOB"])
def test_a_sequence_in_two_pieces_is_no_key(dashboard, tmp_path, text):
    terminal = granted_and_fired(dashboard())
    for place in sorted({1, 2, len(text) // 2, len(text) - 1}):
        terminal.send(text[:place])
        pause(terminal, 0.1)
        terminal.send(text[place:])
        nothing_happened(terminal, tmp_path)
        assert "[ Burst" not in terminal.text()


def test_a_character_in_two_pieces_is_one_character(dashboard):
    terminal = dashboard()
    terminal.wait_for("press c, then g")
    terminal.send("/")
    terminal.wait_for("[ Filter")
    for character in "é日😀":
        for byte in character.encode():
            terminal._child.send(bytes([byte]))
            pause(terminal, 0.005)
    terminal.wait_for("é日")
    assert "�" not in terminal.text()


@pytest.mark.parametrize("keys", [keys for keys in OVERLAYS if keys != "?"])
def test_esc_alone_closes_what_is_open(dashboard, keys):
    terminal = dashboard()
    terminal.wait_for("press c, then g")
    terminal.send(keys)
    terminal.wait_for(OVERLAYS[keys])
    terminal.send("Esc")
    terminal.wait_gone(OVERLAYS[keys])


def test_ctrl_c_quits_in_the_middle_of_a_reply_that_never_ends(dashboard):
    terminal = dashboard()
    terminal.wait_for("press c, then g")
    terminal.send("\x1b]11;rgb:1e1e", "C-c")
    assert terminal.wait_exit() == 0


def oversized(terminal):
    terminal.wait_for("press c, then g")
    terminal.send("e")
    terminal.wait_for("Compose")
    # Key by key, and each only once the list shows the one before: clocks change the screen, too.
    for _ in range(40):
        now = chosen(terminal)
        if now == "oversized":
            return
        terminal.send("Down")
        terminal.wait_for(lambda t, before=now: chosen(t) not in (None, before))
    raise AssertionError("no sample is called oversized")


def chosen(terminal):
    """The sample that compose has marked."""
    marked = re.search(r"> (\S+)", terminal.text())
    return marked and marked.group(1)


@pytest.mark.parametrize("how", ["pasted", "typed"])
def test_after_twenty_thousand_characters_ctrl_c_quits(dashboard, how):
    terminal = dashboard()
    terminal.wait_for("press c, then g")
    terminal.send("e")
    terminal.wait_for("Compose")
    terminal.send("\x15")
    if how == "pasted":
        terminal.paste("x" * 20_000)
    else:
        for _ in range(20):
            terminal.send("x" * 1_000)
            terminal.settle(quiet=0.01, limit=0.05)
    terminal.wait_for("xxxxxxxxxxxx")
    began = time.monotonic()
    terminal.send("C-c")
    assert terminal.wait_exit(limit=20) == 0
    # 90 s before; the limit is for a busy machine.
    assert time.monotonic() - began < 20


def test_the_shipped_oversized_sample_can_be_edited(dashboard):
    terminal = dashboard()
    oversized(terminal)
    terminal.send("Home", "z")
    terminal.wait_for(re.compile(r" z\w"))
    terminal.send("C-c")
    assert terminal.wait_exit(limit=20) == 0


def test_after_a_pause_the_clocks_move_without_an_event(dashboard):
    terminal = granted_and_fired(dashboard(size=(100, 30)))
    terminal.send("p")
    terminal.wait_for("PAUSED")
    pause(terminal, 2.5)  # longer than the tick that was due when the view was paused
    terminal.send("p")
    terminal.wait_gone("PAUSED")
    clock = re.compile(r"next look \d\d:\d\d")
    shown = clock.search(terminal.text()).group()
    terminal.wait_for(lambda t: clock.search(t.text()).group() != shown)
    again = clock.search(terminal.text()).group()
    terminal.wait_for(lambda t: clock.search(t.text()).group() != again)
