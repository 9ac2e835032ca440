"""One case: a program of three process runs, and a fault in one of them.

`first` records, `second` finds what is left, sends, denies, grants and records again, `last` has no faults and sends what
waits. A case is written `RUN PLAN`, such as `second rename:3:fail=EIO`; see faults.c for plans.
"""

import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

import host
import model
from collector import Collector

PROGRAM = {
    "first": ["grant", "track:1-60", "track:61-65"],
    "second": ["grant", "flush", "track:101-105", "flush", "track:111-113", "deny",
               "grant", "track:121-123", "flush", "track:131-133"],
    "last": ["grant", "track:201-201", "drain"],
}


@dataclass(frozen=True)
class Case:
    run: str
    plan: str

    def __str__(self) -> str:
        return f"{self.run} {self.plan}"

    @property
    def command(self) -> str:
        return f"python3 -B Tests/Machines/replay.py '{self}'"


@dataclass
class Outcome:
    case: Case
    runs: list[host.Run]
    collector: Collector
    findings: list[model.Finding]

    @property
    def hit(self) -> list[host.Call]:
        """The calls that something was done to; empty when the run had fewer calls of the kind."""
        return next(run for run in self.runs if run.name == self.case.run).acted


class Machine:
    """Plays cases. The first run without faults is kept, since the cases of the second run all begin with it."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.library = host.build_library(folder)
        self._recorded: tuple[host.Run, Path] | None = None

    def record(self) -> None:
        directory = self.folder / "recorded"
        first = self._run("first", directory, Collector(), "")
        assert first.calls, f"the library saw no call: {first.errors}"
        self._recorded = first, directory

    def play(self, case: Case) -> Outcome:
        collector = Collector()
        place = Path(tempfile.mkdtemp(dir=self.folder))
        directory = place / "queue"
        runs = []
        try:
            if case.run != "first":
                # A copied folder in another place is the same folder to the host.
                recorded, source = self._recorded
                shutil.copytree(source, directory)
                runs.append(recorded)
            for name in list(PROGRAM)[len(runs):]:
                runs.append(self._run(name, directory, collector, case.plan if name == case.run else ""))
            left = model.Disk(directory)
        finally:
            collector.close()
            shutil.rmtree(place, ignore_errors=True)
        return Outcome(case, runs, collector, model.check(case, runs, collector, left))

    def census(self) -> dict[str, list[host.Call]]:
        """The calls of the first and second run without faults; of three tries the one with the most, since the number of
        appends varies with how the tracker's threads take what was tracked."""
        outcomes = [self.play(Case("first", "")) for _ in range(3)]
        for outcome in outcomes:
            assert not outcome.findings, "without a fault: " + "; ".join(map(str, outcome.findings))
        return {run.name: run.calls for run in max(outcomes, key=lambda outcome: sum(len(run.calls) for run in outcome.runs)).runs}

    def _run(self, name: str, directory: Path, collector: Collector, plan: str) -> host.Run:
        collector.run = name
        return host.run(name, PROGRAM[name], directory, collector.endpoint, self.library, plan)
