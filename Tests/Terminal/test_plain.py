"""`--plain`, `--events` and the autopilot: the dashboard for who cannot or need not see a screen."""

import json
import re
import signal
import subprocess

import pytest
from acts import grant, whole_events

EVENTS = [{"name": "order_placed", "schemaVersion": 3, "label": "an order", "properties": {"total": 12.0, "items": 3}},
          {"name": "signed_up", "schemaVersion": 1}]


def plain(binary, *arguments, said=""):
    return subprocess.run([binary, "--plain", *map(str, arguments)], input=said, capture_output=True, text=True,
                          timeout=120, check=False)


@pytest.fixture
def events(tmp_path):
    file = tmp_path / "events.json"
    file.write_text(json.dumps(EVENTS, indent=1))
    return file


def test_words_in_and_sentences_out(dashboard_bin):
    result = plain(dashboard_bin, said="consent grant\nfire tap x3\nfire bad! step=2\nflush\naudit\nstate\n")
    assert result.returncode == 0
    assert result.stderr == ""
    assert "\x1b" not in result.stdout
    assert not re.search("[─│┌+|]", result.stdout)
    said = re.sub(r"(?m)^\d\d:\d\d:\d\d ", "", result.stdout).splitlines()
    for sentence in ("Consent is granted.", "Flush: 3 sent; nothing left.",
                     "Books ok: ledger, files and collector agree."):
        assert said.count(sentence) == 1
    # In one sentence or in more: how many events one look finds is the machine's.
    kept = re.findall(r"^Kept .*\btap\b.* numbers? (\d+)(?: to (\d+))?\.$", "\n".join(said), re.MULTILINE)
    assert [number for first, last in kept for number in range(int(first), int(last or first) + 1)] == [1, 2, 3]
    assert any(sentence.startswith("DROP bad! v1: invalid, ") for sentence in said)
    assert said[-1] == "Ended: 4 tracked, 0 from earlier, 3 delivered, 1 dropped, 0 left."
    assert all(sentence.endswith((".", "?")) for sentence in said)


def test_no_key_is_named_where_there_are_none(dashboard_bin):
    result = plain(dashboard_bin, said="fire tap\nconsent grant\nbackground\nforeground\nautopilot\nautopilot\n")
    assert result.returncode == 0
    for hint in ("press c", "Press c", "1 to 9", "f sends", "T lets", "a stops", "c g"):
        assert hint not in result.stdout


def test_a_hanging_server_leaves_the_commands_live(dashboard_bin):
    result = plain(dashboard_bin, said="consent grant\nserver never\nfire tap\nflush\nserver 200\nstate\n")
    assert result.returncode == 0
    assert "The server now behaves so: 200." in result.stdout
    assert result.stdout.splitlines()[-1].startswith("Ended: 1 tracked")


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_and_the_queue_is_kept(dashboard_bin, tmp_path, ending):
    process = subprocess.Popen([dashboard_bin, "--plain", "--directory", tmp_path / "queue"], stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, text=True)
    process.stdin.write("consent grant\nfire tap x3\n")
    process.stdin.flush()
    written = 0
    # However the three are taken: all at once, or one by one.
    while written < 3:
        line = process.stdout.readline()
        assert line, f"it ended after {written} events"
        if found := re.search(r"Wrote to disk segment 1, (\d) events?", line):
            written += int(found.group(1))
    process.send_signal(ending)
    assert process.wait(timeout=120) == 128 + ending
    assert "3 left" in process.stdout.read()
    assert whole_events(tmp_path) == [1, 2, 3]


def test_read_only_refuses_words_too(dashboard_bin, tmp_path):
    result = plain(dashboard_bin, "--read-only", "--directory", tmp_path / "queue", said="consent grant\nfire tap\n")
    assert result.stdout.count("Read-only: this dashboard shows and changes nothing.") == 2
    assert not (tmp_path / "queue").exists()


def test_a_teams_own_events_have_the_keys(dashboard, events, tmp_path):
    terminal = dashboard("--events", events, size=(100, 30))
    grant(terminal)
    terminal.send("1")
    terminal.wait_for("Fired an order.")
    terminal.send("3")
    terminal.wait_for("There is no sample event 3; there are 2.")
    terminal.send("e")
    terminal.wait_for("> order_placed v3 items=3 total=12.0")
    terminal.send("Down")
    terminal.wait_for("> signed_up")
    terminal.send(" email=a@b.co plan=pro", "Enter")
    terminal.wait_for("KEEP signed_up v1; removed email: the key names personal data.")
    terminal.wait_for(lambda _: whole_events(tmp_path) == [1, 2])


@pytest.mark.parametrize("text, words", [
    ('[\n{"name": "a",\n"schemaVersion": "1"}]', ':3: "schemaVersion": expected a whole number, not a text'),
    ("", ":1: the file ends: expected"), (None, "cannot be read"),
])
def test_a_wrong_file_is_named_with_its_line(dashboard_bin, tmp_path, text, words):
    file = tmp_path / "events.json"
    if text is not None:
        file.write_text(text)
    result = plain(dashboard_bin, "--events", file)
    assert result.returncode == 2
    assert str(file) in result.stderr
    assert words in result.stderr


def test_the_autopilot_drives_until_it_is_told_to_stop(dashboard):
    terminal = dashboard("--seed", "7", size=(100, 30))
    grant(terminal)
    terminal.send(">", ">")
    terminal.wait_for("clock x60")
    terminal.send("a")
    terminal.wait_for("AUTOPILOT   consent")
    terminal.wait_for("seed 7")
    terminal.wait_for(re.compile(r"tracked [1-9]\d"))
    terminal.send("a")
    terminal.wait_for("The autopilot has stopped.")
    terminal.wait_for("LIVE")


def test_a_show_runs_by_itself_and_lets_nobody_touch_it(dashboard):
    terminal = dashboard("--autopilot", "--read-only", "--seed", "7", size=(100, 30))
    terminal.wait_for("AUTOPILOT READ-ONLY   consent GRANTED")
    terminal.send("a")
    terminal.wait_for("Read-only")
    terminal.wait_for(re.compile(r"tracked [1-9]"))


def test_a_seed_and_a_server_that_drops_repeats_do_not_go_together(dashboard_bin):
    result = plain(dashboard_bin, "--seed", "1", "--endpoint", "http://127.0.0.1:9")
    assert result.returncode == 2
    assert "second run" in result.stderr


def test_without_a_terminal_the_advice_is_one_line(dashboard_bin):
    result = subprocess.run([dashboard_bin], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120,
                            check=False)
    assert result.returncode == 2
    assert result.stderr.count("\n") == 1
    for face in ("--plain", "snapshot", "collect", "play"):
        assert face in result.stderr
