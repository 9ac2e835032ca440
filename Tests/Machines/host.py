"""Runs the host (`AnalyticsVictim play`) under the preloaded library, and reads what it left on disk."""

import json
import os
import shutil
import signal
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Far over what any run needs; a host that takes longer hangs.
LIMIT = 60
HUNG = -1000


def binary() -> str:
    path = os.environ.get("VICTIM_BIN") or str(ROOT / ".build/debug/AnalyticsVictim")
    assert os.access(path, os.X_OK), f"no host at {path}: run `swift build` first"
    return path


def build_library(folder: Path) -> Path:
    """Compiles faults.c and calls.c."""
    compiler = shutil.which("clang") or shutil.which("cc")
    assert compiler, "no C compiler on PATH; a Swift toolchain brings clang"
    library = folder / "faults.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-Werror", "-o", library,
                    *(Path(__file__).with_name(name) for name in ("faults.c", "calls.c")), "-ldl"], check=True)
    return library


@dataclass
class Call:
    """One line of the library's log."""
    number: int
    kinds: list[str]
    path: str
    result: str
    action: str
    step: str

    def __str__(self) -> str:
        return f"{self.kinds[0]} {self.path}" + (f" {self.action}" if self.action else "") + f" -> {self.result or 'killed'}"


@dataclass
class Run:
    """What one process run did."""
    name: str
    status: int
    lines: list[str]
    errors: str
    calls: list[Call]
    grant_before: str | None
    grant_after: str | None
    lines_before: int
    """Event lines on disk of the grant on file, and (foreign) of any other."""
    foreign_before: int
    lines_after: int
    foreign_after: int
    had_state: bool
    highest_before: int
    """The highest segment number in the listing."""
    steps: list[str] = field(init=False)
    appended: list[int] = field(init=False)
    gave_up: list[str] = field(init=False)

    def __post_init__(self):
        self.steps = [line[5:] for line in self.lines if line.startswith("step ")]
        self.appended = [int(n) for line in self.lines if line.startswith("appended ") for n in line.split()[1:]]
        self.gave_up = [line[8:] for line in self.lines if line.startswith("gave-up ")]

    @property
    def was_killed(self) -> bool:
        return self.status == -signal.SIGKILL and any(call.action.startswith("KILL") for call in self.calls)

    @property
    def acted(self) -> list[Call]:
        """The calls that something was done to."""
        return [call for call in self.calls if call.action]

    def statuses(self) -> list[tuple[str, dict]]:
        """The status after each step."""
        found, step = [], ""
        for line in self.lines:
            if line.startswith("step "):
                step = line[5:]
            elif line.startswith("status "):
                found.append((step, json.loads(line[7:])))
        return found


def state_of(directory: Path) -> dict:
    """The state file's content; empty where there is none that can be read."""
    try:
        return json.loads((directory / "app/state.json").read_bytes())
    except (OSError, ValueError):
        return {}


def lines_on_disk(directory: Path) -> tuple[int, int]:
    """Whole event lines of the grant on file and of other grants, counted with nothing of the SDK's own code."""
    grant, own, foreign = state_of(directory).get("grantID"), 0, 0
    for segment in directory.glob("app/*.jsonl"):
        header, *lines = segment.read_bytes().split(b"\n")[:-1] or [b""]
        try:
            fields = json.loads(header)
        except ValueError:
            continue
        if fields.get("isSpent"):
            # Sent, and the file could not be deleted: what is left of its lines is never read again.
            continue
        is_own = grant is not None and fields.get("grant") == grant
        own, foreign = own + len(lines) * is_own, foreign + len(lines) * (not is_own)
    return own, foreign


def read_log(file: Path) -> list[Call]:
    calls, step = [], ""
    for line in file.read_text(errors="replace").splitlines() if file.exists() else []:
        words = line.split()
        if words[0] == "step":
            step = words[1]
            continue
        number, kinds, path, *rest = words[1:]
        result = "ok" if "ok" in rest else f"errno {rest[rest.index('errno') + 1]}" if "errno" in rest else ""
        action = " ".join(word for word in rest if word.isupper())
        calls.append(Call(int(number), kinds.split(","), path, result, action, step))
    return calls


def run(name: str, steps: list[str], directory: Path, endpoint: str, library: Path, plan: str = "") -> Run:
    log = directory.with_name(f"{directory.name}-{name}.log")
    log.unlink(missing_ok=True)
    highest = max((int(file.stem) for file in directory.glob("app/*.jsonl")), default=0)
    had_state = bool(state_of(directory))
    before = state_of(directory).get("grantID"), *lines_on_disk(directory)
    environment = os.environ | {
        "LD_PRELOAD": str(library), "FAULTS_DIRECTORY": str(directory), "FAULTS_PLAN": plan, "FAULTS_LOG": str(log),
        "no_proxy": "127.0.0.1", "SWIFT_BACKTRACE": "enable=no"}
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        # It ends when its standard input does, so also when this process is killed.
        process = subprocess.Popen([binary(), "play", str(directory), endpoint, *steps], stdin=subprocess.PIPE,
                                   stdout=output, stderr=errors, env=environment)
        try:
            status = process.wait(LIMIT)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            status = HUNG
        process.stdin.close()
        output.seek(0), errors.seek(0)
        texts = [file.read().decode(errors="replace") for file in (output, errors)]
    return Run(name, status, texts[0].splitlines(), texts[1], read_log(log),
               before[0], state_of(directory).get("grantID"), *before[1:], *lines_on_disk(directory),
               had_state, highest)
