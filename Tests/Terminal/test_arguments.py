"""What the command line refuses, and in which words: nothing is taken and then without effect."""

import signal
import subprocess

import pytest


@pytest.fixture
def run(dashboard_bin, tmp_path):
    """Runs the program in a folder with a scenario that works, one without a step and a file."""
    for name, text in [("a.scenario", "consent grant\n"), ("empty.scenario", "\n# only a comment\n"), ("file", "")]:
        (tmp_path / name).write_text(text)

    def start(*arguments, said=b""):
        return subprocess.run([dashboard_bin, *arguments], cwd=tmp_path, input=said, capture_output=True, timeout=120,
                              check=False)

    return start


def refused(result):
    assert result.returncode == 2
    assert result.stdout == b""
    assert result.stderr.count(b"\n") == 1
    return result.stderr.decode()


@pytest.mark.parametrize("arguments, words", [
    ("--play a.scenario --endpoint http://127.0.0.1:9", "--endpoint does not go with --play"),
    ("--play a.scenario --write-key k", "--write-key does not go with --play"),
    ("--autopilot --play a.scenario", "--autopilot does not go with --play"),
    ("--pace 3", "--pace needs --play"),
    ("--plain --play a.scenario", "--play needs the screen; without one use analytics-dashboard play FILE"),
    ("--plain --pace 3", "--pace needs the screen"),
    ("play --repeat 0 a.scenario", "--repeat needs a whole number, 1 or more, after it, not 0"),
    ("play --sockets --limit 0 a.scenario", "--limit needs a whole number, 1 or more, after it, not 0"),
    ("play --limit 5 a.scenario", "--limit needs --sockets"),
    ("play --verbs --seed 7", "--verbs without a file plays nothing"),
    ("play --junit --sockets a.scenario", "--junit needs a file"),
    ("snapshot --json --size 100x30", "--json draws no frame"),
    ("snapshot --json --ascii", "--json draws no frame"),
    ("snapshot --write-key k", "unknown argument --write-key after snapshot"),
    ("--endpoint https://staging.example.com/v1/events", "give the base address, without /v1/events"),
    ("--plain --endpoint https://staging.example.com/a/v1/events/", "give the base address, without /v1/events"),
])
def test_what_would_have_no_effect_is_refused(run, arguments, words):
    assert words in refused(run(*arguments.split()))


@pytest.mark.parametrize("face", [[], ["--plain"]])
@pytest.mark.parametrize("folder, words", [
    ("file", "/file is a file"), ("file/queue", "/file/queue cannot be made: "), ("/proc/queue", "/proc/queue cannot be made"),
])
def test_a_folder_that_can_keep_no_queue_is_refused_before_anything_starts(run, face, folder, words):
    assert words in refused(run(*face, "--directory", folder))


def test_a_folder_that_is_still_to_be_made_is_none_before_consent(run, tmp_path):
    assert run("--plain", "--directory", "new/queue").returncode == 0
    assert sorted(file.name for file in tmp_path.iterdir()) == ["a.scenario", "empty.scenario", "file"]


@pytest.mark.parametrize("command", [["play"], ["--play"]])
def test_a_scenario_without_a_step_does_not_pass(run, command):
    assert "empty.scenario has no steps" in refused(run(*command, "empty.scenario"))


SERVER_WORDS = ["200", "partial:3", "429:30", "redirect:302", "portal", "slow:5", "cut", "endless", "huge:100", "drip:50",
                "bomb:256", "never", "retry-after:soon", "junk", "empty"]


def test_every_word_for_the_server_is_where_one_looks_for_it(run, tmp_path):
    manual = run("play", "--verbs").stdout.decode()
    for word in SERVER_WORDS:
        assert f"\n  {word} " in manual
    for text in (refused(run("collect", "--fault", "bogus")), run("--help").stdout.decode()):
        assert [word for word in SERVER_WORDS if word not in text] == []
    (tmp_path / "b.scenario").write_text("server bogus\n")
    assert "play --verbs lists them all" in refused(run("play", "b.scenario"))


HOSTILE = "\x1b[31mred\x1b]0;title\x07\u009b2J"


def test_no_file_and_no_argument_steers_the_terminal(run, tmp_path):
    scenario = tmp_path / f"{HOSTILE}.scenario"
    scenario.write_text(f'say {HOSTILE}\nfire "{HOSTILE}"\nfire {HOSTILE}\nidentify {HOSTILE}\n')
    wrong = tmp_path / f"{HOSTILE}.wrong"
    wrong.write_text(f"launch {HOSTILE}\n{HOSTILE}\n")
    said = f'say {HOSTILE}\nfire "{HOSTILE}"\n{HOSTILE}\nserver {HOSTILE}\nconsent grant\nfire {HOSTILE} k={HOSTILE}\n'
    for arguments in (["play", scenario], ["play", wrong], ["play", "--junit", f"no/{HOSTILE}", scenario],
                      ["play", f"no{HOSTILE}"], [HOSTILE], ["collect", "--fault", HOSTILE], ["--plain", "--events", wrong],
                      ["--directory", f"file/{HOSTILE}"], ["--endpoint", HOSTILE], ["--play", wrong], ["--plain"],
                      ["snapshot", "--directory", HOSTILE], ["snapshot", "--size", HOSTILE]):
        result = run(*arguments, said=said.encode())
        for output in (result.stdout, result.stderr):
            assert not {"\x1b", "\x07", "\u009b"} & set(output.decode()), arguments
        assert b"red" in result.stdout + result.stderr


def test_a_show_in_plain_words_goes_on_without_input_until_a_signal(dashboard_bin):
    process = subprocess.Popen([dashboard_bin, "--plain", "--autopilot", "--seed", "7"], stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, text=True)
    kept = 0
    while kept < 3:
        line = process.stdout.readline()
        assert line, f"it ended after {kept} events"
        kept += "Kept" in line
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=120) == 128 + signal.SIGINT
    assert "Ended: " in process.stdout.read()
