"""The screen at any size, and while it changes."""

import pytest

from acts import HELP, OVERLAYS, grant, granted_and_fired

FULL = "[ Journal ]"
SIZES = [(1, 1), (2, 1), (1, 2), (3, 60), (200, 1), (59, 16), (60, 15), (60, 16), (61, 17), (79, 23), (80, 24),
         (100, 30), (120, 36), (200, 60)]


def looks(terminal) -> list:
    """Every cell with its style, and the cursor."""
    columns, lines = terminal.screen.columns, terminal.screen.lines
    return [[terminal.cell(column, row) for column in range(columns)] for row in range(lines)]


def redrawn(terminal) -> bool:
    """The frame of the present size is whole, its last row included."""
    columns, lines = terminal.screen.columns, terminal.screen.lines
    if columns < 60 or lines < 16:
        return terminal.row(0).strip() == f"Too small: {columns}x{lines}"[:columns].strip()
    # The footer comes last: the panes', or what the keys do in what lies over them.
    footer = terminal.row(lines - 1).rstrip()
    return len(terminal.row(2)) == columns and footer.endswith(("? help", "leave", "closes"))


def test_every_size_in_one_life(dashboard):
    terminal = dashboard(size=(80, 24))
    terminal.wait_for(FULL)
    for columns, lines in SIZES + SIZES[::-1]:
        terminal.resize(columns, lines)
        terminal.wait_for(redrawn)
    terminal.send("q")
    assert terminal.wait_exit() == 0


@pytest.mark.parametrize("size", [(1, 1), (1, 60), (200, 1), (60, 16), (200, 60)])
def test_it_starts_and_quits_at_any_size(dashboard, size):
    terminal = dashboard(size=size)
    terminal.wait_for(redrawn)
    terminal.send("q")
    assert terminal.wait_exit() == 0


def test_two_hundred_resizes_one_after_the_other_end_in_a_right_screen(dashboard):
    terminal = dashboard(size=(80, 24))
    granted_and_fired(terminal)
    for number in range(200):
        terminal.resize(1 + 7 * number % 200, 1 + 11 * number % 60)
        terminal.bytes_within(0.01)
    terminal.resize(80, 24)
    terminal.wait_for(redrawn)
    terminal.send("?")
    terminal.wait_for(HELP)


def test_a_resize_is_drawn_without_a_key(dashboard):
    terminal = dashboard(size=(80, 24))
    terminal.wait_for(FULL)
    for size in [(100, 30), (50, 10), (80, 24), (200, 60), (80, 24)]:
        terminal.settle()
        terminal.resize(*size)
        terminal.wait_for(redrawn)


@pytest.mark.parametrize("keys", ["", *OVERLAYS])
def test_small_and_back_looks_as_if_freshly_drawn(dashboard, keys):
    terminal = dashboard(size=(80, 24))
    grant(terminal)
    terminal.send(keys)
    terminal.settle()
    before = looks(terminal)
    terminal.resize(60, 10)
    terminal.wait_for("needs 60x16")
    terminal.settle()
    terminal.resize(80, 24)
    terminal.wait_for(redrawn)
    terminal.wait_for(lambda t: looks(t) == before)
    start = len(terminal.output)
    terminal.send("C-l")
    terminal.wait_for(lambda t: len(t.output) > start)
    terminal.settle()
    terminal.wait_for(lambda t: looks(t) == before)
