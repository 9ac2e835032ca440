"""The public symbols of built modules, as the compiler tells them."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path


def import_flags(build: Path) -> list[str]:
    """What a compiler needs to import the built modules."""
    flags = ["-I", str(build / "Modules")]
    for include in Path("Sources").glob("*/include"):
        flags += ["-I", str(include)]
    # The C modules that the product imports; SwiftPM writes a map for those that bring none.
    for file in build.glob("*.build/module.modulemap"):
        flags += ["-Xcc", f"-fmodule-map-file={file}"]
    if sys.platform == "darwin":
        flags += ["-sdk", subprocess.check_output(["xcrun", "--show-sdk-path"], text=True).strip()]
    return flags


def extract(build: Path, modules: list[str], out: Path) -> None:
    """Writes the symbol graphs of the modules into `out`."""
    target = json.loads(subprocess.check_output(["swift", "-print-target-info"]))["target"]["triple"]
    out.mkdir(exist_ok=True)
    for module in modules:
        subprocess.run(
            ["swift", "symbolgraph-extract", "-module-name", module, "-target", target, *import_flags(build),
             "-output-dir", str(out), "-minimum-access-level", "public", "-skip-synthesized-members",
             "-skip-inherited-docs"], check=True)


def graphs(build: Path, modules: list[str]) -> dict[str, list[dict]]:
    """By module, its own graph and those of what it adds to other modules."""
    with tempfile.TemporaryDirectory() as folder:
        extract(build, modules, Path(folder))
        found = {module: [] for module in modules}
        for file in sorted(Path(folder).glob("*.symbols.json")):
            found[file.name.split(".")[0].split("@")[0]].append(json.loads(file.read_text()))
    return found
