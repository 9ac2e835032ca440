"""The dashboard as its operator meets it: in a real terminal, with a real tracker, files and sockets."""

import json
import os
import re
import signal
import subprocess

from acts import ask_to_deny, choose_fault, grant, granted_and_fired, segments


def test_an_event_goes_from_a_key_to_the_collector(dashboard, tmp_path):
    terminal = dashboard(size=(80, 24))
    grant(terminal)
    terminal.send("1")
    terminal.wait_for("tracked 1 ")
    terminal.wait_for("Segments 1")
    assert len(segments(tmp_path)) == 1
    terminal.send("f")
    terminal.wait_for("Flush: 1 sent")
    terminal.wait_for("collector 1 unique")
    terminal.wait_for("books ok")
    assert segments(tmp_path) == []


def test_without_consent_nothing_is_kept(dashboard, tmp_path):
    terminal = dashboard(size=(80, 24))
    terminal.wait_for("press c, then g")
    terminal.send("1")
    terminal.wait_for(re.compile(r"noConsent +1"))
    assert not (tmp_path / "queue").exists()


def test_a_broken_server_makes_the_queue_wait_and_says_for_how_long(dashboard, tmp_path):
    terminal = dashboard(size=(80, 24))
    grant(terminal)
    choose_fault(terminal, "503")
    terminal.send("1")
    terminal.wait_for("tracked 1 ")
    terminal.send("f")
    terminal.wait_for("BACKING OFF")
    terminal.wait_for(re.compile(r"next try +00:0\d of 00:\d\d"))
    terminal.send("f")
    terminal.wait_for(re.compile(r"Flush: 0 sent; held, backing off for \d+ s"))
    terminal.wait_for("Segments 1")
    assert len(segments(tmp_path)) == 1
    choose_fault(terminal, "200")
    terminal.wait_for("collector 1 unique, 0 dup")


def test_a_denial_names_what_it_erases_and_erases_it(dashboard, tmp_path):
    terminal = granted_and_fired(dashboard(size=(80, 24)))
    ask_to_deny(terminal)
    terminal.send("y")
    terminal.wait_for("consent DENIED")
    terminal.wait_for("install none")
    terminal.wait_for("Segments 0")
    assert segments(tmp_path) == []
    assert "installID" not in json.loads((tmp_path / "queue/app/state.json").read_text())


def test_a_dialog_defaults_to_no(dashboard, tmp_path):
    terminal = granted_and_fired(dashboard(size=(80, 24)))
    ask_to_deny(terminal)
    terminal.send("\r")
    terminal.wait_for("Consent stays granted")
    assert len(segments(tmp_path)) == 1


def test_the_background_seals_and_sends(dashboard, tmp_path):
    terminal = granted_and_fired(dashboard(size=(80, 24)))
    terminal.send("b")
    terminal.wait_for("app BACKGROUND")
    terminal.wait_for("collector 1 unique")
    terminal.wait_for("Segments 0")


def test_leftovers_are_delivered_after_a_restart(dashboard, tmp_path):
    first = granted_and_fired(dashboard(size=(80, 24)))
    first.send("q")
    assert first.wait_exit() == 0
    second = dashboard(size=(80, 24))
    grant(second)
    second.wait_for("leftover")
    second.wait_for("collector 1 unique")


def test_a_resize_draws_anew_and_a_small_screen_says_what_it_needs(dashboard):
    terminal = dashboard(size=(80, 24))
    terminal.wait_for("[ Journal ]")
    terminal.resize(50, 10)
    terminal.wait_for("needs 60x16")
    terminal.resize(80, 24)
    terminal.wait_for("[ Journal ]")


def test_ctrl_c_and_sigterm_end_it(dashboard):
    terminal = dashboard(size=(80, 24))
    terminal.wait_for("[ Journal ]")
    terminal.send("\x03")
    assert terminal.wait_exit() == 0
    terminal = dashboard(size=(80, 24))
    terminal.wait_for("[ Journal ]")
    terminal.signal(signal.SIGTERM)
    terminal.wait_exit()


def test_without_a_terminal_it_says_so_and_exits_2(dashboard_bin):
    result = subprocess.run(
        [dashboard_bin], stdin=subprocess.DEVNULL, capture_output=True, env=os.environ, timeout=120, check=False)
    assert result.returncode == 2
    assert b"terminal" in result.stderr
    assert b"\x1b" not in result.stdout + result.stderr


def test_an_unknown_argument_is_named(dashboard_bin):
    result = subprocess.run([dashboard_bin, "--nope"], capture_output=True, timeout=120, check=False)
    assert result.returncode == 2
    assert b"--nope" in result.stderr
