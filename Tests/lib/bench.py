"""Builds the benchmark for release and runs its modes in turn, round after round, each in a process of its own, so
that a figure and its floor meet the same noise. Called by Tests/bench."""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import bench_probes
import bench_rows
import bench_screen

ROOT = Path(__file__).resolve().parents[2]
# A folder of its own: a release build in the shared one is nobody else's business.
SCRATCH = ROOT / ".build/bench"
BINARY = SCRATCH / "release/AnalyticsBenchmarks"
DASHBOARD = SCRATCH / "release/analytics-dashboard"
MODES = ["track", "pipeline", "flood", "deliver", "screen"]
LIMIT = 180


def build(products: list[str]) -> None:
    for product in products:
        command = ["swift", "build", "-c", "release", "--scratch-path", str(SCRATCH), "--product", product]
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0:
            sys.exit(f"{done.stdout[-4000:]}\n{product} does not build for release")


def run_mode(mode: str, folder: Path, quick: bool) -> dict[str, float]:
    """One mode, once: its figures. A mode that fails ends the whole run, since a gap would look like a figure."""
    command = [str(BINARY), mode, str(folder)] + (["--quick"] if quick else [])
    done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT, stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)} ended with {done.returncode}\n{done.stdout}{done.stderr}")
    return json.loads(done.stdout.splitlines()[-1])


def measure(rounds: int, quick: bool, say) -> dict[str, list[float]]:
    """Every figure, as often as there are rounds.

    No folder is removed before the end: a file system that has just lost thousands of files makes new ones slowly,
    and the next mode would pay for it.
    """
    found: dict[str, list[float]] = {}

    def take(figures: dict[str, float]) -> None:
        for key, value in figures.items():
            found.setdefault(key, []).append(value)

    with tempfile.TemporaryDirectory(prefix="analytics-bench-") as name:
        place = Path(name)
        run_mode("leftovers", place / "leftovers", quick)
        for number in range(rounds):
            say(f"round {number + 1} of {rounds}")
            for mode in MODES:
                take(run_mode(mode, place / f"{mode}-{number}", quick))
            take(bench_probes.init(BINARY, place / f"init-{number}"))
            shutil.copytree(place / "leftovers", place / f"relaunch-{number}")
            take(run_mode("relaunch", place / f"relaunch-{number}", quick))
            take(run_mode("relaunch", place / f"fresh-{number}", quick))
            if not quick:
                take(bench_screen.idle(DASHBOARD, place / f"idle-{number}"))
                take(bench_screen.answers(DASHBOARD, place / f"answers-{number}"))
                take(bench_screen.flood(DASHBOARD, place / f"flooded-{number}"))
    return found


def summary(values: list[float]) -> dict[str, float]:
    return {"median": round(statistics.median(values), 3), "min": round(min(values), 3), "max": round(max(values), 3)}


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="Tests/bench", description="Measures the SDK and the dashboard beside their floors.",
        epilog="A full run reports and ends with 0, whatever the figures. --quick ends with 1 when a ratio is more than "
               f"{bench_rows.MARGIN} times past its target.")
    parser.add_argument("--quick", action="store_true", help="fewer calls and rounds; checks ratios with a wide margin")
    parser.add_argument("--json", action="store_true", help="one object on stdout: key to median, min and max")
    parser.add_argument("--rounds", type=int, metavar="N", help="repetitions (default 5, with --quick 3)")
    options = parser.parse_args()
    rounds = max(1, options.rounds or (3 if options.quick else 5))

    def say(text: str) -> None:
        print(text, file=sys.stderr, flush=True)

    began = time.monotonic()
    say("building for release")
    build(["AnalyticsBenchmarks"] if options.quick else ["AnalyticsBenchmarks", "analytics-dashboard"])
    say(f"built in {time.monotonic() - began:.0f} s")
    os.environ.update({"no_proxy": "127.0.0.1,localhost", "NO_PROXY": "127.0.0.1,localhost"})
    figures = {key: summary(values) for key, values in sorted(measure(rounds, options.quick, say).items())}
    if options.json:
        print(json.dumps(figures, indent=1))
    else:
        print(bench_rows.table(figures, rounds, options.quick))
        for note in bench_rows.caveat(figures) + bench_probes.notes(shutil.which):
            print(note)
    broken = bench_rows.broken(figures) if options.quick else []
    for line in broken:
        say(f"BROKEN {line}")
    say(f"{time.monotonic() - began:.0f} s in all")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
