"""Measures what the SDK's default policy removes on corpora that nobody here wrote, and holds each row to its bound.

    measure.py PROBE [SEED]

PROBE is the built AnalyticsPolicyProbe. Prints a table; fails when a row misses its bound. The rules must know shapes,
not this corpus: `--deep` runs (and anyone in doubt) pass other seeds, and the bounds hold for those too.
"""

import os
import random
import subprocess
import sys

import innocents
import people
import phones

# Personal data: at least this share is removed, in percent.
FLOORS = {
    "E164, bare": 100.0, "E164, in a sentence": 100.0,
    "international, bare": 100.0, "international, in a sentence": 100.0,
    "RFC 3966, bare": 100.0, "RFC 3966, in a sentence": 100.0,
    "national, behind a cue word": 98.0, "national, under a phone key": 100.0,
    "national, bare": 75.0, "national, in a sentence": 75.0,
    "e-mail, bare": 100.0, "e-mail, in a sentence": 100.0, "e-mail, in a URL": 100.0,
    "Faker, international": 100.0, "Faker, national, bare": 75.0, "Faker, behind a cue word": 98.0,
}
# Innocent lines of classes that some country writes its telephone numbers like: at most this share is removed. A class
# that is not named here loses nothing.
CEILINGS = {"ISBN-10 compact": 55.0, "UPC": 2.0, "SKU": 4.0, "SSN": 12.0, "zip+4": 12.0}
INNOCENT_CEILING = 4.8
LINES_PER_CLASS = 1_550
SEEDS = (1, 2)


def decisions(probe: str, lines: list[tuple[str, str]]) -> list[bool]:
    """Whether each line is removed."""
    text = "".join(f"{key}\t{value}\n" for key, value in lines)
    answer = subprocess.run([probe], input=text, capture_output=True, text=True, encoding="utf-8", check=True)
    words = answer.stdout.splitlines()
    if len(words) != len(lines) or "malformed" in words:
        raise SystemExit(f"the probe gave {len(words)} decisions on {len(lines)} lines")
    return [word != "kept" for word in words]


def rate(removed: list[bool]) -> float:
    return 100 * sum(removed) / len(removed)


def report(seed: int, row: str, removed: list[bool], bound: str, good: bool) -> bool:
    print(f"{row:30} {len(removed):7,} {rate(removed):8.2f} %   {bound:10} {'ok' if good else 'MISSED'}")
    return good


def measure(probe: str, seed: int) -> bool:
    personal = {**phones.rows(seed), **people.rows(seed)}
    plain, alike = innocents.plain(seed, LINES_PER_CLASS), innocents.alike(seed, LINES_PER_CLASS)
    table = {**personal, **plain, **alike}
    if missing := FLOORS.keys() ^ personal.keys():
        raise SystemExit(f"rows without a floor, or floors without a row: {sorted(missing)}")
    verdicts = iter(decisions(probe, [line for lines in table.values() for line in lines]))
    found = {row: [next(verdicts) for _ in lines] for row, lines in table.items()}

    print(f"seed {seed}\n{'row':30} {'lines':>7} {'removed':>10}   bound")
    good = True
    for row in personal:
        good &= report(seed, row, found[row], f">= {FLOORS[row]}", rate(found[row]) >= FLOORS[row])
    for row in [*plain, *alike]:
        ceiling = CEILINGS.get(row, 0.0)
        good &= report(seed, row, found[row], f"<= {ceiling}", rate(found[row]) <= ceiling)
    innocent = [verdict for row in [*plain, *alike] for verdict in found[row]]
    within = rate(innocent) <= INNOCENT_CEILING
    good &= report(seed, "innocent lines in all", innocent, f"<= {INNOCENT_CEILING}", within)
    print()
    return good


def main() -> int:
    probe, seeds = sys.argv[1], [int(seed) for seed in sys.argv[2:]] or list(SEEDS)
    if os.environ.get("ANALYTICS_TEST_DEEP") and not sys.argv[2:]:
        seeds += [random.randrange(3, 10**6) for _ in range(3)]
    # Every seed is measured before the verdict, so that one run shows all.
    return 0 if all([measure(probe, seed) for seed in seeds]) else 1


if __name__ == "__main__":
    sys.exit(main())
