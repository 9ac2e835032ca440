"""Type-checks every Swift sample that adopters may copy: in the articles, the README and the doc comments.

The samples of one page are one program, in their order, so that a later one may use what an earlier one declares.
Usage: samples.py BUILD_DIR"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import symbols

FENCE = re.compile(r"^```swift\n(.*?)^```$", re.MULTILINE | re.DOTALL)
DOC_COMMENT = re.compile(r"(?:^[ \t]*///.*\n)+", re.MULTILINE)
PACKAGE = "import PackageDescription"


def blocks(text: str) -> list[tuple[int, str]]:
    """Each sample with the number of its first line."""
    return [(text[:found.start(1)].count("\n") + 1, found.group(1)) for found in FENCE.finditer(text)]


def comment_blocks(text: str) -> list[tuple[int, str]]:
    """Samples in doc comments, which leave their imports out."""
    found = []
    for comment in DOC_COMMENT.finditer(text):
        first = text[:comment.start()].count("\n")
        plain = re.sub(r"^[ \t]*/// ?", "", comment.group(), flags=re.MULTILINE)
        found += [(first + line, code) for line, code in blocks(plain)]
    return found


def program(page: Path, samples: list[tuple[int, str]], imports: str = "") -> str:
    parts = [f'#sourceLocation(file: "{page}", line: {line})\n{code}' for line, code in samples if PACKAGE not in code]
    return imports + "".join(parts)


def programs() -> dict[str, str]:
    """By page; a manifest among the samples is a program of its own."""
    pages = [*sorted(Path("Sources").glob("*/*.docc/*.md")), Path("README.md")]
    found = {}
    for page in pages:
        samples = blocks(page.read_text())
        found[str(page)] = program(page, samples)
        for line, code in samples:
            if PACKAGE in code:
                found[f"{page}:{line}"] = f'#sourceLocation(file: "{page}", line: {line})\n{code}'
    imports = "import Analytics\nimport AnalyticsTesting\n"
    for file in sorted([*Path("Sources/Analytics").rglob("*.swift"), *Path("Sources/AnalyticsTesting").rglob("*.swift")]):
        for line, code in comment_blocks(file.read_text()):
            found[f"{file}:{line}"] = program(file, [(line, code)], imports)
    return {page: code for page, code in found.items() if code.strip()}


def manifest_flags() -> list[str]:
    library = Path(shutil.which("swiftc")).resolve().parents[1] / "lib/swift/pm/ManifestAPI"
    return ["-I", str(library), "-package-description-version", "6.0"]


def check(code: str, folder: Path, flags: list[str]) -> subprocess.CompletedProcess:
    # Statements outside functions need the main file; tests need a library.
    file = folder / "main.swift"
    file.write_text(code)
    library = ["-parse-as-library"] if "import Testing" in code else []
    return subprocess.run(["swiftc", "-typecheck", "-swift-version", "6", "-warnings-as-errors", *library, *flags,
                           str(file)], capture_output=True, text=True)


def main() -> int:
    flags = symbols.import_flags(Path(sys.argv[1]))
    found = programs()
    failed = []
    with tempfile.TemporaryDirectory() as folder:
        for page, code in found.items():
            manifest = manifest_flags() if PACKAGE in code else flags
            done = check(code, Path(folder), manifest)
            if done.returncode != 0:
                failed.append(page)
                print(done.stderr)
    print(f"{len(found)} programs of samples, {len(failed)} that do not compile: {' '.join(failed)}")
    return 1 if failed or len(found) < 5 else 0


if __name__ == "__main__":
    sys.exit(main())
