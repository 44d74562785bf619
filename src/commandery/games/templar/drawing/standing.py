"""Where figures stand: side by side in rows, clear of walls, hiding places and the room's number."""

from __future__ import annotations

from functools import lru_cache
from math import ceil

from commandery.core.svg import Point, Rect, distance, inside
from commandery.games.templar.drawing.pieces import FIGURE_HEIGHT, FIGURE_WIDTH

__all__ = ["Stand", "stand_in_rows", "stand_in_room"]

Stand = tuple[float, float, float]
"""The middle of a figure, and its scale."""

_STEP = 4.0  # of the grid that is searched
_POINTS = 100  # of that grid in a row at most
_WALL = 12.0  # from the middle of a wall to what stands beside it
_GAP = 2.0
_SCALES = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3)
_ROWS = 4


def stand_in_rows(box: Rect, columns: int, count: int) -> list[Stand]:
    """Places for so many figures in a box, in rows of at most so many, in the middle of it."""
    left, top, right, bottom = box
    if not count:
        return []
    columns = min(columns, count)
    rows = ceil(count / columns)
    scale = max(0.3, min(1.0, (right - left) / columns / (FIGURE_WIDTH + _GAP), (bottom - top) / rows / (FIGURE_HEIGHT + _GAP)))
    wide, high = (FIGURE_WIDTH + _GAP) * scale, (FIGURE_HEIGHT + _GAP) * scale
    found = []
    for index in range(count):
        row, column = divmod(index, columns)
        here = min(columns, count - row * columns)
        x = (left + right) / 2 + (column - (here - 1) / 2) * wide
        found.append((x, (top + bottom) / 2 + (row - (rows - 1) / 2) * high, scale))
    return found


@lru_cache(maxsize=4096)
def stand_in_room(outline: tuple[Point, ...], taken: tuple[Rect, ...], count: int) -> tuple[Stand, ...]:
    """Places for so many figures in a room, as large as can be and in as few rows as can be."""
    left, top = (min(point[axis] for point in outline) for axis in (0, 1))
    right, bottom = (max(point[axis] for point in outline) for axis in (0, 1))
    step = max(_STEP, (right - left) / _POINTS, (bottom - top) / _POINTS)
    free = _free(outline, taken, step)
    for scale in _SCALES:
        for rows in range(1, min(_ROWS, count) + 1):
            places = _arrange(free, step, (left, top), scale, rows, count)
            if places:
                return tuple(places)
    return tuple(stand_in_rows((left + _WALL, top + _WALL, right - _WALL, bottom - _WALL), 4, count))


@lru_cache(maxsize=256)
def _free(outline: tuple[Point, ...], taken: tuple[Rect, ...], step: float) -> list[int]:
    """The points of a grid over a room that nothing stands on, row by row, each a bit set."""
    left, top = (min(point[axis] for point in outline) for axis in (0, 1))
    right, bottom = (max(point[axis] for point in outline) for axis in (0, 1))
    gap = max(_GAP, step / 2)
    walls = list(zip(outline, [*outline[1:], outline[0]], strict=True))
    grid = []
    for down in range(int((bottom - top) / step) + 1):
        row = 0
        for along in range(int((right - left) / step) + 1):
            x, y = left + along * step, top + down * step
            clear = not any(box[0] - gap < x < box[2] + gap and box[1] - gap < y < box[3] + gap for box in taken)
            if clear and inside((x, y), outline) and all(distance((x, y), *wall)[0] >= _WALL for wall in walls):
                row |= 1 << along
        grid.append(row)
    return grid


def _runs(free: list[int], down: int, high: int) -> list[tuple[int, int]]:
    """Stretches of a row so many points high that are free, the longest first."""
    clear = free[down]
    for row in free[down + 1 : down + high + 1]:
        clear &= row
    runs, along = [], 0
    while clear:
        skipped = (clear & -clear).bit_length() - 1
        clear >>= skipped
        length = (clear ^ (clear + 1)).bit_length() - 1
        clear >>= length
        runs.append((along + skipped, along + skipped + length - 1))
        along += skipped + length
    return sorted(runs, key=lambda run: (run[0] - run[1], run[0]))


def _arrange(free: list[int], step: float, corner: Point, scale: float, rows: int, count: int) -> list[Stand]:
    """Places in so many rows, near the middle of the free floor; none if they do not fit."""
    wide, high = (FIGURE_WIDTH + _GAP) * scale, FIGURE_HEIGHT * scale
    points = ceil(high / step)
    ways = [_runs(free, down, points) for down in range(len(free) - points)]
    each = ceil(count / rows)
    holds = [min(each, sum(_capacity(run, step, wide) for run in runs)) for runs in ways]
    widths = [max((end - start for start, end in _runs(free, down, 0)), default=0) ** 3 for down in range(len(free))]
    middle = sum(down * width for down, width in enumerate(widths)) / max(1, sum(widths)) - points / 2
    spare = round(8 / step)  # rows with air above and below are better
    roomy = [
        _runs(free, max(0, down - spare), min(points + 2 * spare, len(free) - 1 - max(0, down - spare)))
        for down in range(len(ways))
    ]
    room = [min(8, sum(_capacity(run, step, wide) for run in runs)) for runs in roomy]
    value = [1000.0 * hold + 6 * more - abs(down - middle) for down, (hold, more) in enumerate(zip(holds, room, strict=True))]
    best = _choose(holds, value, points + 1, rows)
    if best is None or sum(holds[down] for down in best) < count:
        return []
    places: list[Stand] = []
    for down in best:
        wanted = min(holds[down], count - len(places))
        for start, end in ways[down]:
            here = min(wanted, _capacity((start, end), step, wide))
            if here:
                pitch = min(wide * 1.2, (end - start) * step / here)
                x = corner[0] + (start + end) / 2 * step - pitch * (here - 1) / 2
                y = corner[1] + (down + points / 2) * step
                places += [(x + pitch * index, y, scale) for index in range(here)]
                wanted -= here
    return places


def _capacity(run: tuple[int, int], step: float, wide: float) -> int:
    return int((run[1] - run[0]) * step / wide)


def _choose(holds: list[int], value: list[float], apart: int, rows: int) -> list[int] | None:
    """The rows, so far apart at least, that are worth most together; each of them holds somebody."""
    # best[k][down]: the value of the best k rows from down on, and the first of them
    best: list[list[tuple[float, int]]] = [[(0.0, -1)] * (len(value) + apart + 1)]
    for _ in range(rows):
        line: list[tuple[float, int]] = [(-1e18, -1)] * (len(value) + apart + 1)
        for down in range(len(value) - 1, -1, -1):
            taken = value[down] + best[-1][down + apart][0]
            line[down] = max(line[down + 1], (taken, down), key=lambda pair: pair[0])
        best.append(line)
    chosen: list[int] = []
    down = 0
    for left in range(rows, 0, -1):
        _, first = best[left][down] if down < len(best[left]) else (0.0, -1)
        if first < 0 or not holds[first]:
            return None
        chosen.append(first)
        down = first + apart
    return chosen
