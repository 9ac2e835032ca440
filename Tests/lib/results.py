"""Reads the xunit files that `swift test` and pytest write."""

import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Results:
    passed: int = 0
    failed: list[str] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)

    @property
    def total(self) -> int:
        return self.passed + len(self.failed) + len(self.skipped)


def read(files: list[Path]) -> Results:
    """Counts test cases one by one: the totals in the files leave out what was skipped."""
    results = Results()
    for file in files:
        if not file.exists():
            continue
        try:
            cases = list(ElementTree.parse(file).iter("testcase"))
        except ElementTree.ParseError as error:
            results.failed.append(f"{file.name} is cut short: {error}")
            continue
        for case in cases:
            name = f"{case.get('classname')}/{case.get('name')}"
            if case.find("failure") is not None or case.find("error") is not None:
                results.failed.append(name)
            elif case.find("skipped") is not None:
                results.skipped.append(name)
            else:
                results.passed += 1
    return results


def allowed_skips(file: Path) -> set[str]:
    """One test a line, `Suite/test  # reason`. A line without a reason allows nothing."""
    if not file.exists():
        return set()
    lines = (line.partition("#") for line in file.read_text().splitlines())
    return {name.strip() for name, _, reason in lines if name.strip() and reason.strip()}
