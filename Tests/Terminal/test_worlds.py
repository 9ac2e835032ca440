"""Other terminals, other locales, no terminal at all."""

import os
import re
import subprocess

import pytest

from acts import OVERLAYS, choose_fault, grant

COLOUR = re.compile(rb"\x1b\[(?:[0-9]*;)*(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?:;[0-9]+)*m")


def tour(terminal):
    """Every pane with something in it, every sample, every overlay."""
    grant(terminal)
    choose_fault(terminal, "503")
    terminal.send("123456789")
    terminal.wait_for("tracked 9 ")
    terminal.send("f")
    terminal.wait_for("BACKING OFF")
    for keys, shown in OVERLAYS.items():
        terminal.send(keys)
        terminal.wait_for(shown)
        terminal.send("Esc")
        terminal.wait_gone(shown)
    terminal.resize(120, 36)
    terminal.wait_for(lambda t: t.row(35).endswith("? help"))
    terminal.resize(50, 10)
    terminal.wait_for("needs 60x16")
    terminal.send("q")
    assert terminal.wait_exit() == 0


@pytest.mark.parametrize("locale", ["C", "POSIX"])
@pytest.mark.parametrize("term", ["xterm-256color", "linux", "vt100"])
def test_in_a_plain_locale_no_byte_is_over_7e(dashboard, locale, term):
    terminal = dashboard(locale=locale, term=term)
    tour(terminal)
    assert [hex(byte) for byte in terminal.output if byte > 0x7E] == []


def test_ascii_can_be_asked_for_in_any_locale(dashboard):
    terminal = dashboard("--ascii")
    tour(terminal)
    assert [hex(byte) for byte in terminal.output if byte > 0x7E] == []


@pytest.mark.parametrize("arguments, env, coloured", [
    ([], {}, True), ([], {"NO_COLOR": "1"}, False), ([], {"NO_COLOR": ""}, True), (["--no-color"], {}, False)])
def test_colour_is_left_out_when_it_is_not_wanted(dashboard, arguments, env, coloured):
    terminal = dashboard(*arguments, env=env)
    tour(terminal)
    assert bool(COLOUR.search(terminal.output)) == coloured


@pytest.mark.parametrize("term, words", [("nonsense", "TERM=nonsense is unknown here"), ("", "TERM is not set"),
                                         (None, "TERM is not set"), ("dumb", "TERM=dumb cannot move its cursor")])
def test_a_terminal_that_will_not_do_is_named_in_one_line(spawn, dashboard_bin, term, words):
    terminal = spawn([dashboard_bin], env={"TERM": term})
    assert terminal.wait_exit() == 2
    assert words in terminal.output.decode().replace("\r\n", "\n")
    assert terminal.output.count(b"\n") == 1 and b"\x1b" not in terminal.output


@pytest.mark.parametrize("missing", ["stdin", "stdout"])
def test_without_a_terminal_it_says_so_in_one_line(dashboard_bin, missing):
    """The other of the two is a terminal."""
    far_end, terminal = os.openpty()
    streams = {"stdin": terminal, "stdout": terminal, missing: subprocess.PIPE}
    process = subprocess.Popen([dashboard_bin], stderr=subprocess.PIPE, env=os.environ, **streams)
    os.close(terminal)
    shown, complaint = process.communicate(timeout=120)
    os.close(far_end)
    assert process.returncode == 2 and not shown
    assert complaint.count(b"\n") == 1 and b"terminal" in complaint and b"\x1b" not in complaint


@pytest.mark.parametrize("arguments, mark", [([], "\u241b"), (["--ascii"], r"\e")])
def test_an_escape_sequence_in_an_event_name_is_a_visible_mark(dashboard, arguments, mark):
    terminal = dashboard(*arguments)
    grant(terminal)
    terminal.send("7")
    terminal.wait_for(f"bad{mark}[31mname!")
    assert b"\x1b[31mname" not in terminal.output
