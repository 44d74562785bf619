"""How many tables one core serves, and how soon everybody sees a move. `make bench-web` runs it for five minutes a row.

The house has one core, those who look at it the other. Tables of four bots decide every five seconds each, two viewers follow
each table. A decision's delay is the time from its being written to the last of its viewers having it. Prints a table and
writes benchmarks/results/web.json and web.md. ``--seconds``, ``--tables``, ``--only`` measure less; what ``--only`` leaves out
stays as it was measured before.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from report import ROOT, save, surroundings
from web_load import House, Laid, Viewer, decisions, delays, held_back, house, lay, page_size

GAMES = ["templar", "templari", "journey"]
VIEWERS = 2
PARTS = ["tables", "search", "rate", "workers"]
GRACE = 3.0  # seconds that the last decisions are given to reach everybody
SOON = 0.1  # seconds
SLOW = 0.3  # of a core for each of several processes
MOST = 70.0  # decisions a second, more than such a process can
_WANTED = "a second wanted"
_HEAD = """Measured by `make bench-web`: the house has one core, the load another. The delays (median, 95th percentile,
longest) are from a decision's being written until the last of its viewers has it. Rows over PostgreSQL show what more processes
bring: each is asked for more than it can, with a part of a core, and the viewers of a table are spread over all."""


@dataclass(frozen=True)
class Row:
    """What a run came to. Times in milliseconds, sizes in bytes."""

    name: str
    tables: int
    viewers: int
    workers: int
    level: str
    seconds: float
    decisions_a_second: float
    delay_median: float
    delay_95th: float
    delay_longest: float
    never_seen: int
    streams_lost: int
    core: float
    memory: int
    memory_a_table: int
    update_median: int
    update_95th: int
    update_by_game: dict[str, int]
    page_by_game: dict[str, int]
    run: str
    """The day, and the commit of the program."""


def share(values: list[float] | list[int], part: float) -> float:
    """The value below which this part of sorted values lies; 0 of none."""
    return values[min(len(values) - 1, int(part * len(values)))] if values else 0.0


class Bench:
    """Runs one house after another."""

    def __init__(self, given: argparse.Namespace) -> None:
        self.given = given
        cores = sorted(os.sched_getaffinity(0))
        if len(cores) < 2:
            raise SystemExit("the benchmark needs two cores: one for the house, one for those who look at it")
        self.cores = cores
        os.sched_setaffinity(0, {cores[-1]})
        self.empty = 0
        self.rows: list[Row] = []
        self.before = [row for row in earlier(given.name) if not measured_anew(row, given.only)]

    def run(
        self, name: str, tables: int, pace: float, seconds: float, level: str = "squire", bot_share: float = 0.0,
        workers: int = 1, database: str = "", core_share: float = 1.0,
    ) -> Row:  # fmt: skip
        """Measure a house with so many tables."""
        print(f"  {name} ...", end="", flush=True)
        with tempfile.TemporaryDirectory() as folder:
            database = database or f"sqlite:///{folder}/house.db"
            laid = asyncio.run(lay(database, self.given.games, tables, pace, level))
            with house(database, Path(folder), {self.cores[0]}, workers, bot_share) as opened:
                row = asyncio.run(self._measure(name, opened, database, laid, seconds, level, workers, core_share))
        print(
            f"\r  {row.name:42} {row.decisions_a_second:6.1f} a second, {row.delay_median:6.1f} ms, "
            f"95th {row.delay_95th:7.1f} ms, core {row.core:4.0%}, {row.memory / 2**20:5.0f} MB",
            flush=True,
        )
        self.rows.append(row)
        self._save()
        return row

    def all_rows(self) -> list[Row]:
        """What was measured before and is not measured anew, and what has been measured now."""
        anew = {row.name for row in self.rows}
        return [*(row for row in self.before if row.name not in anew), *self.rows]

    def _save(self) -> None:
        """Write down what has been measured so far."""
        rows = self.all_rows()
        save(self.given.name, {"empty": self.empty, "rows": [asdict(row) for row in rows]})
        text = f"# The web house under load\n\n{_HEAD}\n\n{report(rows, self.empty)}\n"
        (ROOT / "benchmarks" / "results" / f"{self.given.name}.md").write_text(text)

    async def _measure(
        self, name: str, opened: House, database: str, laid: list[Laid], seconds: float, level: str, workers: int,
        core_share: float,
    ) -> Row:  # fmt: skip
        viewers = Viewer.of(laid, VIEWERS)
        following = []
        for first in range(0, len(viewers), 8):  # no more at once than a house is asked when its street wakes up
            some = viewers[first : first + 8]
            following += [asyncio.create_task(viewer.follow(opened.port)) for viewer in some]
            await asyncio.wait_for(asyncio.gather(*(viewer.began.wait() for viewer in some)), 120)
        with held_back(opened.workers(), core_share) if core_share < 1 else nullcontext():
            await asyncio.sleep(self.given.warm_up)
            begin, used = time.time(), opened.cpu()
            await asyncio.sleep(seconds)
            end, used, memory = time.time(), opened.cpu() - used, opened.memory()
            await asyncio.sleep(GRACE)
        lost = sum(viewer.lost for viewer in viewers)
        for task in following:
            task.cancel()
        await asyncio.gather(*following, return_exceptions=True)
        made = await decisions(database, begin, end)
        late, never = delays(made, viewers)
        updates = {game: sorted(size for one in viewers if one.table.game == game for size in one.sizes[1:]) for game in GAMES}
        sizes = sorted(size for found in updates.values() for size in found)
        first_of = {table.game: table.id for table in reversed(laid)}
        return Row(
            name, len(laid), len(viewers), workers, level, round(end - begin, 1),
            round(len(made) / (end - begin), 1),
            *(round(1000 * share(late, part), 1) for part in (0.5, 0.95, 1.0)), never, lost,
            round(used / (end - begin), 3), memory, round((memory - self.empty) / len(laid)) if self.empty else 0,
            int(share(sizes, 0.5)), int(share(sizes, 0.95)),
            {game: int(statistics.median(found)) for game, found in updates.items() if found},
            {game: page_size(opened.address, table) for game, table in first_of.items()},
            run_of(surroundings()),
        )  # fmt: skip

    def measure_empty(self) -> None:
        """The memory of a house without tables."""
        with (
            tempfile.TemporaryDirectory() as folder,
            house(f"sqlite:///{folder}/house.db", Path(folder), {self.cores[0]}) as opened,
        ):
            time.sleep(1)
            self.empty = opened.memory()
        print(f"  an empty house: {self.empty / 2**20:.0f} MB", flush=True)

    def scale(self, tables: int) -> None:
        """One process over PostgreSQL, two and three, more asked of them than they can do. Two cores are too few to give each
        process one beside PostgreSQL and those who look; each gets a part of one."""
        sys.path.insert(0, str(ROOT / "tests"))
        from server.postgres import started  # as the tests have it

        with started() as postgres:
            for workers in (1, 2, 3):
                name = f"{tables} tables over PostgreSQL, {workers} with {SLOW:.0%} of a core, as much as it can"
                pace, database = tables / (workers * MOST), postgres.new_database()
                self.run(name, tables, pace, self.given.rate_seconds, workers=workers, database=database, core_share=SLOW)

    def highest_rate(self, tables: int) -> None:
        """Faster and faster until the 95th comes late, then halfway between twice. A rate has two tries: in so short a time one
        hitch of the disk would decide."""

        def soon(rate: float) -> bool:
            return any(tried(rate) for _ in range(2))

        def tried(rate: float) -> bool:
            row = self.run(f"{tables} tables, {rate:.0f} {_WANTED}", tables, tables / rate, self.given.rate_seconds)
            return row.delay_95th < 1000 * SOON and row.never_seen == 0

        _search(soon, self.given.first_rate)


def run_of(about: dict[str, Any]) -> str:
    return f"{about['date']}, {about['commit']}"


def earlier(name: str) -> list[Row]:
    """The rows of earlier runs, if there are any."""
    path = ROOT / "benchmarks" / "results" / f"{name}.json"
    if not path.exists():
        return []
    found = json.loads(path.read_text())
    return [Row(**{"run": run_of(found), **row}) for row in found["rows"]]


def measured_anew(row: Row, parts: list[str]) -> bool:
    """Whether these parts leave nothing of a row of an earlier run."""
    return set(parts) == set(PARTS) or ("rate" in parts and row.name.endswith(_WANTED))


def _search(soon: Callable[[float], bool], rate: float) -> None:
    """Ask whether rates are served soon, up to the highest that is, to an eighth."""
    good, bad = 0.0, 0.0
    while not bad and rate < 20_000:
        good, bad = (rate, bad) if soon(rate) else (good, rate)
        rate *= 1.5
    while good == 0 and bad > 1:
        good, bad = (bad / 2, bad) if soon(bad / 2) else (0.0, bad / 2)
    for _ in range(2):
        middle = (good + bad) / 2
        good, bad = (middle, bad) if soon(middle) else (good, middle)


def report(rows: list[Row], empty: int) -> str:
    """The rows as a table for people."""
    columns = [
        "", "tables", "viewers", "decisions a second", "median ms", "95th ms", "longest ms", "core", "memory MB", "a table KB",
        "update KB", "run",
    ]  # fmt: skip
    lines = ["| " + " | ".join(columns) + " |", "| --- |" + " ---: |" * (len(columns) - 2) + " --- |"]
    for row in rows:
        late = f" ({row.never_seen} never seen)" if row.never_seen else ""
        cells = [
            row.name + late, row.tables, row.viewers, row.decisions_a_second, row.delay_median, row.delay_95th,
            row.delay_longest, f"{row.core:.0%}", f"{row.memory / 2**20:.0f}", f"{row.memory_a_table / 1024:.0f}",
            f"{row.update_median / 1024:.1f}", row.run,
        ]  # fmt: skip
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    lines += ["", "| game | a move's update, KB | a table's page, KB |", "| --- | ---: | ---: |"]
    last = max(rows, key=lambda row: row.tables)
    for game, size in last.page_by_game.items():
        lines.append(f"| {game} | {last.update_by_game.get(game, 0) / 1024:.1f} | {size / 1024:.1f} |")
    soon = [row for row in rows if row.workers == 1 and row.delay_95th < 1000 * SOON and not row.never_seen]
    best = max((row.decisions_a_second for row in soon), default=0)
    lines += [
        "",
        f"An empty house takes {empty / 2**20:.0f} MB. "
        f"The highest rate with a 95th percentile under 100 ms: {best:.0f} a second.",
    ]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[50, 500])
    parser.add_argument("--pace", type=float, default=5.0, help="seconds between two decisions of a table")
    parser.add_argument("--seconds", type=float, default=30, help="how long to measure each row")
    parser.add_argument("--warm-up", type=float, default=10)
    parser.add_argument("--rate-seconds", type=float, default=20, help="how long to measure each step towards the highest rate")
    parser.add_argument("--first-rate", type=float, default=100, help="decisions a second to begin with on that way")
    parser.add_argument("--games", nargs="+", choices=GAMES, default=GAMES)
    parser.add_argument("--search", default="knight", help="the level of the bots that search")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS)
    parser.add_argument("--name", default="web", help="what the result is called")
    given = parser.parse_args()
    bench = Bench(given)
    bench.measure_empty()
    for tables in given.tables if "tables" in given.only else []:
        bench.run(f"{tables} tables of greedy bots", tables, given.pace, given.seconds)
    if "search" in given.only:
        most = max(given.tables)
        bench.run(f"{most} tables of {given.search}s, half a core", most, given.pace, given.seconds, given.search, 0.5)
    if "rate" in given.only:
        bench.highest_rate(max(given.tables))
    if "workers" in given.only:
        bench.scale(min(200, max(given.tables)))
    print(f"\n{report(bench.all_rows(), bench.empty)}")


if __name__ == "__main__":
    main()
