"""The table of Templars' Journey in words: a view in a few lines, for terminals and readers aloud."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from commandery.core.language import N_, Message, say, translate
from commandery.games.journey.state import SEVENTH
from commandery.games.journey.text import mission_in_words, space_in_words

__all__ = ["describe_table"]


def describe_table(view: Mapping[str, Any], names: Sequence[str], language: str) -> list[str]:
    """The players a line each, the Pope, territories with what is in them, the track, ships and missions."""
    lands = view["territories"]
    lines = []
    for player in view["players"]:
        templars = ", ".join(lands[place] for place in player["templars"] if place is not None) or "-"
        edicts = ", ".join(lands[edict] for edict in player["edicts"]) or "-"
        values = {**player, "name": names[player["seat"]], "templars": templars, "edicts": edicts}
        # Translators: a line of the table in a terminal; templars and edicts are names of cities
        line = Message(
            "{name:14} {score:>3} points, {gold} gold, {supply} knights in supply, {temple} in temple; "
            "Templars {templars}; edicts {edicts}"
        )
        lines.append(say(line, values, language))
    if view["first"] is not None:
        lines.append(say(Message("First player: {name}"), {"name": names[view["first"]]}, language))
    if any(player["chosen"] for player in view["players"]):
        cards = [f"{names[player['seat']]} {_card(player)}" for player in view["players"]]
        # Translators: cards are names and numbers: Anna 3, Bert ?
        lines.append(say(Message("Cards: {cards}"), {"cards": ", ".join(cards)}, language))
    inner, outer = view["routes"][view["section"]]
    section = {"section": view["section"] + 1, "space": view["space"], "inner": inner, "outer": outer}
    pope = Message("The Pope: section {section} of 3, inner route {inner}, outer route {outer} spaces; on space {space}")
    lines.append(say(pope, section, language) + _flag(view, language))
    for number, (land, city) in enumerate(zip(lands, view["cities"], strict=True)):
        values = {"territory": land, "gold": view["gold"][number], "city": _city(city, names, language)}
        lines.append(say(Message("{territory:10} {gold:>2} gold; {city}"), values, language))
    for space, edict in enumerate(view["track"]):
        aboard = [] if space == SEVENTH else _knights(view["aboard"][space], names)
        told = lands[edict] if edict is not None else ", ".join(aboard) or "-"
        values = {
            "space": space_in_words(space, language),
            "held": told,
            "spaces": 0 if space == SEVENTH else view["ships"][space],
        }
        # Translators: space is "ship 3" or "the seventh space", held the edict that lies there, or the knights aboard
        plain = Message("{space}: {held}")
        sized = Message("{space}, {spaces} space: {held}", "{space}, {spaces} spaces: {held}", "spaces")
        lines.append(say(plain if space == SEVENTH else sized, values, language))
    missions = [mission_in_words(mission, view["mission_countries"], language) for mission in view["missions"]]
    if missions:
        lines.append(say(Message("Open missions: {missions}"), {"missions": " · ".join(missions)}, language))
    for player in view["players"]:
        if player["mission"] is not None:
            values = {
                "name": names[player["seat"]],
                "mission": mission_in_words(player["mission"], view["mission_countries"], language),
            }
            lines.append(say(Message("Mission of {name}: {mission}"), values, language))
    return lines


def _card(player: Mapping[str, Any]) -> str:
    """The card a player has chosen; ? while it is face down, - where there is none."""
    return str(player["card"]) if player["card"] else "?" if player["chosen"] else "-"


def _flag(view: Mapping[str, Any], language: str) -> str:
    if view["flag"] is None:
        return ""
    return ", " + translate(N_("green flag") if view["flag"] == "green" else N_("red flag"), language)


def _city(city: Mapping[str, Any] | None, names: Sequence[str], language: str) -> str:
    if city is None:
        return translate(N_("no city"), language)
    values = {"spaces": city["spaces"], "knights": ", ".join(_knights(city["knights"], names)) or "-"}
    # Translators: knights are numbers and names of players: 2 Anna, 1 Bert
    told = Message("city of {spaces} space: {knights}", "city of {spaces} spaces: {knights}", "spaces")
    return say(told, values, language)


def _knights(numbers: Sequence[int], names: Sequence[str]) -> list[str]:
    return [f"{number} {names[seat]}" for seat, number in enumerate(numbers) if number]
