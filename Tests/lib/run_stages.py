"""Runs the stages, counts every test and check, and closes with one line. Called by Tests/run."""

import argparse
import os
import re
import signal
import subprocess
import sys
import time

import leftovers
import results
import stages
import stress

TAIL = 80
# What a test runner and a build say when nothing is wrong.
NOISE = re.compile(r"^◇.*?started\.\n|^✔.*?(?:seconds\.|started\.)\n|^\[\d+/\d+\][^\n]*\n", re.MULTILINE | re.DOTALL)


class Tally:
    """What the closing line says."""

    def __init__(self):
        self.passed, self.failed, self.skipped = 0, 0, 0

    def line(self) -> str:
        return f"{self.passed} passed, {self.failed} failed" + (f", {self.skipped} skipped" if self.skipped else "")


def run(stage: stages.Stage, limit: int, log) -> tuple[int | None, float]:
    """The exit status, or None when the limit passed and the whole process group was stopped.

    The limit is for a machine with nothing else to do: each second counts for as much of one as this machine had free.
    """
    began = time.monotonic()
    process = subprocess.Popen(stage.command, cwd=stages.ROOT, stdin=subprocess.DEVNULL, stdout=log,
                               stderr=subprocess.STDOUT, start_new_session=True)
    counted, status = 0.0, None
    try:
        while counted < limit:
            step = min(5.0, limit - counted)
            try:
                status = process.wait(timeout=step)
                break
            except subprocess.TimeoutExpired:
                counted += step / crowd()
        else:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    except KeyboardInterrupt:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        raise
    return status, time.monotonic() - began


def crowd() -> float:
    """How many want each core on average: 1 when nobody waits, at most 6, so that a hang on a busy machine ends too."""
    return min(6.0, max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1)))


def faults_of(stage, status, limit, found, allowed) -> list[str]:
    """Everything wrong with a stage beside its failed tests."""
    faults = []
    if status is None:
        faults.append(f"stopped after {limit} s, twice its budget")
    if stage.reports:
        faults += [f"skipped without leave: {name}" for name in found.skipped if name not in allowed]
        if status == 0 and found.total == 0:
            faults.append("ran no test")
        elif status and not found.failed:
            faults.append(f"exit status {status}, though no test is named as failed")
    return faults


def report(stage, passed, took, budget, faults, found, log_file):
    print(f"{'ok  ' if passed else 'FAIL'} {stage.name:<20} {took:6.1f} s of {budget} s"
          + (f"   {found.total} tests" if stage.reports else ""), flush=True)
    if passed:
        return
    lines = NOISE.sub("", log_file.read_text(errors="replace")).splitlines()
    print(f"---- {stage.name}: the end of {log_file.relative_to(stages.ROOT)}")
    print("\n".join(lines[-TAIL:]))
    for line in [f"failed: {name}" for name in found.failed] + faults:
        print(f"  {line}")
    print("----", flush=True)


def run_stage(stage, deep: bool, allowed, tally: Tally) -> bool:
    budget = stage.budget * (4 if deep else 1)
    log_file = stages.LOGS / f"{stage.name}.log"
    files = [stages.LOGS / name for name in stage.reports]
    for file in files:
        file.unlink(missing_ok=True)
    with open(log_file, "w") as log:
        status, took = run(stage, 2 * budget, log)
    found = results.read(files)
    faults = faults_of(stage, status, 2 * budget, found, allowed)
    passed = status == 0 and not faults and not found.failed
    report(stage, passed, took, budget, faults, found, log_file)

    tally.passed += found.passed + (passed and not stage.reports)
    tally.skipped += len(found.skipped)
    tally.failed += len(found.failed) + (len(faults) if stage.reports else not passed)
    return passed


def chosen_stages(only: str | None, deep: bool) -> list[stages.Stage]:
    table = [stage for stage in stages.all_stages() if not stage.when or (stages.ROOT / stage.when).exists()]
    if only is None:
        return [stage for stage in table if deep or not stage.deep]
    wanted = [stage for stage in table if stage.name == only or stage.name.startswith(f"{only}-")]
    if not wanted:
        sys.exit(f"No stage {only!r}. Stages: {', '.join(stage.name for stage in table)}")
    names = {stage.name for stage in wanted}
    for stage in reversed(table):
        if stage.name in names and stage.needs:
            names.add(stage.needs)
    return [stage for stage in table if stage.name in names]


def main() -> int:
    parser = argparse.ArgumentParser(prog="Tests/run", description="Runs every test and check of the package.")
    parser.add_argument("--deep", action="store_true", help="longer searches, more seeds; four times the budgets")
    parser.add_argument("--only", metavar="STAGE", help="one stage, and what it needs; with --stress one suite")
    parser.add_argument("--stress", action="store_true",
                        help="the suites that depend on time, 20 times, and all stages three times, half beside busy loops")
    parser.add_argument("--times", type=int, default=20, metavar="N", help="how often --stress runs each suite")
    parser.add_argument("--list", action="store_true", help="name the stages and stop")
    options = parser.parse_args()
    if options.stress:
        return stress.main(options.only, max(1, options.times))
    chosen = chosen_stages(options.only, options.deep)
    if options.list:
        print("\n".join(f"{stage.name:<20} {stage.budget} s" for stage in chosen))
        return 0

    stages.LOGS.mkdir(parents=True, exist_ok=True)
    os.environ.update(stages.environment(options.deep))
    mark = leftovers.mark()
    allowed = results.allowed_skips(stages.ROOT / "Tests/allowed-skips.txt")
    # A stop from outside must end the stage in hand too, so it takes the same way out as Ctrl-C.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    tally, broken = Tally(), set()
    try:
        for stage in chosen:
            if stage.needs in broken:
                print(f"skip {stage.name:<20} {stage.needs} failed", flush=True)
                tally.skipped += 1
                broken.add(stage.name)
            elif not run_stage(stage, options.deep, allowed, tally):
                broken.add(stage.name)
    except KeyboardInterrupt:
        print("Stopped before the end.", flush=True)
        tally.failed += 1
    finally:
        left = leftovers.end(mark)
    for pid, command in left.items():
        print(f"FAIL left behind and killed: process {pid}: {command[:200]}")
    tally.failed += bool(left)
    tally.passed += not left
    print(tally.line(), flush=True)
    return 1 if tally.failed else 0


if __name__ == "__main__":
    sys.exit(main())
