"""`L`: the lab, tried as its operator would."""

import re

from acts import granted_and_fired


def test_a_pasted_value_is_judged_and_never_fired(dashboard, tmp_path):
    terminal = dashboard(size=(100, 30))
    terminal.wait_for("press c, then g")
    terminal.send("L")
    terminal.wait_for("GOES: the value looks like a telephone number")
    terminal.send("\x15")
    terminal.paste("referrer=https://shop.example/?mail=ada%40example.org")
    terminal.wait_for("GOES: the value holds an e-mail address")
    terminal.send("\x15")
    terminal.paste("plan=pro")
    terminal.wait_for('recorded plan="pro"')
    terminal.send("Esc")
    terminal.wait_gone("[ Lab")
    terminal.wait_for("tracked 0 ")
    assert not (tmp_path / "queue").exists()


def test_a_rate_is_counted_while_the_screen_stays_live(dashboard):
    terminal = dashboard(size=(100, 30))
    terminal.wait_for("press c, then g")
    terminal.send("L", "Tab", "\x15", "0.5 checkout", "Enter")
    found = terminal.wait_for(
        re.compile(r"checkout: ([\d,]+) of 100,000 keep it: (\d+\.\d\d) %, asked 50\.00 %"))
    assert abs(float(found.group(2)) - 50) < 0.7


def test_the_call_times_are_those_of_the_events_fired(dashboard):
    terminal = granted_and_fired(dashboard(size=(100, 30)), 5)
    terminal.send("L")
    terminal.wait_for(re.compile(r"track\(\) 5 calls: half under [\d.]+ [nu]s, 99 % under [\d.]+ [num]s"))
