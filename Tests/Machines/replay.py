"""Plays one case and shows everything: `python3 -B Tests/Machines/replay.py 'second rename:3:fail=EIO'`."""

import json
import sys
import tempfile
from itertools import groupby
from pathlib import Path

from cases import Case, Machine


def brief(status: dict) -> str:
    """The parts of a status that the rules read."""
    accounts = {name: count for name, count in status["ledger"]["accounts"].items() if count}
    segments = [(segment["id"], segment["state"], segment["events"]) for segment in status["segments"]]
    return f"status: {status['consent']}, {accounts}, segments {segments}, problems {status['problems']}"


def main() -> int:
    run, _, plan = sys.argv[1].partition(" ")
    with tempfile.TemporaryDirectory() as folder:
        machine = Machine(Path(folder))
        machine.record()
        outcome = machine.play(Case(run, plan))
    for played in outcome.runs:
        print(f"== {played.name}: status {played.status}")
        for call in played.calls:
            print(f"{call.number:5} {call.step:16} {call}")
        for line in played.lines:
            print("      " + (brief(json.loads(line[7:])) if line.startswith("status ") else line[:300]))
        print(played.errors, end="")
    print("== arrived")
    for (run_name, batch), arrivals in groupby(outcome.collector.arrivals, lambda arrival: (arrival.run, arrival.batch)):
        print(f"      {run_name} {batch}: {[(arrival.number, arrival.sequence) for arrival in arrivals]}")
    print("== findings")
    print("\n".join(map(str, outcome.findings)) or "none")
    return 1 if outcome.findings else 0


if __name__ == "__main__":
    sys.exit(main())
