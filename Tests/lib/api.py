"""Keeps the public API as text, one symbol a line, so that a review sees each change.

Usage: api.py BUILD_DIR MODULE...            compares with Tests/API/MODULE.txt
       api.py --renew BUILD_DIR MODULE...    writes those files
"""

import argparse
import difflib
import sys
from pathlib import Path

import symbols

FOLDER = Path("Tests/API")
# Every type has these; their absence is stated in its declaration.
IMPLICIT = {"Copyable", "Escapable", "SendableMetatype", "BitwiseCopyable"}


def declaration(symbol: dict) -> str:
    return " ".join("".join(part["spelling"] for part in symbol["declarationFragments"]).split())


def path(symbol: dict) -> str:
    return ".".join(symbol["pathComponents"])


def conformances(graph: dict, names: dict[str, str]) -> list[str]:
    """What the public types conform to: to lose a conformance breaks a host as losing a method does."""
    lines = []
    for link in graph["relationships"]:
        if link["kind"] == "conformsTo" and link["source"] in names:
            target = names.get(link["target"]) or link.get("targetFallback", link["target"]).split(".")[-1]
            if target not in IMPLICIT:
                lines.append(f"{names[link['source']]}: {target}")
    return lines


def text(graphs: list[dict]) -> str:
    listed = [symbol for graph in graphs for symbol in graph["symbols"]
              if "::SYNTHESIZED::" not in symbol["identifier"]["precise"]]
    names = {symbol["identifier"]["precise"]: path(symbol) for symbol in listed}
    lines = {f"{path(symbol)}  {declaration(symbol)}" for symbol in listed}
    lines |= {line for graph in graphs for line in conformances(graph, names)}
    return "".join(f"{line}\n" for line in sorted(lines))


def difference(module: str, found: str) -> list[str]:
    file = FOLDER / f"{module}.txt"
    kept = file.read_text() if file.exists() else ""
    return list(difflib.unified_diff(kept.splitlines(), found.splitlines(), str(file), "the built module", n=0,
                                     lineterm=""))


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--renew", action="store_true")
    parser.add_argument("build", type=Path)
    parser.add_argument("modules", nargs="+")
    options = parser.parse_args()
    found = {module: text(graphs) for module, graphs in symbols.graphs(options.build, options.modules).items()}
    if options.renew:
        FOLDER.mkdir(exist_ok=True)
        for module, lines in found.items():
            (FOLDER / f"{module}.txt").write_text(lines)
        return 0
    changes = [line for module, lines in found.items() for line in difference(module, lines)]
    if changes:
        print("\n".join(changes))
        print("\nThe public API is not what is committed. When the change is meant, renew the text and commit it:")
        print(f"  python3 -B Tests/lib/api.py --renew {options.build} {' '.join(options.modules)}")
    empty = [module for module, lines in found.items() if not lines]
    for module in empty:
        print(f"{module} shows no public symbol")
    return 1 if changes or empty else 0


if __name__ == "__main__":
    sys.exit(main())
