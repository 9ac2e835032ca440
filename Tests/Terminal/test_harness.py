"""The harness itself, against commands whose behaviour is known: a broken harness would pass everything."""

import re
import signal
import sys

import pytest

from screenshot import draw
from terminal import LimitReached

# Says its size at the start and at each SIGWINCH, and reports each key.
ECHO = r"""
import os, select, signal, sys, tty
def size(*_):
    columns, lines = os.get_terminal_size()
    os.write(1, f"\x1b[2J\x1b[Hsize {columns}x{lines}\r\n".encode())
signal.signal(signal.SIGWINCH, size)
tty.setraw(0)
size()
while True:
    key = os.read(0, 64)
    if key == b"q": sys.exit(7)
    os.write(1, repr(key).encode() + b"\r\n")
"""

FULL_SCREEN = r"""
import os, signal, sys
os.write(1, b"\x1b[?1049h\x1b[?25lin the alternate screen")
sys.stdin.readline()
os.write(1, b"\x1b[?25h\x1b[?1049l")
"""


def python(script: str) -> list[str]:
    return [sys.executable, "-c", script]


def test_what_is_typed_comes_back(spawn):
    cat = spawn(["cat"])
    cat.send("hello", "Enter")
    cat.wait_for(lambda t: t.rows()[:2] == ["hello", "hello"])
    cat.send("C-d")
    assert cat.wait_exit() == 0


def test_a_resize_reaches_the_command_and_the_screen(spawn):
    echo = spawn(python(ECHO), size=(60, 16))
    echo.wait_for("size 60x16")
    echo.resize(100, 30)
    echo.wait_for("size 100x30")
    assert len(echo.rows()) == 30


def test_keys_go_as_a_terminal_sends_them(spawn):
    echo = spawn(python(ECHO))
    echo.wait_for("size")
    echo.send("Up")
    echo.wait_for(r"\x1bOA")
    echo.paste("q")
    echo.wait_for(re.compile(r"200~q.*201~"))


def test_exit_status_and_ending_signal_are_told_apart(spawn):
    leaves, killed = spawn(python(ECHO)), spawn(["cat"])
    leaves.wait_for("size")
    leaves.send("q")
    assert leaves.wait_exit() == 7
    killed.signal(signal.SIGTERM)
    assert killed.wait_exit() == -signal.SIGTERM


def test_a_wait_that_fails_shows_the_screen(spawn):
    cat = spawn(["cat"])
    cat.send("what was there", "Enter")
    with pytest.raises(LimitReached, match=r"'never'[\s\S]*\|what was there"):
        cat.wait_for("never", limit=0.3)


def test_a_wait_ends_early_when_the_command_has_ended(spawn):
    with pytest.raises(LimitReached):
        spawn(["true"]).wait_for("never", limit=60)


def test_a_still_screen_writes_nothing(spawn):
    cat = spawn(["cat"])
    assert cat.bytes_within(0.2) == b""


def test_hanging_up_ends_a_reader(spawn):
    cat = spawn(["cat"])
    cat.send("x", "Enter")
    cat.wait_for("x")
    cat.hang_up()
    # By the signal, at the end of its input, or with the error that reading a terminal that is gone gives.
    assert cat.wait_exit() in (0, 1, -signal.SIGHUP)


def test_the_locale_and_missing_names_reach_the_command(spawn):
    shell = spawn(["sh", "-c", 'echo "$LC_ALL/${NO_COLOR-unset}/${HOME-unset}"; cat'],
                  locale="POSIX", env={"NO_COLOR": "1", "HOME": None})
    shell.wait_for("POSIX/1/unset")


@pytest.mark.parametrize("written, row, shown", [
    (r"a\033[5b", 0, "aaaaaa"),
    (r"one\r\ntwo\r\n\033[S", 0, "two"),
    (r"one\r\n\033[T", 1, "one"),
    (r"\033[22;0;0t\033[?1049hx", 0, "x"),
])
def test_sequences_that_ncurses_uses_are_understood(spawn, written, row, shown):
    spawn(["sh", "-c", f"stty -echo -opost; printf '{written}'; cat"]).wait_for(
        lambda t: t.row(row) == shown)


def test_a_picture_shows_colour_reverse_and_white_paper(spawn):
    shell = spawn(["sh", "-c", r"printf '\033[7m \033[0m\033[41m \033[0m\033[?25l|'; cat"], size=(10, 2))
    shell.wait_for("|")
    picture = draw(shell, "white")
    cell = picture.width // 10
    assert picture.getpixel((cell // 2, 3)) == (0x10, 0x10, 0x10)
    assert picture.getpixel((cell + cell // 2, 3)) == (0xCD, 0x31, 0x31)
    assert picture.getpixel((picture.width - 2, picture.height - 2)) == (0xFF, 0xFF, 0xFF)


def test_tmux_tells_of_the_alternate_screen_and_the_cursor(tmux, tmp_path):
    script = tmp_path / "full.py"
    script.write_text(FULL_SCREEN)
    shell = tmux()
    shell.wait_for("ready>")
    before = shell.terminal_modes()
    shell.type(f"{sys.executable} {script}", "Enter")
    shell.wait_for("in the alternate screen")
    assert shell.alternate_screen and not shell.cursor_shown
    shell.type("Enter")
    shell.wait_for(lambda t: not t.alternate_screen and t.foreground == "bash")
    assert shell.cursor_shown
    # The shell's line editor sets its own modes once its prompt is back.
    shell.wait_for(lambda t: t.terminal_modes() == before)


def test_tmux_stops_and_resumes_a_job(tmux):
    shell = tmux(size=(60, 10))
    shell.wait_for("ready>")
    shell.type("cat", "Enter")
    shell.wait_for(lambda t: t.foreground == "cat")
    shell.type("C-z")
    shell.wait_for("Stopped")
    shell.resize(40, 8)
    shell.type("fg", "Enter")
    shell.wait_for(lambda t: t.foreground == "cat")
    shell.type("back", "Enter")
    shell.wait_for(re.compile(r"back\nback"))
