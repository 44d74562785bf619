"""The players in the picture: colour and symbol, points, gold, knights, edicts, the chosen card, the mission."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from commandery.core.language import N_, Message, say, translate
from commandery.core.names import player_name
from commandery.core.svg import Point, disc, element, fit_text, group, rectangle, symbol, text
from commandery.games.journey.drawing import pieces
from commandery.games.journey.drawing.land import city_name, tint_of
from commandery.games.journey.state import EMPIRE_MISSION, FRANCE_MISSION
from commandery.games.journey.text import CARDS_IN_WORDS, mission_in_words
from commandery.games.journey.world import Europe

__all__ = ["LEAST", "draw_edicts_of_players", "draw_players"]

LEAST = 82.0
"""How high a player's board is at least."""
_EDICT = 114.0  # how wide a player's edicts are at most
_GAP = 6.0
_SHORTEST = 12  # letters that fit below a mission
_SHORT = (
    # Translators: missions in a word or two below a small picture, 14 letters at most: most gold, most ships ...
    N_("Gold"), N_("Ships"), N_("Temple"), N_("Seventh city"), N_("Templars"), N_("Countries"),
)  # fmt: skip


def _country(europe: Europe, mission: int) -> str | None:
    """The country that a mission names, as it is called on this map."""
    return {EMPIRE_MISSION: europe.empire, FRANCE_MISSION: europe.france}.get(mission)


def _short(europe: Europe, mission: int, language: str) -> str:
    """The same in a word or two."""
    if named := _country(europe, mission):
        country = translate(named, language)
        return country if len(country) <= _SHORTEST else country.split()[-1]
    return translate(_SHORT[mission], language)


def draw_players(europe: Europe, view: Mapping[str, Any], corner: Point, size: Point, language: str) -> str:
    """A board for each player, one below the other; ``size`` is that of one. Without the edicts."""
    boards = []
    for index, player in enumerate(view["players"]):
        at = (corner[0], corner[1] + index * size[1])
        boards.append(_board(europe, view, player, at, (size[0], size[1] - _GAP), language))
    return group("".join(boards), id="players", class_="players")


def _board(europe: Europe, view: Mapping[str, Any], player: Mapping[str, Any], at: Point, size: Point, language: str) -> str:
    seat, (wide, high) = int(player["seat"]), size
    more = (high - LEAST + _GAP) * 0.2  # between the lines of a higher board
    active = view["actor"] == seat
    drawn = rectangle((0, 0, wide, high), "chip chip-active" if active else "chip", 10)
    drawn += group(disc(seat), at=(27, 26 + more))
    name = player_name(view, seat, language)
    if view["seat"] == seat:
        name += " · " + translate(N_("you"), language)
    drawn += text(name, (54, 20 + more), "caption")
    if view["first"] == seat:
        told = translate(N_("First player"), language)
        drawn += group(pieces.pennant(), "first-player", "first", (66 + 10.4 * len(name), 15 + more), 0.9, told)
    drawn += text(str(player["score"]), (wide - 12, 36 + more), "score", id=f"score-{seat}")
    drawn += _held(player, seat, 38 + 2 * more, language)
    if player["mission"] is not None:
        drawn += _mission(europe, int(player["mission"]), seat, (wide - 158, 17 + more), language)
    if player["chosen"] or view["phase"] == "sealing":
        drawn += _card(view, player, (wide - 94, 27 + more), language)
    return group(drawn, f"player-{seat}", f"player seat-{seat}{' active' if active else ''}", at, title=name)


def _held(player: Mapping[str, Any], seat: int, y: float, language: str) -> str:
    """Gold, knights in supply and knights in the temple."""
    knight = group(element("circle", class_=f"owner-{seat} outline", r=16.0) + symbol(seat, f"mark-{seat}", 1.08), scale=0.62)
    coin = element("circle", class_="coin", r=10.0) + element("circle", class_="coin-ring", r=7.6)
    temple = group(pieces.temple(), scale=0.84)
    rows = (
        # Translators: gold is counted in coins
        ("gold", coin, Message("{count} gold", "{count} gold", "count")),
        ("supply", knight, Message("{count} knight in supply", "{count} knights in supply", "count")),
        ("temple", temple, Message("{count} knight in the temple", "{count} knights in the temple", "count")),
    )
    drawn = ""
    for place, (key, icon, told) in enumerate(rows):
        count = int(player[key])
        held = icon + text(str(count), (15, 6.5), "count")
        title = say(told, {"count": count}, language)
        drawn += group(held, f"{key}-of-{seat}", "held" if count else "held none", (66 + 60 * place, y), title=title)
    return drawn


def _mission(europe: Europe, mission: int, seat: int, at: Point, language: str) -> str:
    shown, size = fit_text(_short(europe, mission, language), 106, 13)
    drawn = group(pieces.mission(mission), scale=0.95) + text(shown, (0, 31), "middle", font_size=size)
    told = mission_in_words(mission, europe.mission_countries, language)
    return group(drawn, f"mission-of-{seat}", "mission", at, title=told)


def _card(view: Mapping[str, Any], player: Mapping[str, Any], at: Point, language: str) -> str:
    seat, value = int(player["seat"]), player["card"]
    now = view.get("player") == seat and view.get("card") == value
    if not player["chosen"]:
        return group(pieces.card_slot(), f"card-{seat}", "card-open", at, title=translate(N_("No card chosen yet"), language))
    if value is None:
        return group(pieces.card_back(), f"card-{seat}", "card-chosen", at, title=translate(N_("A chosen card"), language))
    values = {"card": value, "text": translate(CARDS_IN_WORDS[value - 1], language)}
    told = say(Message("Card {card}: {text}"), values, language)
    drawn = pieces.card(int(value), now and bool(view.get("penalty")), now)
    return group(drawn, f"card-{seat}", f"card-chosen card-{value}", at, title=told)


def draw_edicts_of_players(europe: Europe, view: Mapping[str, Any], corner: Point, size: Point, language: str) -> str:
    """The edicts that players have won, in a row at the foot of each board."""
    drawn = []
    for index, player in enumerate(view["players"]):
        count = len(player["edicts"])
        pitch = min(_EDICT + 6, (size[0] - 16) / max(1, count))
        for place, territory in enumerate(player["edicts"]):
            at = (
                corner[0] + 10 + pitch * (place + 0.5),
                corner[1] + (index + 1) * size[1] - _GAP - 13 - (size[1] - LEAST) * 0.2,
            )
            name = europe.territories[territory].name
            scroll = pieces.edict(name, tint_of(europe, territory), min(_EDICT, pitch - 3), 19)
            told = city_name(europe.territories[territory], language)
            drawn.append(group(scroll, f"edict-{territory}", f"edict seat-{player['seat']}", at, title=told))
    return "".join(drawn)
