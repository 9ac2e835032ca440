"""What an operator does at the dashboard, and what is left on disk; for all screen tests."""

import json
import re
from pathlib import Path

HELP = "[ Help"
OVERLAYS = {"?": HELP, "c": "g  grant", "cd": "Deny consent?", "s": "[ Server", "B": "[ Burst", "n": "[ Network",
            "d": "[ Disk", "dg": "Delete the folder?", "w": "[ Remote configuration", "x": "[ Crash and relaunch",
            "xa": "Crash and relaunch?", "+": "[ Clock"}
"""Everything that can lie over the panes and takes no text, by the keys that bring it up."""
PROMPTS = {"/": "[ Filter", "i": "[ Identify"}
"""What takes text."""


def grant(terminal):
    terminal.wait_for("press c, then g")
    terminal.send("c")
    terminal.wait_for("g  grant")
    terminal.send("g")
    terminal.wait_for("consent GRANTED")


def choose_fault(terminal, name):
    """Opens the server menu and takes the line named `name`."""
    line = re.compile(rf"[> ] ([a-z])  {name} ")
    terminal.send("s")
    # The line itself, not the title: a read may fall between the two halves of a frame.
    terminal.wait_for(line)
    terminal.send(line.search("\n".join(terminal.rows())).group(1))
    terminal.wait_for(f"The server now behaves so: {name}")


def granted_and_fired(terminal, count=1):
    """Grants consent and fires events, which are then in a segment."""
    grant(terminal)
    terminal.send("1" * count)
    terminal.wait_for(re.compile(rf"OPEN +{count} "))
    return terminal


def ask_to_deny(terminal):
    terminal.send("c")
    terminal.wait_for("d  deny")
    terminal.send("d")
    terminal.wait_for("Erases what waits: 1 event")


def segments(tmp_path):
    folder = tmp_path / "queue" / "app"
    return sorted(p for p in folder.glob("*.jsonl")) if folder.exists() else []


def whole_events(tmp_path):
    """The events on disk by sequence number; fails on a line that is cut short or no JSON."""
    found = []
    for file in segments(tmp_path):
        data = Path(file).read_bytes()
        assert data.endswith(b"\n"), f"{file.name} ends in half a line"
        found += [json.loads(line)["seq"] for line in data.splitlines()[1:]]
    return found
