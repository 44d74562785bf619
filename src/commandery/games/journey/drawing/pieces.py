"""The pieces of Templars' Journey as drawings around the point (0, 0): knights, Templars, the Pope, gold, edicts, cards."""

from __future__ import annotations

from math import cos, pi, sin

from commandery.core.svg import element, fit_text, group, number, once, path, polygon, rectangle, symbol, text
from commandery.games.journey.state import (
    COUNTRY_MISSION,
    DISTANCE_MISSION,
    EMPIRE_MISSION,
    FRANCE_MISSION,
    GOLD_MISSION,
    SEVENTH_MISSION,
    SHIPS_MISSION,
    TEMPLE_MISSION,
)

__all__ = [
    "CARD_HEIGHT", "CARD_WIDTH", "KNIGHT", "TEMPLAR_HEIGHT", "TEMPLAR_WIDTH", "about", "card", "card_back", "card_slot",
    "chance", "coin", "compass", "edict", "flag", "hull", "knight", "mission", "mountain", "pennant", "pope", "sail", "slot",
    "templar", "temple",
]  # fmt: skip

KNIGHT = 35.0
"""How far apart knights stand at full size; one is a little smaller."""
TEMPLAR_WIDTH = 33.0
TEMPLAR_HEIGHT = 52.0
CARD_WIDTH = 32.0
CARD_HEIGHT = 46.0

_MANTLE = "M-15 24C-15 8 -11 -2 -6 -5H6C11 -2 15 8 15 24Z"
_HELM = "M-8.5 -6V-17C-8.5 -27 8.5 -27 8.5 -17V-6C4 -3.4 -4 -3.4 -8.5 -6Z"
_SWORD = "M0 10L-2 8V4H-6V1H-2V-7L0 -10L2 -7V1H6V4H2V8Z"
_LILY = (
    "M0 -11C5 -5 4 0 1.6 3H4C9 3 10 -4 6.4 -5C12 -8 15 3 6 6H2.4C2.4 8 3.4 10 5 11H-5C-3.4 10 -2.4 8 -2.4 6H-6"
    "C-15 3 -12 -8 -6.4 -5C-10 -4 -9 3 -4 3H-1.6C-4 0 -5 -5 0 -11Z"
)
_EAGLE = (
    "M0 -11L3 -8L1.6 -5L4 -3C8 -4 11 -7 12 -10C14 -3 12 3 8 5L5 4L4 7L6 11L1.5 8.5L0 12L-1.5 8.5L-6 11L-4 7L-5 4L-8 5"
    "C-12 3 -14 -3 -12 -10C-11 -7 -8 -4 -4 -3L-1.6 -5L-3 -8Z"
)


@once
def knight(seat: int) -> str:
    """A knight: a shield disc in its owner's colour with the symbol."""
    drawn = element("circle", class_=f"owner-{seat} outline", r=16.0) + element("circle", class_="ring", r=13.2)
    return drawn + symbol(seat, f"mark-{seat}", 1.08)


@once
def slot() -> str:
    """An empty space for a knight."""
    return element("circle", class_="slot", r=14.5)


@once
def templar(seat: int, moving: bool = False) -> str:
    """A Templar: a helmed figure in a mantle of its owner's colour; one that is being moved in a bright line."""
    halo = path(_MANTLE, "halo") + path(_HELM, "halo") if moving else ""
    helm = path(_HELM, "steel outline") + path("M-6.4 -14H6.4M0 -14V-6.5", "visor")
    shade = element("ellipse", class_="shade", cx=1.5, cy=23.5, rx=15.5, ry=3.0)
    return shade + halo + path(_MANTLE, f"owner-{seat} outline") + helm + symbol(seat, f"mark-{seat}", 0.98, (0, 11.5))


@once
def pope() -> str:
    """The Pope with tiara and crosier, 30 points wide and 48 high, his feet at (0, 0)."""
    shade = element("ellipse", class_="shade", cx=1.0, rx=14.0, ry=3.2)
    robe = path("M-13 0C-13 -15 -9 -23 -5 -26H5C9 -23 13 -15 13 0Z", "cope outline")
    stole = path("M-4 -25L-5.5 0H-2L0 -22L2 0H5.5L4 -25Z", "stole")
    head = element("circle", class_="skin outline", cy=-29.5, r=6.6)
    tiara = path("M-6.8 -32C-8 -41 -4 -45 0 -48C4 -45 8 -41 6.8 -32Z", "robe outline")
    tiara += path("M-7 -35.5H7M-6.8 -39.5H6.8", "trim")
    crosier = path("M12 2V-34M8.5 -30.5H15.5", "pole")
    return shade + crosier + robe + stole + head + tiara


@once
def coin(amount: int) -> str:
    """Gold: a coin with the number, on a pile if there is more; a faint ring where there is none."""
    if not amount:
        return element("circle", class_="no-coin", r=15.0)
    pile = "".join(element("circle", class_="coin", cy=3.2 * under, r=17.0) for under in range(min(3, amount // 4), 0, -1))
    drawn = pile + element("circle", class_="coin", r=17.0) + element("circle", class_="coin-ring", r=13.6)
    return drawn + text(str(amount), (0, 7), "amount")


@once
def chance(cross: bool) -> str:
    """The chance marker, 68 points wide: the side with the Cross of the Templars, or the blank one."""
    drawn = element("circle", class_="token", r=34.0) + element("circle", class_="token-ring", r=29.0)
    return drawn + (symbol(0, "cross", 2.4) if cross else "")


@once
def flag(colour: str) -> str:
    """A flag, green or red; the red one forked, so that not only its colour tells it."""
    cloth = "M-5 -10.5H10L6 -6L10 -1.5H-5Z" if colour == "red" else "M-5 -10.5C0 -13 5 -8 10 -10.5V-1.5C5 1 0 -4 -5 -1.5Z"
    return path("M-6 -11V10", "pole") + path(cloth, f"flag-{colour}")


@once
def edict(name: str, tint: int, wide: float, high: float = 28) -> str:
    """An edict: a scroll with the city's name and a seal on the country's colour."""
    half, tall, seal = wide / 2, high / 2, min(6.0, high / 4) if wide > 80 else 0.0
    drawn = rectangle((-half + 4, -tall, half - 4, tall), "scroll")
    drawn += rectangle((-half + 4, -tall + 0.8, -half + 11 + 1.6 * seal, tall - 0.8), f"tint-{tint}")
    drawn += "".join(rectangle((x - 4, -tall - 2, x + 4, tall + 2), "roll", 3) for x in (-half + 4, half - 4))
    if seal:
        drawn += element("circle", class_="wax", cx=-half + 9.5 + 0.8 * seal, r=seal)
    shown, size = fit_text(name, wide - 20 - 2.6 * seal, min(17.0, high * 0.72))
    return drawn + text(shown, (1 + seal, size * 0.36), "scroll-name", font_size=size)


@once
def sail(wide: float, high: float = 28) -> str:
    """Where an edict lies, while none does."""
    return rectangle((-wide / 2, -high / 2, wide / 2, high / 2), "bare", 4)


@once
def hull(wide: float, high: float) -> str:
    """A ship from above and aside: its deck is from ``-wide / 2 + 16`` to ``wide / 2 - 20``, ``high`` high."""
    half, tall = wide / 2, high / 2
    left, right, low, rim = number(-half), number(half), number(tall + 5), number(-tall - 7)
    d = f"M{left} {rim}L{number(-half + 14)} {number(-tall)}H{number(half - 24)}Q{number(half - 8)} {number(-tall - 2)}"
    d += f" {right} {rim}Q{number(half - 4)} {number(tall)} {number(half - 26)} {low}H{number(-half + 18)}"
    d += f"Q{number(-half + 2)} {number(tall - 4)} {left} {rim}Z"
    deck = rectangle((-half + 13, -tall + 3.5, half - 19, tall - 1), "deck", 6)
    return path(d, "hull") + deck


@once
def pennant() -> str:
    """The first-player marker."""
    return path("M-6 -12V12", "pole") + path("M-6 -12H11L6.5 -6.5L11 -1H-6Z", "pennant")


@once
def temple() -> str:
    """A temple, 26 points wide."""
    drawn = path("M-13 -5L0 -13L13 -5Z", "icon-white") + rectangle((-13, 8, 13, 12), "icon-white")
    return drawn + "".join(rectangle((x - 2, -5, x + 2, 8), "icon-white") for x in (-8, 0, 8))


@once
def about(card: int) -> str:
    """What an action card is about, 50 points high: gold, swords or a Templar."""
    if card < 3:
        drawn = element("circle", class_="coin", r=18.0) + element("circle", class_="coin-ring", r=14.0)
        return drawn + symbol(0, "coin-mark", 1.1)
    if card < 5:
        return group(path(_SWORD, "steel outline"), scale=2.4, turn=30)
    return (
        path(_MANTLE, "robe outline")
        + path(_HELM, "steel outline")
        + path("M-6.4 -14H6.4M0 -14V-6.5", "visor")
        + symbol(0, "cross", 0.98, (0, 11.5))
    )


@once
def card(value: int, penalty: bool = False, now: bool = False) -> str:
    """An action card: its number, what it is about, pale red if risky; struck through when it is a penalty."""
    wide, high = CARD_WIDTH / 2, CARD_HEIGHT / 2
    risky = " card-risky" if value in (2, 3, 5) else ""
    drawn = rectangle((-wide, -high, wide, high), f"card{risky}", 4) + text(str(value), (0, -5), "card-number")
    drawn += group(about(value), at=(0, 10), scale=0.42)
    if penalty:
        drawn += path(f"M{-wide + 4} {high - 4}L{wide - 4} {-high + 4}", "penalty")
    if now:
        drawn += rectangle((-wide - 2, -high - 2, wide + 2, high + 2), "card-now", 5)
    return drawn


@once
def card_slot() -> str:
    """Where a card is still to be chosen."""
    return rectangle((-CARD_WIDTH / 2, -CARD_HEIGHT / 2, CARD_WIDTH / 2, CARD_HEIGHT / 2), "card-slot", 4)


@once
def card_back() -> str:
    """A card that is not to be seen."""
    wide, high = CARD_WIDTH / 2, CARD_HEIGHT / 2
    drawn = rectangle((-wide, -high, wide, high), "card-back", 4)
    return drawn + rectangle((-wide + 4, -high + 4, wide - 4, high - 4), "card-line", 2) + symbol(0, "robe", 0.95)


@once
def mission(kind: int) -> str:
    """The picture on a mission card, 28 points wide."""
    if kind == GOLD_MISSION:
        return element("circle", class_="coin", r=11.0) + element("circle", class_="coin-ring", r=8.0)
    if kind == SHIPS_MISSION:
        drawn = path("M0 3V-12", "icon-line") + path("M-8 -11H8C10 -6 10 -2 8 2H-8C-6 -2 -6 -6 -8 -11Z", "icon-white")
        return drawn + path("M-13 3H13C12 9 9 11 6 11H-6C-9 11 -12 9 -13 3Z", "icon")
    if kind == TEMPLE_MISSION:
        return temple()
    if kind == SEVENTH_MISSION:
        wall = "M-13 12V-11H-8V-6H-3V-11H3V-6H8V-11H13V12Z"
        return path(wall, "icon-white") + text("7", (0, 10), "seventh", font_size=17)
    if kind == DISTANCE_MISSION:
        drawn = "".join(group(path(_MANTLE, "icon") + path(_HELM, "icon"), at=(x, 0), scale=0.4) for x in (-8, 8))
        return drawn + path("M-3 -12H3M-3 -12L-.5 -14M-3 -12L-.5 -10M3 -12L.5 -14M3 -12L.5 -10", "icon-line")
    if kind == COUNTRY_MISSION:
        shields = ("M-5 -6H5V1C5 5 2 7 0 8C-2 7 -5 5 -5 1Z",)
        return "".join(
            group(path(shields[0], f"tint-{tint} outline"), at=(x, y))
            for tint, (x, y) in enumerate(((-7.0, -5.0), (7.0, -5.0), (0.0, 5.0)))
        )
    assert kind in (EMPIRE_MISSION, FRANCE_MISSION)
    return path(_EAGLE if kind == EMPIRE_MISSION else _LILY, "icon")


@once
def mountain(size: float, wide: float) -> str:
    """A mountain, its foot in the middle at (0, 0)."""
    half = wide / 2
    ridge = f"L{number(half * 0.16)} {number(-size * 0.55)}L{number(-half * 0.1)} {number(-size * 0.3)}L{number(half * 0.1)} 0"
    drawn = polygon([(-half, 0), (0, -size), (half, 0)], "rock")
    drawn += path(f"M0 {number(-size)}{ridge}H{number(half)}Z", "rock-shade")
    cap = [
        (0, -size),
        (half * 0.34, -size * 0.66),
        (half * 0.1, -size * 0.72),
        (-half * 0.06, -size * 0.6),
        (-half * 0.34, -size * 0.66),
    ]
    return drawn + polygon(cap, "snow")


@once
def compass() -> str:
    """A compass rose, 120 points wide."""
    drawn = element("circle", class_="rose-line", r=40.0) + element("circle", class_="rose-line", r=35.0)
    for point in range(8):
        length = 26.0 if point % 2 else 58.0
        angle = point * pi / 4
        tip = length * sin(angle), -length * cos(angle)
        for side, class_ in ((-1, "rose"), (1, "rose-dark")):
            turned = angle + side * pi / 8
            drawn += polygon([(0, 0), tip, (13 * sin(turned), -13 * cos(turned))], class_)
    return drawn
