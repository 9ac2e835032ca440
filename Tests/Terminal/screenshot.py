"""Draws a command's screen as a PNG, or prints it as text.

    screenshot.py [--size 80x24] [--white] [--text] [--out FILE] [--keys "KEYS"] -- COMMAND...

KEYS are words: a name (Tab, Enter, Esc, Up, F1, C-l, ...), text to type, or `wait:TEXT` with `_` for a space.
After each the screen is left to settle.
"""

import argparse
import sys
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from terminal import Terminal

FONT_SIZE = 16
ANSI = {
    "black": "#000000", "red": "#cd3131", "green": "#0a8f50", "brown": "#a87b00", "yellow": "#a87b00",
    "blue": "#2472c8", "magenta": "#b03fb0", "cyan": "#11a0b8", "white": "#d0d0d0",
    "brightblack": "#767676", "brightred": "#f14c4c", "brightgreen": "#23d18b", "brightbrown": "#e5c518",
    "brightyellow": "#e5c518", "brightblue": "#5b9dee", "brightmagenta": "#d670d6", "brightcyan": "#29b8db",
    "brightwhite": "#ffffff",
}
THEMES = {"dark": ("#d8d8d8", "#101418"), "white": ("#101010", "#ffffff")}


def fonts() -> tuple[ImageFont.ImageFont, ImageFont.ImageFont]:
    """Plain and bold. Pillow looks in the system's font folders; its own font stands in."""
    try:
        return (ImageFont.truetype("DejaVuSansMono.ttf", FONT_SIZE),
                ImageFont.truetype("DejaVuSansMono-Bold.ttf", FONT_SIZE))
    except OSError:
        own = ImageFont.load_default(FONT_SIZE)
        return own, own


def colour(name: str, default: str) -> str:
    """A pyte colour: `default`, a name, or six hex digits."""
    return default if name == "default" else ANSI.get(name, f"#{name}")


def draw(terminal: Terminal, theme: str = "dark") -> Image.Image:
    plain, bold = fonts()
    width = round(plain.getlength("M"))
    ascent, descent = plain.getmetrics() if hasattr(plain, "getmetrics") else (FONT_SIZE, FONT_SIZE // 4)
    height = ascent + descent
    front, back = THEMES[theme]
    screen = terminal.screen
    image = Image.new("RGB", (screen.columns * width, screen.lines * height), back)
    pen = ImageDraw.Draw(image)
    for row in range(screen.lines):
        for column in range(screen.columns):
            cell = terminal.cell(column, row)
            ink, paper = colour(cell.fg, front), colour(cell.bg, back)
            at_cursor = (column, row) == (screen.cursor.x, screen.cursor.y) and terminal.cursor_shown
            if cell.reverse != at_cursor:
                ink, paper = paper, ink
            left, top = column * width, row * height
            # The second half of a wide character is an empty cell: its first half has drawn it.
            if cell.data:
                if paper != back:
                    wide = column + 1 < screen.columns and terminal.cell(column + 1, row).data == ""
                    pen.rectangle((left, top, left + width * (1 + wide) - 1, top + height - 1), fill=paper)
                pen.text((left, top), cell.data, fill=ink, font=bold if cell.bold else plain)
            if cell.underscore:
                pen.line((left, top + height - 2, left + width - 1, top + height - 2), fill=ink)
    return image


def press(terminal: Terminal, words: list[str]) -> None:
    for word in words:
        if word.startswith("wait:"):
            terminal.wait_for(word.removeprefix("wait:").replace("_", " "), limit=10)
        else:
            terminal.send(word)
            terminal.settle()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", default="80x24", metavar="WxH")
    parser.add_argument("--keys", default="", help="words: key names, text, wait:TEXT")
    parser.add_argument("--white", action="store_true", help="a terminal with a white background")
    parser.add_argument("--text", action="store_true", help="print the rows instead")
    parser.add_argument("--out", type=Path, default=Path("screen.png"))
    parser.add_argument("command", nargs="+")
    options = parser.parse_args()
    columns, lines = map(int, options.size.split("x"))
    with Terminal(options.command, size=(columns, lines)) as terminal:
        terminal.wait_for(lambda t: t.text().strip() or t.ended, limit=10)
        terminal.settle()
        press(terminal, options.keys.split())
        if options.text:
            print(terminal.text())
        else:
            draw(terminal, "white" if options.white else "dark").save(options.out)
            print(options.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
