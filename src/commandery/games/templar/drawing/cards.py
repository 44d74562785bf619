"""The cards as miniatures, 60 points wide and high around the point (0, 0): who is on each, with what they are known by."""

from __future__ import annotations

from functools import cache

from commandery.core.svg import element, path, rectangle, still
from commandery.games.templar.world import CARD_NAMES

__all__ = ["miniature", "miniatures"]

_GROUND = {
    "anselmus": "#2f4a86", "josua": "#2f4a86", "lucas": "#2f4a86", "benjamin": "#3f6a48", "maria": "#8f2f28",
    "stephanus": "#3f6a48", "porticus": "#7d5a1e", "remigius": "#8f2f28", "severus": "#3c3f4a", "bells": "#2b3f5f",
}  # fmt: skip
_ROBE = {
    "anselmus": "#6b4f37", "josua": "#6b4f37", "lucas": "#6b4f37", "benjamin": "#b08b58", "maria": "#3f66a8",
    "stephanus": "#6b4f37", "porticus": "#5a4632", "remigius": "#fbf6ea", "severus": "#8d9299",
}  # fmt: skip
_HAIR = {"anselmus": "#e9e4d8", "josua": "#3a2817", "lucas": "#a8592a", "stephanus": "#20180f", "porticus": "#7a7266"}
_SKIN, _GOLD, _DARK = "#eac7a2", "#e6bb4c", "#2b2118"

_SHOULDERS = "M-22 27V20C-22 10 -12 5 0 5S22 10 22 20V27Z"
_HOOD = "M-13 10C-9 16 9 16 13 10L10 5H-10Z"
_TONSURE = "M-11 -4C-13 -18 -6 -17.5 0 -17.5S13 -18 11 -4C9.5 -10 6 -11.5 0 -11.5S-9.5 -10 -11 -4Z"
_BOWL = "M-11.5 -3C-14 -19 -6 -19 0 -19S14 -19 11.5 -3L9 -9.5H-9Z"
_BEARDS = {
    "anselmus": "M-10.4 -4C-11 11 -5 15 0 15S11 11 10.4 -4C8 0 4 -.5 0 -.5S-8 0 -10.4 -4Z",
    "josua": "M-10 -3C-10 6 -5 8 0 8S10 6 10 -3C7 1.5 -7 1.5 -10 -3Z",
    "porticus": "M-8 1C-5 -2.5 -2 -1.5 0 -.5C2 -1.5 5 -2.5 8 1C4 3.5 2 2 0 1.2C-2 2 -4 3.5 -8 1Z",
}
_VEIL = "M0 -21C-15 -21 -15 -6 -15 4L-18 17H18L15 4C15 -6 15 -21 0 -21Z"
_MITRE = "M-11 -9C-13 -18 -5 -21 0 -27C5 -21 13 -18 11 -9C6 -12 -6 -12 -11 -9Z"
_CAP = "M-11.5 -6C-13 -22 13 -22 11.5 -6C7 -12 -7 -12 -11.5 -6Z"
_FEATHER = "M9 24C10 12 12 2 22 -8C25 4 21 14 13 18L10.5 24Z"
_KEY = "M16 -10A6 6 0 1 1 15.9 -10ZM16 -6.6A2.6 2.6 0 1 0 16.1 -6.6ZM14.4 1.6H17.6V24H9V21H14.4V17.5H10V14.5H14.4Z"
_CROOK = "M-21.5 27V-6C-21.5 -16 -9.5 -16 -9.5 -8C-9.5 -2.5 -16 -3 -15.5 -7.5"
_BASKET = "M3 14H21L18.5 25H5.5Z"
_BELL = "M0 -23C3 -23 4 -21 4 -18.6C12 -16 14 -8 15 4C15.6 10 18 13 21 16V19H-21V16C-18 13 -15.6 10 -15 4C-14 -8 -12 -16 -4 -18.6C-4 -21 -3 -23 0 -23Z"  # noqa: E501


def _drawn(d: str, fill: str) -> str:
    return path(d, "outline", fill=fill, fill_rule="evenodd")


def _ring(x: float, y: float) -> str:
    ring = element("circle", fill="none", stroke=_DARK, stroke_width=4.6, cx=x, cy=y, r=4.3)
    return ring + element("circle", fill="none", stroke=_GOLD, stroke_width=2.6, cx=x, cy=y, r=4.3)


def _face(card: str) -> str:
    head = element("circle", class_="outline", fill=_SKIN, cx=0.0, cy=-5.0, r=10.5)
    eyes = "".join(element("circle", fill=_DARK, cx=x, cy=-5.5, r=1.5) for x in (-4.0, 4.0))
    brows, mouth = ("M-7 -9.4L-2 -7.4M7 -9.4L2 -7.4", "M-3 1.6Q0 -.6 3 1.6") if card == "severus" else ("", "M-3 .4Q0 2.6 3 .4")
    return head + eyes + path(brows + mouth, "features", fill="none", stroke=_DARK, stroke_width=1.4, stroke_linecap="round")


def _head(card: str) -> str:
    """Face and hair."""
    drawn = (_drawn(_VEIL, "#f4eee0") if card == "maria" else "") + _face(card)
    if card in _BEARDS:
        drawn += _drawn(_BEARDS[card], _HAIR[card])
    if card in _HAIR:
        crown = element("ellipse", class_="outline", fill=_SKIN, cy=-16.2, rx=6.6, ry=3.2)
        drawn += _drawn(_TONSURE, _HAIR[card]) + crown
    elif card == "benjamin":
        drawn += _drawn(_BOWL, "#d9b25f")
    elif card == "severus":
        drawn += _drawn(_CAP, _DARK)
    elif card == "remigius":
        drawn += _drawn(_MITRE, "#fbf6ea") + path("M0 -23V-12M-5 -17H5", "trim", fill="none", stroke=_GOLD, stroke_width=2.6)
    else:
        drawn += path("M-10.5 -5C-11 -17 11 -17 10.5 -5C7 -12 -7 -12 -10.5 -5Z", "outline", fill="#f4eee0")
    return drawn


def _known_by(card: str) -> str:
    """What somebody has with them; the monks as many rings as they stash."""
    rings = {"anselmus": (-10.0, 0.0, 10.0), "josua": (-5.5, 5.5), "lucas": (0.0,), "benjamin": (14.0,)}
    if card in rings:
        return "".join(_ring(x, 20.0) for x in rings[card])
    if card == "maria":
        handle = path("M5 14C5 4 19 4 19 14", "handle", fill="none", stroke=_DARK, stroke_width=1.8)
        return handle + _ring(9, 13) + _drawn(_BASKET, "#c08d4a") + path("M4 18H20M5 21.5H19", "weave", stroke=_DARK)
    if card == "stephanus":
        return _drawn(_FEATHER, "#fbf6ea") + path("M9.5 24C12 14 15 6 20 -2", "quill", fill="none", stroke=_DARK)
    if card == "porticus":
        return _drawn(_KEY, _GOLD)
    if card == "remigius":
        crook = path(_CROOK, "crook", fill="none", stroke=_DARK, stroke_width=5.2)
        return crook + path(_CROOK, "crook", fill="none", stroke=_GOLD, stroke_width=2.8)
    return ""


def miniature(card: str) -> str:
    """A card's picture in a golden frame."""
    ground = rectangle((-29, -29, 29, 29), "gold-frame", 4, fill=_GROUND[card])
    stars = "".join(f"M{x} {y}l2.2 2.2l-2.2 2.2l-2.2 -2.2Z" for y in (-25, -13, -1, 11) for x in (-23, 23))
    drawn = ground + path(stars, "stars", fill=_GOLD, opacity=0.55)
    if card == "bells":
        clapper = element("circle", class_="outline", fill=_DARK, cy=21.0, r=4.2)
        return drawn + clapper + _drawn(_BELL, _GOLD) + path("M-15 6H15M-20 15.5H20", "weave", stroke=_DARK, stroke_width=1.6)
    body = _drawn(_SHOULDERS, _ROBE[card]) + _drawn(_HOOD, _ROBE[card])
    return drawn + body + _head(card) + _known_by(card)


@cache
def miniatures() -> str:
    """All of them as symbols, for pages that show some of them many times."""
    return still(
        "".join(element("symbol", miniature(card), id=f"templar-card-{card}", viewBox="-30 -30 60 60") for card in CARD_NAMES)
    )
