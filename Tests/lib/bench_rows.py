"""The figures, their floors and their targets, and how a run is told."""

from collections.abc import Callable
from dataclasses import dataclass

# How far past its target a ratio may be on a noisy machine before --quick fails.
MARGIN = 3

Medians = dict[str, float]


@dataclass(frozen=True)
class Row:
    what: str
    key: str
    unit: str
    target: float | None = None
    """A bound on the ratio when there is a floor, on the figure when there is none; None for a figure without one."""
    floor: Callable[[Medians], float] | None = None
    at_least: bool = False
    exact: bool = False
    """Whether the figure does not depend on the machine's mood, so that --quick holds it to its target."""
    steady: bool = True
    """Whether figure and floor meet the same noise, so that --quick may hold the ratio to its target, with a margin."""

    def value(self, medians: Medians) -> float:
        return medians[self.key]

    def measured(self, medians: Medians) -> float:
        """What the target is compared with."""
        return self.value(medians) / self.floor(medians) if self.floor else self.value(medians)

    def holds(self, medians: Medians, margin: float = 1) -> bool:
        if self.target is None:
            return True
        measured = self.measured(medians)
        return measured >= self.target / margin if self.at_least else measured <= self.target * margin


def growth(figure: str, alone: str) -> Callable[[Medians], float]:
    """The floor of a crowded call: a lone call grown as much as the bare ring's."""
    return lambda m: m["track.busy.p50_ns"] * m[figure] / m[alone]


RING = "floor.ring_push_ns"
ROWS = [
    Row("track, pipeline busy, p50", "track.busy.p50_ns", "ns", 2, lambda m: m[RING]),
    Row("track, pipeline busy, p50, absolute", "track.busy.p50_ns", "ns", 500),
    Row("track, pipeline busy, p99", "track.busy.p99_ns", "ns", 2_000),
    # Which core the woken reader lands on is the scheduler's: between 1.5 and 4.1 times were seen on one machine.
    Row("track that wakes an idle pipeline", "track.wake.p50_ns", "ns", 1.2, lambda m: m["floor.wake_ns"],
        steady=False),
    Row("track, 2 threads, growth against the ring's", "track.threads2.p50_ns", "ns", 1,
        growth("floor.ring_threads2_ns", RING)),
    Row("track, 8 threads, growth against the ring's", "track.threads8.p50_ns", "ns", 1,
        growth("floor.ring_threads8_ns", RING)),
    Row("a yield into AsyncStream, for comparison", "floor.stream_yield_ns", "ns"),
    Row("lossless rate to disk", "pipeline.lossless_per_s", "/s", 250_000, at_least=True),
    Row("CPU per event to disk", "pipeline.cpu_us_per_event", "us", 2.5,
        lambda m: (m["floor.encode_ns"] + m["floor.write_line_ns"]) / 1_000, steady=False),
    Row("the same, against segments made by hand", "pipeline.cpu_us_per_event", "us", 2.5,
        lambda m: (m["floor.encode_ns"] + m["floor.segment_line_ns"]) / 1_000),
    Row("bytes on disk per event", "pipeline.bytes_on_disk_per_event", "B", 330, exact=True),
    Row("memory growth in a flood", "pipeline.flood_growth_kb", "KB", 4_096, exact=True),
    Row("delivered, against URLSession alone", "deliver.per_s", "/s", 0.8,
        lambda m: m["deliver.urlsession_alone_per_s"], at_least=True),
    Row("20,000 delivered, against a floor program", "deliver.seconds_for_20000", "s", 1.3,
        lambda m: 20_000 / m["deliver.floor_program_per_s"]),
    Row("bytes on the wire per event", "deliver.wire_bytes_per_event", "B", 40, exact=True),
    Row("bytes on the wire, against the JSON", "deliver.wire_bytes_per_event", "B", 0.13,
        lambda m: m["deliver.json_bytes_per_event"], exact=True),
    Row("deflate of an event, for comparison", "floor.deflate_event_ns", "ns"),
    Row("init, the first of a process", "init.us", "us", 100),
    Row("init, a later one", "init.again_us", "us", 100),
    Row("init opens files", "init.files_opened", "", 0, exact=True),
    Row("init opens sockets", "init.sockets", "", 0, exact=True),
    Row("relaunch with 5 MB: open and indexed", "relaunch.index_ms", "ms", 20),
    Row("relaunch with 5 MB: first track, against none", "relaunch.first_track_us", "us", 1.2,
        lambda m: m["fresh.first_track_us"], steady=False),
    Row("relaunch with 5 MB: memory, beside a fresh one", "relaunch.growth_kb", "KB", None,
        lambda m: m["fresh.growth_kb"]),
    Row("dashboard: a frame at 80x24", "screen.frame_80x24_us", "us", 1_000, exact=True),
    Row("dashboard: a frame at 200x60", "screen.frame_200x60_us", "us", 4_000, exact=True),
    Row("dashboard: bytes written while idle", "screen.idle_bytes", "B", 0),
    Row("dashboard: CPU while idle, % of a core", "screen.idle_cpu_percent", "%", 0.2),
    Row("dashboard: screen in a flood, % of a core", "screen.flood_cpu_percent", "%", 33),
    Row("dashboard: Esc closes the help", "screen.esc_ms", "ms", 50),
    Row("dashboard: a new size is drawn", "screen.resize_ms", "ms", 100),
    Row("dashboard: a key in a flood, the slowest", "screen.flood_key_ms", "ms", 100),
]


def present(figures: dict) -> tuple[list[Row], Medians]:
    """A row whose figure this system does not tell is left out, and a floor is never missing beside its figure."""
    medians = {key: summary["median"] for key, summary in figures.items()}
    if "deliver.per_s" in medians:
        medians["deliver.seconds_for_20000"] = 20_000 / medians["deliver.per_s"]
    return [row for row in ROWS if row.key in medians], medians


def number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.2f}".rstrip("0").rstrip(".")


def table(figures: dict, rounds: int, quick: bool) -> str:
    rows, medians = present(figures)
    lines = [f"medians of {rounds} interleaved rounds, least and most in brackets"
             + ("; --quick: too few calls to quote" if quick else ""),
             f"{'what':<48}{'figure':<34}{'floor':>12}{'ratio':>8}  {'target':<14}"]
    for row in rows:
        figure = f"{number(row.value(medians))} {row.unit}"
        if row.key in figures:
            figure += f" ({number(figures[row.key]['min'])}-{number(figures[row.key]['max'])})"
        # A floor stands in the unit of its figure.
        floor = number(row.floor(medians)) if row.floor else ""
        ratio = f"{row.measured(medians):.2f}" if row.floor else ""
        sign = ">=" if row.at_least else "<="
        target = "" if row.target is None else f"{sign} {number(row.target)}{' x' if row.floor else ''}"
        verdict = "" if row.target is None else "ok" if row.holds(medians) else "MISSED"
        lines.append(f"{row.what:<48}{figure:<34}{floor:>12}{ratio:>8}  {target:<14}{verdict}")
    return "\n".join(line.rstrip() for line in lines)


def broken(figures: dict) -> list[str]:
    """What --quick fails for: a ratio far past its target, or an exact figure past it at all."""
    rows, medians = present(figures)
    checked = [row for row in rows if row.exact or row.floor and row.steady]
    return [f"{row.what}: {row.measured(medians):.2f}, target {number(row.target or 0)}"
            for row in checked if not row.holds(medians, 1 if row.exact else MARGIN)]


def caveat(figures: dict) -> list[str]:
    """ext4 looks for a long time before it makes a file where many were deleted in the last minutes."""
    _, medians = present(figures)
    if medians["floor.segment_line_ns"] <= 4 * medians["floor.write_line_ns"]:
        return []
    return ["Just now this file system makes new files slowly, as it does for minutes after many were deleted: the rate",
            "to disk and its CPU say more about that than about the SDK. Compare with segments made by hand, or run again."]
