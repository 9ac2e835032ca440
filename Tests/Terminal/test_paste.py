"""What is pasted is never a command, wherever it lands."""

import pytest

from acts import granted_and_fired, whole_events

PLACES = {"": "[ Journal ]", "?": "Help: any key closes", "c": "g  grant", "cd": "Deny consent?",
          "s": "Server: letter or Enter", "B": "Burst: letter or Enter", "p": "PAUSED"}


@pytest.mark.parametrize("keys", PLACES)
@pytest.mark.parametrize("text", ["q x f", "y\rg\ra\r1", "\x1b[A\x03q\x1bOAdy"])
def test_a_paste_changes_nothing(dashboard, tmp_path, keys, text):
    terminal = granted_and_fired(dashboard())
    terminal.send(keys)
    terminal.wait_for(PLACES[keys])
    terminal.settle()
    terminal.paste(text)
    terminal.wait_for("What was pasted does nothing here.")
    assert PLACES[keys] in terminal.text() or keys == "p" and "PAUSED" in terminal.row(0)
    terminal.send("Esc" if keys != "p" else "p")
    terminal.settle()
    for part in ("tracked 1 ", "consent GRANTED", "app FOREGROUND", "in flight 0", "triggers none", "server 200"):
        assert part in terminal.text()
    assert whole_events(tmp_path) == [1]


def test_a_paste_that_never_ends_leaves_the_keys_alive(dashboard):
    terminal = dashboard()
    terminal.wait_for("[ Journal ]")
    terminal.send("\x1b[200~", "q x f")
    terminal.wait_for("What was pasted does nothing here.", limit=3)
    terminal.send("q")
    assert terminal.wait_exit() == 0


def test_a_huge_paste_is_swallowed(dashboard):
    terminal = dashboard()
    terminal.wait_for("[ Journal ]")
    terminal.paste("q" * 300_000)
    terminal.wait_for("What was pasted does nothing here.", limit=10)
    terminal.send("q")
    assert terminal.wait_exit() == 0
