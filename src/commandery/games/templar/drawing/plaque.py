"""A leaf of parchment in the garden, for a page: the round, the card that is being carried out, and Raphael's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from commandery.core.language import N_, Message, say, translate
from commandery.core.svg import Rect, around, disc, element, fit_text, group, rectangle, text
from commandery.games.templar.drawing import pieces
from commandery.games.templar.drawing.harbor import harbor_box
from commandery.games.templar.drawing.plan import portal_boxes
from commandery.games.templar.text import CARDS_IN_WORDS
from commandery.games.templar.world import CARD_NAMES, Abbey

__all__ = ["draw_plaque", "plaque_box"]

_HIGH = 82.0
_LEAST, _MOST = 420.0, 540.0
_ROUND = 138.0  # what the round takes of its width


def plaque_box(abbey: Abbey, ground: Rect) -> Rect:
    """The widest free place at the lower edge of the board; below it, where there is none."""
    left, _, right, bottom = ground
    top = bottom - _HIGH - 6
    boxes = [around(room.outline, 0, -10) for room in abbey.rooms] + portal_boxes(abbey) + [harbor_box(abbey)]
    free = _gaps([(box[0], box[2]) for box in boxes if box[3] + 20 > top], left + 8, right - 8)
    start, end = max(free, key=lambda gap: gap[1] - gap[0], default=(left, left))
    if end - start < _LEAST:
        start, end, top = left + 8, right - 8, bottom + 8
    middle, wide = (start + end) / 2, min(_MOST, end - start - 16)
    return middle - wide / 2, top, middle + wide / 2, top + _HIGH


def _gaps(taken: Sequence[tuple[float, float]], left: float, right: float) -> list[tuple[float, float]]:
    """What is free between two ends."""
    found = []
    for start, end in sorted(taken):
        if start > left:
            found.append((left, min(start, right)))
        left = max(left, end)
    return [*found, (left, right)] if left < right else found


def _cards(view: Mapping[str, Any], language: str) -> list[tuple[str, str, str]]:
    """The cards to show: which, what is told about it, and what is drawn beside it."""
    cards = []
    if view["card"] and view["phase"] in ("moving", "stashing", "choosing", "locking"):
        beside = "" if view["raphael"] else group(disc(int(view["actor"])), scale=0.9)
        if view["carrying"]:
            beside = pieces.valuable(view["carrying"]["kind"], int(view["carrying"]["owner"]), False)
        cards.append((str(view["card"]), _left_to_do(view, language), beside))
    if view["raphael"]:
        # Translators: the imaginary third player; stands below the card that shows on his pile
        cards.append((str(view["raphael"]), translate(N_("Raphael"), language), ""))
    return cards


def _left_to_do(view: Mapping[str, Any], language: str) -> str:
    """What is left of the card that is being carried out."""
    values = {"count": int(view["steps"])}
    if view["phase"] == "moving":
        # Translators: what is left of a card's move; at most 25 letters
        return say(Message("{count} more room at most", "{count} more rooms at most", "count"), values, language)
    if view["phase"] == "stashing":
        # Translators: what a card still allows to stash; at most 25 letters
        return say(Message("stash {count} more at most", "stash {count} more at most", "count"), values, language)
    # Translators: the storehouse that a token goes to, and the passage that is locked
    return translate(N_("to which storehouse?") if view["phase"] == "choosing" else N_("which passage?"), language)


def draw_plaque(view: Mapping[str, Any], box: Rect, language: str) -> str:
    """The round on the left, cards on the right."""
    left, top, right, bottom = box
    cards = _cards(view, language)
    drawn = rectangle((left, top, right if cards else left + _ROUND, bottom), "scroll", 8)
    told = (
        say(Message("Round {number}"), {"number": view["round"]}, language)
        if view["round"]
        else translate(N_("Set-up"), language)
    )
    note = translate(N_("the last one"), language) if view["last_turns"] else ""
    told, size = fit_text(told, 118, 30, letter=0.5)
    drawn += text(told, (left + _ROUND / 2, top + (38 if note else 51)), "tag middle", font_size=size)
    if note:
        note, size = fit_text(note, 118, 22, letter=0.5)
        drawn += text(note, (left + _ROUND / 2, top + 65), "scroll-note middle", font_size=size)
    place, wide = left + _ROUND, right - left - _ROUND
    for (card, about, beside), part in zip(cards, (0.6, 0.4) if len(cards) > 1 else (1.0,), strict=False):
        drawn += _card(card, about, beside, (place, top, place + wide * part, bottom), language)
        place += wide * part
    return group(drawn, id="plaque", class_="plaque")


def _card(card: str, about: str, beside: str, box: Rect, language: str) -> str:
    """A card's miniature, its name, what is told about it, and what is drawn beside it."""
    left, top, right, _ = box
    drawn = element("use", href=f"#templar-card-{card}", x=left + 4, y=top + 10, width=62.0, height=62.0)
    wide = right - left - 80 - (48 if beside else 0)
    name = translate(CARDS_IN_WORDS[CARD_NAMES.index(card)], language)
    name, size = fit_text(name[:1].upper() + name[1:], wide, 30, letter=0.55)
    drawn += text(name, (left + 76, top + 38), "tag", font_size=size)
    about, size = fit_text(about, wide, 23, letter=0.46)
    drawn += text(about, (left + 76, top + 66), "scroll-note", font_size=size)
    return drawn + (group(beside, class_="beside", at=(right - 28, top + 41)) if beside else "")
