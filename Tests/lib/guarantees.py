"""Compares the README's table of guarantees with the tests: each row names at least one test, and each named test exists.

A test is named `Suite/test` in Swift, as `swift test --filter` takes it, and `test_file.py::test` in Python."""

import re

BEGIN, END = "<!-- guarantees: each names its tests; a check compares -->", "<!-- end of guarantees -->"
TYPE = re.compile(r"^([ \t]*)(?:[\w@().,]+ +)*?(?:struct|class|actor|enum|extension)\s+(\w+)", re.MULTILINE)
SWIFT_TEST = re.compile(r"^([ \t]*)@Test\b", re.MULTILINE)
FUNCTION = re.compile(r"\bfunc\s+(\w+)\s*\(")
PYTHON_TEST = re.compile(r"^(?:async )?def (test_\w+)", re.MULTILINE)
NAMED = re.compile(r"`([^`]+)`")


def swift_tests(text: str) -> set[str]:
    """Each test with the type around it: the last one above that is indented less."""
    types = [(found.start(), len(found.group(1)), found.group(2)) for found in TYPE.finditer(text)]
    found = set()
    for mark in SWIFT_TEST.finditer(text):
        function = FUNCTION.search(text, mark.end())
        around = [name for start, indent, name in types if start < mark.start() and indent < len(mark.group(1))]
        if function and around:
            found.add(f"{around[-1]}/{function.group(1)}")
    return found


def tests(files) -> set[str]:
    found = set()
    for file in files:
        if "Tests" not in file.parts:
            continue
        if file.suffix == ".swift":
            found |= swift_tests(file.read_text())
        elif file.name.startswith("test_") and file.suffix == ".py":
            found |= {f"{file.name}::{name}" for name in PYTHON_TEST.findall(file.read_text())}
    return found


def rows(readme: str) -> list[tuple[int, list[str]]]:
    """The rows of the table with their line numbers, cells trimmed, without head and rule."""
    if BEGIN not in readme or END not in readme:
        return []
    start, end = readme.index(BEGIN), readme.index(END)
    first = readme[:start].count("\n") + 1
    lines = enumerate(readme[start:end].splitlines(), first)
    table = [(number, line.strip("| ").split("|")) for number, line in lines if line.startswith("|")]
    return [(number, [cell.strip() for cell in cells]) for number, cells in table[2:]]


def breaches(readme: str, known: set[str]) -> list[str]:
    table = rows(readme)
    found = [] if table else ["README.md:1: has no table of guarantees between its two marks"]
    for number, cells in table:
        named = NAMED.findall(cells[-1])
        if len(cells) != 2 or not named:
            found.append(f"README.md:{number}: a guarantee without a test")
        found += [f"README.md:{number}: there is no test {name}" for name in named if name not in known]
    return found


def proof() -> list[str]:
    """The check is shown a table with faults, so that one that finds nothing cannot pass."""
    known = swift_tests('struct A {\n    struct Event {\n        let x = 1\n    }\n    @Test("B", arguments: [{ 1 }()])\n'
                        "    func b() {}\n}\n")
    head = f"{BEGIN}\n| guaranteed | proved by |\n|---|---|\n"
    good = breaches(f"{head}| x | `A/b` |\n{END}", known)
    bad = [f"{head}| x | `A/c` |\n{END}", f"{head}| x | nothing |\n{END}", f"{head}{END}", ""]
    if good or not all(breaches(text, known) for text in bad):
        return ["Tests/lib/guarantees.py:1: does not find the faults that it looks for"]
    return []


def check(files, root) -> list[str]:
    return proof() or breaches((root / "README.md").read_text(), tests(files))
