"""House checks: what a reviewer would otherwise have to look for by hand. Prints each breach as file:line."""

import re
import subprocess
import sys
from pathlib import Path

import guarantees

ROOT = Path(__file__).resolve().parents[2]
TOP_LEVEL = {"Package.swift", "Sources", "Tests", "Demo", "README.md"}
CODE = {".swift", ".c", ".h", ".py", ".sh", ""}

# Written so that no pattern matches its own text.
MACHINE_PATH = re.compile(r"(?<![\w.$}/])/(?:wor[k]\b|far[m]\b|hom[e]/\w|roo[t]/|op[t]/|User[s]/\w)|/\.librar[y]")
REGISTRY = re.compile(r"pyp[i]\.org|files\.pythonhoste[d]|npmj[s]\.|crates\.i[o]|de[b]\.debian|proxy\.golan[g]"
                      r"|pip[^\n]*--(?:extra-)?inde[x]-url")
# A sleep on a clock that the test moves is no sleep.
SLEEP = re.compile(r"(?:Task|Thread|time)\.slee[p]\((?!.*\bclock:)|(?<![\w.])(?:u|nano)?slee[p]\(")
QUOTED = re.compile(r'"(?:\\.|[^"\\])*"')
UNSEEN_SKIP = re.compile(r"\bXCTSki[p]")


def project_files() -> list[Path]:
    """Tracked files and new ones, less what is ignored."""
    listed = subprocess.run(
        ["git", "-c", f"safe.directory={ROOT}", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True)
    if listed.returncode == 0:
        files = [ROOT / name for name in listed.stdout.split("\0") if name]
    else:
        files = [file for file in ROOT.rglob("*") if not {".build", ".git"} & set(file.relative_to(ROOT).parts)]
    return sorted(file for file in files if file.is_file())


def text_of(file: Path) -> str:
    data = file.read_bytes()
    return "" if b"\0" in data else data.decode(errors="replace")


def reasoned(list_file: Path) -> set[str]:
    """Paths from a list of `path  # reason`; one without a reason does not count."""
    if not list_file.exists():
        return set()
    rows = (line.partition("#") for line in list_file.read_text().splitlines())
    return {path.strip() for path, _, reason in rows if path.strip() and reason.strip()}


def matches(pattern: re.Pattern, files: list[Path], why: str, unquoted: bool = False) -> list[str]:
    def code(line):
        return QUOTED.sub('""', line) if unquoted else line

    return [f"{file.relative_to(ROOT)}:{number}: {why}: {line.strip()[:100]}"
            for file in files
            for number, line in enumerate(text_of(file).splitlines(), 1) if pattern.search(code(line))]


def check_top_level(files):
    names = {file.relative_to(ROOT).parts[0] for file in files}
    return [f"{name}:1: not one of {', '.join(sorted(TOP_LEVEL))}"
            for name in sorted(names) if name not in TOP_LEVEL and not name.startswith(".")]


def check_machine_paths(files):
    return matches(MACHINE_PATH, files, "names a path of one machine")


def check_registries(files):
    return matches(REGISTRY, files, "names a package registry")


def check_sleeps(files):
    """A test waits on a condition with a limit; a pause that is itself the point is listed with its reason."""
    allowed = reasoned(ROOT / "Tests/allowed-sleeps.txt") | {"Tests/lib/leftovers.py"}
    tests = [file for file in files if file.relative_to(ROOT).parts[0] == "Tests" and file.suffix in CODE
             and str(file.relative_to(ROOT)) not in allowed]
    return matches(SLEEP, tests, "a test sleeps: wait on a condition, or see Tests/allowed-sleeps.txt", unquoted=True)


def check_unseen_skips(files):
    tests = [file for file in files if file.suffix == ".swift"]
    return matches(UNSEEN_SKIP, tests, "a skip that the results do not show (use .disabled or .enabled)")


def check_guarantees(files):
    return guarantees.check(files, ROOT)


CHECKS = {
    "top-level": check_top_level,
    "machine-paths": check_machine_paths,
    "registries": check_registries,
    "sleeps": check_sleeps,
    "unseen-skips": check_unseen_skips,
    "guarantees": check_guarantees,
}

if __name__ == "__main__":
    wanted = sys.argv[1:] or list(CHECKS)
    files = project_files()
    breaches = [breach for name in wanted for breach in CHECKS[name](files)]
    print("\n".join(breaches))
    sys.exit(1 if breaches else 0)
