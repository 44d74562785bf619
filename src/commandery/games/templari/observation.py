"""What a seat sees of Templari as a row of numbers, for learners: see `commandery.core.observation`."""

from __future__ import annotations

from commandery.core.contract import NOBODY, SEATS
from commandery.core.kernel import kernel
from commandery.core.layout import Cells
from commandery.core.observation import Field, Observation, starts
from commandery.games.templari.state import CARDS, COPIES, GIVING, MOST_COINS, NUMBERS, OVER, ROUNDS, STARTING, State, World

__all__ = ["OBSERVATION"]

FIELDS = (
    Field(
        "phase",
        (OVER + 1,),
        0,
        1,
        "what is being decided: starting, offering, taking, giving, turning, bidding, discarding, over",
    ),
    Field("owes", (SEATS,), 0, 1, "who owes a decision"),
    Field("players", (1,), 3, SEATS, "how many play"),
    Field("round", (1,), 0, ROUNDS, "rounds finished"),
    Field("start", (SEATS,), 0, 1, "the start player"),
    Field("rules", (2,), 0, 1, "whether there are side auctions; whether there is the Exchange"),
    Field("coins", (SEATS,), -1, MOST_COINS, "each player's coins; -1 where they are hidden"),
    Field("pot", (1,), 0, MOST_COINS, "coins in the pot"),
    Field("held", (SEATS, CARDS), 0, 1, "the cards before each player"),
    Field("numbers", (SEATS, NUMBERS), 0, COPIES, "how many cards of each number that is: they forbid bids and attract money"),
    Field("unseen", (CARDS,), 0, 1, "the cards not yet turned up"),
    Field("lot", (CARDS,), 0, 1, "the cards turned up and not yet sold"),
    Field("gone", (CARDS,), 0, 1, "the cards that are out of the game"),
    Field("wares", (CARDS,), 0, 1, "the card on sale in a side auction; at an exchange the card taken"),
    Field("seller", (SEATS,), 0, 1, "whose card is on sale"),
    Field("bid", (1,), -1, MOST_COINS, "the highest bid; -1 if there is none"),
    Field("leader", (SEATS,), 0, 1, "who made it"),
    Field("bidders", (SEATS,), 0, 1, "who is still in the auction"),
    Field("overbid", (SEATS,), 0, 1, "who is excluded from this auction for a bid they could not pay"),
    Field("exchanged", (SEATS,), 0, 1, "who has exchanged a card in this round"),
)
(
    PHASE, OWES, PLAYERS, ROUND, START, RULES, MONEY, POT, HELD, SAME, UNSEEN, LOT, GONE, WARES, SELLER, BID, LEADER, BIDDERS,
    OVERBID, EXCHANGED,
) = starts(FIELDS)  # fmt: skip


@kernel
def _set(cards: int, at: int, out: Cells) -> None:
    """Flags for a set of cards."""
    for card in range(CARDS):
        out[at + card] = (cards >> card) & 1


@kernel
def observe(w: World, s: State, seat: int, out: Cells) -> None:
    """Writes every number, so that the row need not be zero before."""
    players = w.players
    for phase in range(OVER + 1):
        out[PHASE + phase] = s.phase == phase
    out[PLAYERS] = players
    out[ROUND] = s.turn
    out[RULES] = w.side_auctions
    out[RULES + 1] = w.exchange
    out[POT] = s.pot
    out[BID] = s.bid if s.leader != NOBODY else -1
    _set(s.deck, UNSEEN, out)
    _set(s.lot, LOT, out)
    _set(s.gone, GONE, out)
    _set(1 << s.wares if s.seller != NOBODY or s.phase == GIVING else 0, WARES, out)
    hidden = w.hidden != 0 and s.phase != OVER
    other = seat
    for i in range(SEATS):
        taken = i < players
        out[OWES + i] = taken and s.actor == other
        out[START + i] = taken and s.start == other and s.phase != STARTING
        out[MONEY + i] = 0 if not taken else -1 if hidden and i > 0 else s.coins[other]
        out[SELLER + i] = taken and s.seller == other
        out[LEADER + i] = taken and s.leader == other
        out[BIDDERS + i] = (s.bidders >> other) & 1 if taken else 0
        out[OVERBID + i] = (s.overbid >> other) & 1 if taken else 0
        out[EXCHANGED + i] = (s.exchanged >> other) & 1 if taken else 0
        held = s.held[other] if taken else 0
        _set(held, HELD + i * CARDS, out)
        for number in range(NUMBERS):
            out[SAME + i * NUMBERS + number] = (held & 1) + ((held >> 1) & 1) + ((held >> 2) & 1)
            held >>= COPIES
        other += 1
        if other == players:
            other = 0


OBSERVATION = Observation(FIELDS, observe, fills=True)
