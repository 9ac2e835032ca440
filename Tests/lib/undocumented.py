"""Lists public symbols without a doc comment, from the built modules. Usage: undocumented.py BUILD_DIR MODULE..."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path


def extract(build: Path, module: str, out: Path) -> None:
    target = json.loads(subprocess.check_output(["swift", "-print-target-info"]))["target"]["triple"]
    # The C modules that the product imports; SwiftPM writes a map for those that bring none.
    maps = [f"-fmodule-map-file={file}" for file in build.glob("*.build/module.modulemap")]
    command = ["swift", "symbolgraph-extract", "-module-name", module, "-target", target,
               "-I", str(build / "Modules"), "-output-dir", str(out), "-minimum-access-level", "public",
               "-skip-synthesized-members", "-skip-inherited-docs"]
    for include in Path("Sources").glob("*/include"):
        command += ["-I", str(include)]
    for flag in maps:
        command += ["-Xcc", flag]
    if sys.platform == "darwin":
        command += ["-sdk", subprocess.check_output(["xcrun", "--show-sdk-path"], text=True).strip()]
    subprocess.run(command, check=True)


def undocumented(graph: dict) -> list[str]:
    """A requirement's witness may lean on the protocol's own comment; everything else needs one."""
    witnesses = {link["source"] for link in graph["relationships"]
                 if link.get("sourceOrigin") or link["kind"] in ("defaultImplementationOf", "overrides")}
    lines = []
    for symbol in graph["symbols"]:
        precise = symbol["identifier"]["precise"]
        if "docComment" in symbol or precise in witnesses or "::SYNTHESIZED::" in precise:
            continue
        if symbol["kind"]["identifier"] == "swift.extension" or "location" not in symbol:
            continue
        place = symbol["location"]
        name = ".".join(symbol["pathComponents"])
        uri = place["uri"].removeprefix("file://").removeprefix(f"{Path.cwd()}/")
        lines.append(f"{uri}:{place['position']['line'] + 1}: {name} has no doc comment")
    return lines


if __name__ == "__main__":
    build, modules = Path(sys.argv[1]), sys.argv[2:]
    found, symbols = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for module in modules:
            extract(build, module, Path(folder))
        for file in sorted(Path(folder).glob("*.symbols.json")):
            graph = json.loads(file.read_text())
            symbols += len(graph["symbols"])
            found += undocumented(graph)
    print("\n".join(sorted(found)))
    print(f"{symbols} public symbols, {len(found)} without a doc comment")
    sys.exit(1 if found or not symbols else 0)
