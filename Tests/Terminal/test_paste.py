"""What is pasted is never a command, wherever it lands."""

import pytest

from acts import OVERLAYS, PROMPTS, granted_and_fired, whole_events

PLACES = {"": "[ Journal ]", "p": "PAUSED", **OVERLAYS}
IGNORED = "What was pasted does nothing here."
TEXTS = ["q x f", "y\rg\ra\r1", "\x1b[A\x03q\x1bOAdy"]


def assert_nothing_happened(terminal, tmp_path):
    terminal.settle()
    for part in ("tracked 1 ", "consent GRANTED", "app FOREGROUND", "in flight 0", "triggers none", "server 200"):
        assert part in terminal.text()
    assert whole_events(tmp_path) == [1]


@pytest.mark.parametrize("keys", PLACES)
def test_a_paste_changes_nothing(dashboard, tmp_path, keys):
    terminal = granted_and_fired(dashboard())
    terminal.send(keys)
    terminal.wait_for(PLACES[keys])
    terminal.settle()
    for text in TEXTS:
        terminal.paste(text)
        if keys != "?":  # the help lies over the message line
            terminal.wait_for(IGNORED)
        terminal.settle()
        assert PLACES[keys] in terminal.text()
    terminal.send("p" if keys == "p" else "Esc")
    if keys == "?":
        terminal.wait_for(IGNORED)
    assert_nothing_happened(terminal, tmp_path)


@pytest.mark.parametrize("opener", PROMPTS)
@pytest.mark.parametrize("how", ["typed", "pasted"])
def test_what_comes_into_a_prompt_is_text_and_no_command(dashboard, tmp_path, opener, how):
    terminal = granted_and_fired(dashboard())
    terminal.send(opener)
    terminal.wait_for(PROMPTS[opener])
    (terminal.paste if how == "pasted" else terminal.send)("q x f")
    terminal.wait_for("q x f")
    assert PROMPTS[opener] in terminal.text()
    terminal.send("Esc")
    terminal.wait_gone(PROMPTS[opener])
    assert_nothing_happened(terminal, tmp_path)


def test_a_paste_that_never_ends_leaves_the_keys_alive(dashboard):
    terminal = dashboard()
    terminal.wait_for("[ Journal ]")
    terminal.send("\x1b[200~", "q x f")
    terminal.wait_for(IGNORED)
    terminal.send("q")
    assert terminal.wait_exit() == 0


def test_a_huge_paste_is_swallowed(dashboard):
    terminal = dashboard()
    terminal.wait_for("[ Journal ]")
    terminal.paste("q" * 300_000)
    terminal.wait_for(IGNORED)
    terminal.send("q")
    assert terminal.wait_exit() == 0
