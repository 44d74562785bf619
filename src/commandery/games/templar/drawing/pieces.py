"""The pieces of Templar as drawings around the point (0, 0): valuables, tiles, pawns, monks, the ship."""

from __future__ import annotations

from commandery.core.svg import element, group, once, path, rectangle, symbol, text

__all__ = ["FIGURE_HEIGHT", "FIGURE_WIDTH", "chalice_slot", "book_slot", "icon", "monk", "pawn", "ring_slot", "sack",
           "ship", "tile", "valuable"]  # fmt: skip

FIGURE_WIDTH = 32.0
"""Of pawns and monks, outlines included."""
FIGURE_HEIGHT = 52.0

_GOBLET = "M-18 -22H18C18 -5 12 3 3.5 5.5V12C3.5 15.5 13 15.5 13 22H-13C-13 15.5 -3.5 15.5 -3.5 12V5.5C-12 3 -18 -5 -18 -22Z"
_BOOK = "M-14 -21H15Q18 -21 18 -18V18Q18 21 15 21H-14Q-18 21 -18 17V-17Q-18 -21 -14 -21Z"
_RINGS = {
    "a": "M0 -16.5A16.5 16.5 0 1 1 0 16.5A16.5 16.5 0 1 1 0 -16.5Z",
    "b": "M-13 -15H13Q15 -15 15 -13V13Q15 15 13 15H-13Q-15 15 -15 13V-13Q-15 -15 -13 -15Z",
    "c": "M0 -18L18 0L0 18L-18 0Z",
}
_BODY = "M-14 23V18C-14 7 -9 3 -6 -5H6C9 3 14 7 14 18V23Z"
_ROBE = "M-15 23V15C-15 4 -12 -1 -7 -5H7C12 -1 15 4 15 15V23Z"


def _outline(kind: str) -> str:
    return _GOBLET if kind == "chalice" else _BOOK if kind == "book" else _RINGS[kind]


@once
def chalice_slot() -> str:
    """An empty place for a chalice."""
    return path(_GOBLET, "slot")


@once
def book_slot() -> str:
    """An empty place for a book."""
    return path(_BOOK, "slot") + path("M-11 -21V21", "slot")


@once
def ring_slot(type: str | None) -> str:
    """An empty place for a ring: small and round, or of the form of the rings that may join those in its area."""
    drawn = path(_RINGS[type or "a"], "plate-slot")
    return group(drawn, scale=0.8 if type else 0.76)


@once
def valuable(kind: str, owner: int, scored: bool) -> str:
    """A valuable in its owner's colour; turned over once it has been scored: hollow, with a tick."""
    at, size = {"chalice": ((0.0, -10.0), 1.0), "book": ((3.0, -1.0), 1.15)}.get(
        kind, ((0.0, 0.0), 0.95 if kind != "c" else 0.85)
    )
    if scored:
        spot = {"chalice": (11.5, 14.5), "book": (11.0, 14.5)}.get(kind, (11.5, 11.0))
        tick = element("circle", class_="tick-disc", r=7.4) + path("M-3.4 .2L-.9 2.9L3.6 -2.8", "tick")
        drawn = group(path(_outline(kind), f"hollow rim-{owner}"), scale=0.92) + (
            path("M-11 -21V21", f"hollow rim-{owner}") if kind == "book" else ""
        )
        return drawn + symbol(owner, f"deep-{owner}", size * 0.85, at) + group(tick, at=spot)
    drawn = path(_outline(kind), f"owner-{owner} outline")
    if kind == "book":
        drawn += path("M-14 -21H-11V21H-14Q-18 21 -18 17V-17Q-18 -21 -14 -21Z", "spine")
        drawn += path("M-11 15.5H18V18Q18 21 15 21H-11Z", "pages")
    elif kind == "chalice":
        drawn += path("M-17.6 -19H17.6L18 -22H-18Z", "rim")
    else:
        inner = symbol(owner, f"mark-{owner}", size, at)
        return path(_outline(kind), "rim outline") + group(path(_outline(kind), f"owner-{owner} outline"), scale=0.8) + inner
    return drawn + symbol(owner, f"mark-{owner}", size, at)


@once
def icon(kind: str, scale: float = 1) -> str:
    """A kind of valuable without an owner, as on tiles: chalice, book, and the letter of a ring's type in its form."""
    drawn = path(_outline(kind), "tile-icon")
    if kind == "book":
        drawn += path("M-11 -21V21M-4 -9H11M-4 -1H11", "plank")
    elif kind != "chalice":
        drawn += text(kind.upper(), (0, 6.5), "initial", font_size=19)
    return group(drawn, scale=scale) if scale != 1 else drawn


@once
def tile(kind: str) -> str:
    """A tile of the harbor."""
    return rectangle((-19.5, -19.5, 19.5, 19.5), "tile-card", 4) + icon(kind, 0.75 if kind in ("chalice", "book") else 0.9)


@once
def pawn(seat: int, active: bool = False) -> str:
    """A player's token; that of the active player in a golden line."""
    halo = path(_BODY, "halo") + element("circle", class_="halo", cy=-13.5, r=9.0) if active else ""
    head = element("circle", class_=f"owner-{seat} outline head", cy=-13.5, r=9.0)
    body = path(_BODY, f"owner-{seat} outline")
    return _shade() + halo + body + head + symbol(seat, f"mark-{seat}", 0.95, (0, 11))


def _shade() -> str:
    return element("ellipse", class_="shade", cx=1.5, cy=22.0, rx=15.0, ry=3.0)


_HATS = {
    "remigius": ("M-9.5 -10C-11 -19 -4 -20 0 -24.5C4 -20 11 -19 9.5 -10Z", "M-1.4 -21V-11M-5 -16H5"),
    "vitus": ("M-11 -3C-13 -17 -5 -23.5 0 -24C5 -23.5 13 -17 11 -3Z", ""),
    "severus": ("M-9 -11C-9 -24 9 -24 9 -11C5 -15 -5 -15 -9 -11Z", ""),
}


@once
def monk(name: str, scale: float = 1) -> str:
    """Remigius with the mitre, hooded Vitus, Severus with a cap; with initials that stay readable when the figure is small."""
    hat, trim = _HATS[name]
    robe = f"{name}-robe outline"
    face = element("circle", class_="face outline", cy=-10.0, r=8.6)
    if name == "vitus":
        head = path(hat, robe) + element("ellipse", class_="dark", cy=-11.0, rx=6.0, ry=7.2)
        head += element("ellipse", class_="face", cy=-8.8, rx=4.0, ry=4.4)
    else:
        head = face + path(hat, f"{'dark' if name == 'severus' else f'{name}-robe'} outline")
    if trim:
        head += path(trim, "nave")
    initial = text(name[0].upper(), (0, 18.5), "initial", font_size=max(19, 13.5 / scale))
    return _shade() + path(_ROBE, robe) + head + initial


@once
def ship() -> str:
    """The ship, 100 points wide and high."""
    hull = path("M-46 20C-40 24 40 24 46 20L47 12C49 34 36 44 26 44H-26C-36 44 -49 34 -47 12Z", "hull")
    sail = path("M-26 -38C-8 -32 10 -32 28 -38C34 -20 34 -4 28 12C10 6 -8 6 -26 12C-20 -4 -20 -20 -26 -38Z", "sail")
    cross = symbol(0, "sail-cross", 1.7, (4, -13))
    line = path("M-44 30C-20 34 20 34 44 30", "plank")
    return path("M2 22V-48", "mast") + sail + cross + hull + line + path("M2 -48L18 -44L2 -40", "sail-cross")


@once
def sack(count: int) -> str:
    """The bag with the number of tiles in it, 80 points wide and high."""
    body = path(
        "M-12 -18C-44 0 -42 40 -24 40H24C42 40 44 0 12 -18C18 -28 20 -36 14 -36C6 -32 -6 -32 -14 -36C-20 -36 -18 -28 -12 -18Z",
        "sack",
    )
    return body + path("M-14 -18C-6 -14 6 -14 14 -18", "rope") + text(str(count), (0, 21), "count")
