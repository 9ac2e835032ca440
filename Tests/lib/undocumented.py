"""Lists public symbols without a doc comment, from the built modules. Usage: undocumented.py BUILD_DIR MODULE..."""

import sys
from pathlib import Path

import symbols


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
    found, count = [], 0
    for graphs in symbols.graphs(Path(sys.argv[1]), sys.argv[2:]).values():
        count += sum(len(graph["symbols"]) for graph in graphs)
        found += [line for graph in graphs for line in undocumented(graph)]
    print("\n".join(sorted(found)))
    print(f"{count} public symbols, {len(found)} without a doc comment")
    sys.exit(1 if found or not count else 0)
