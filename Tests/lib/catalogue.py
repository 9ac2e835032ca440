"""Builds the documentation with warnings as errors: articles, links and doc comments. Usage: catalogue.py BUILD_DIR
MODULE..."""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import symbols

CATALOGUE = Path("Sources/Analytics/Analytics.docc")


def docc() -> Path:
    """The toolchain's own, beside its compiler."""
    if sys.platform == "darwin":
        return Path(subprocess.check_output(["xcrun", "--find", "docc"], text=True).strip())
    return Path(shutil.which("swift")).resolve().with_name("docc")


def convert(build: Path, modules: list[str], out: Path) -> int:
    graphs = out / "graphs"
    symbols.extract(build, modules, graphs)
    return subprocess.run(
        [docc(), "convert", CATALOGUE, "--additional-symbol-graph-dir", graphs, "--output-path",
         out / "Analytics.doccarchive", "--warnings-as-errors", "--fallback-display-name", "Analytics",
         "--fallback-bundle-identifier", "analytics"]).returncode


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        sys.exit(convert(Path(sys.argv[1]), sys.argv[2:], Path(folder)))
