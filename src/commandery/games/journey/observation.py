"""What a seat sees of Templars' Journey as a row of numbers, for learners: see `commandery.core.observation`."""

from __future__ import annotations

from commandery.core.contract import NOBODY, SEATS
from commandery.core.kernel import kernel
from commandery.core.layout import Cells
from commandery.core.observation import Field, Observation, starts
from commandery.games.journey.rules.cards import STEPS as MOST_STEPS
from commandery.games.journey.rules.knights import MOST_SPENT
from commandery.games.journey.state import (
    CARDS,
    FORK,
    HARBORS,
    KNIGHTS,
    MISSIONS,
    NOWHERE,
    OVER,
    SEALING,
    SHIPS,
    STARTING,
    TEMPLARS,
    TERRITORIES,
    TRACK,
    UNKNOWN,
    VETOING,
    State,
    World,
)

__all__ = ["OBSERVATION"]

MOST_POINTS = 500  # 8 missions of 20 at most, and about 110: edicts, ships and knights on them, temples, gold
MOST_GOLD = 99  # 18 are dealt to a territory (J3, J56)
MOST_IN_PURSE = 255  # 5, and 162 dealt to all territories

FIELDS = (
    Field("phase", (OVER + 1,), 0, 1, "what is being decided, in the order of the phases in the view"),
    Field("owes", (SEATS,), 0, 1, "who owes a decision"),
    Field("players", (1,), 3, SEATS, "how many play"),
    Field("seat", (SEATS,), 0, 1, "the observer's own number at the table, by which actions name seats"),
    Field("first", (SEATS,), 0, 1, "who has the first-player marker"),
    Field("section", (HARBORS,), 0, 1, "the section of the track: the harbor the Pope goes to"),
    Field("space", (1,), 0, 9, "the Pope's space in it: 0 the start, then the actions, then the harbor"),
    Field("route", (2,), 0, 1, "the Pope's route: inner, outer; neither at the start of a section"),
    Field("flag", (2,), 0, 1, "the flag on the Pope's space: green, red; neither at the start and in a harbor"),
    Field("score", (SEATS,), 0, MOST_POINTS, "points"),
    Field("purse", (SEATS,), 0, MOST_IN_PURSE, "gold of each player"),
    Field("supply", (SEATS,), 0, KNIGHTS, "knights in each player's supply"),
    Field("temple", (SEATS,), 0, KNIGHTS, "knights in each player's temple"),
    Field("templars", (SEATS, TEMPLARS, TERRITORIES), 0, 1, "where each Templar stands"),
    Field("edicts", (SEATS, TERRITORIES), 0, 1, "the edicts each player has won"),
    Field("mission", (SEATS, MISSIONS), 0, 1, "each player's mission, as far as the observer knows: its own; at the end all"),
    Field("missions", (MISSIONS,), 0, 1, "the missions that are open to all"),
    Field("chosen", (SEATS,), 0, 1, "who has chosen a card"),
    Field("card", (SEATS, CARDS), 0, 1, "the card each has chosen, as far as the observer knows: its own; all once revealed"),
    Field("spaces", (TERRITORIES,), 0, KNIGHTS, "spaces of the city in each territory; 0 where there is none"),
    Field("knights", (TERRITORIES, SEATS), 0, KNIGHTS, "knights in each city, by owner"),
    Field("gold", (TERRITORIES,), 0, MOST_GOLD, "gold in each territory"),
    Field("track", (TRACK, TERRITORIES), 0, 1, "the edict on each space of the edict track"),
    Field("lost", (TERRITORIES,), 0, 1, "the edicts that have left the game"),
    Field("aboard", (SHIPS, SEATS), 0, KNIGHTS, "knights on each ship, by owner"),
    Field("player", (SEATS,), 0, 1, "whose card is being carried out"),
    Field("acting", (CARDS,), 0, 1, "which card that is"),
    Field("penalty", (1,), 0, 1, "whether it has become a penalty"),
    Field("city", (TERRITORIES,), 0, 1, "the city in which it acts"),
    Field("spent", (1,), 0, MOST_SPENT, "gold spent by it"),
    Field("steps", (1,), 0, MOST_STEPS, "territories its Templar may still enter"),
    Field("mover", (TEMPLARS,), 0, 1, "which Templar has set out"),
    Field("entered", (TERRITORIES,), 0, 1, "territories it has entered"),
    Field("chances", (1,), 0, 2, "how often New Chance has been used for this card"),
    Field("offer", (TRACK,), 0, 1, "the space of the edict track whose exchange can be vetoed"),
)
(
    PHASE, OWES, PLAYERS, OWN, FIRST, SECTION, SPACE, ROUTE, FLAG, SCORE, PURSE, SUPPLY, TEMPLE, STAND, EDICTS, MISSION, OPEN,
    CHOSEN, CARD, SPACES, KNIGHT, GOLD, LAID, LOST, ABOARD, PLAYER, ACTING, PENALTY, CITY, SPENT, STEPS, MOVER, ENTERED,
    CHANCES, OFFER,
) = starts(FIELDS)  # fmt: skip


@kernel
def _seat(w: World, s: State, other: int, i: int, own: bool, out: Cells) -> None:
    """A player, ``i`` seats from the observer."""
    choosing = s.phase == SEALING
    card = s.chosen[other]
    out[OWES + i] = card == 0 if choosing else s.actor == other
    out[FIRST + i] = s.first == other and s.phase != STARTING
    out[SCORE + i] = s.score[other]
    out[PURSE + i] = s.purse[other]
    out[SUPPLY + i] = s.supply[other]
    out[TEMPLE + i] = s.temple[other]
    out[CHOSEN + i] = card > 0
    out[PLAYER + i] = s.player == other
    for templar in range(TEMPLARS):
        if s.templar[other, templar] != NOWHERE:
            out[STAND + (i * TEMPLARS + templar) * TERRITORIES + s.templar[other, templar]] = 1
    if s.mission[other] != UNKNOWN and (own or s.phase == OVER):
        out[MISSION + i * MISSIONS + s.mission[other]] = 1
    if card > 0 and (own or not choosing):
        out[CARD + i * CARDS + card - 1] = 1
    for territory in range(TERRITORIES):
        out[EDICTS + i * TERRITORIES + territory] = (s.edicts[other] >> territory) & 1
        out[KNIGHT + territory * SEATS + i] = s.knights[territory, other]
    for ship in range(SHIPS):
        out[ABOARD + ship * SEATS + i] = s.aboard[ship, other]


@kernel
def _carried_out(s: State, out: Cells) -> None:
    """The card that is being carried out."""
    out[ACTING + s.card - 1] = 1
    out[PENALTY] = s.penalty
    out[SPENT] = s.spent
    out[STEPS] = s.steps
    out[CHANCES] = s.chances
    for territory in range(TERRITORIES):
        out[ENTERED + territory] = (s.entered >> territory) & 1
    if s.city != NOWHERE:
        out[CITY + s.city] = 1
    if s.card >= 5 and s.entered:
        out[MOVER + s.mover] = 1


@kernel
def observe(w: World, s: State, seat: int, out: Cells) -> None:
    players = w.players
    out[PHASE + s.phase] = 1
    out[PLAYERS] = players
    out[OWN + seat] = 1
    out[SECTION + s.section] = 1
    out[SPACE] = s.space
    if s.space > 0:
        out[ROUTE + s.way] = 1
        if s.phase != FORK and s.space <= w.route[s.section, s.way]:
            out[FLAG + s.way] = 1
    for mission in range(MISSIONS):
        out[OPEN + mission] = (s.open_missions >> mission) & 1
    for territory in range(TERRITORIES):
        out[SPACES + territory] = s.spaces[territory]
        out[GOLD + territory] = s.gold[territory]
        out[LOST + territory] = (s.lost >> territory) & 1
    for space in range(TRACK):
        if s.track[space] != NOWHERE:
            out[LAID + space * TERRITORIES + s.track[space]] = 1
    if s.player != NOBODY:
        _carried_out(s, out)
    if s.phase == VETOING:
        out[OFFER + s.offer] = 1
    other = seat
    for i in range(players):
        _seat(w, s, other, i, i == 0, out)
        other += 1
        if other == players:
            other = 0


OBSERVATION = Observation(FIELDS, observe)
