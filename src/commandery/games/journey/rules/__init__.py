"""The rules of Templars' Journey: the functions of `commandery.core.contract`, made of the rulebook's chapters.

What a decision offers is worked out once, when it becomes due, and kept in the state as a bit set (`State.choices`); a decision
that offers nothing is passed over as if it had been declined.
"""

from __future__ import annotations

from commandery.core.bits import count, first, nth
from commandery.core.contract import CHANCE, SEATS
from commandery.core.facts import emit
from commandery.core.kernel import kernel
from commandery.core.layout import Cells, Grid
from commandery.core.stream import below
from commandery.games.journey import actions as act
from commandery.games.journey import events as event
from commandery.games.journey.estimate import estimate
from commandery.games.journey.rules import refusals as why
from commandery.games.journey.rules.cards import begin_next_card, choose, end_card_action, finish_cards, reveal, undecided
from commandery.games.journey.rules.ending import ranking, score
from commandery.games.journey.rules.gold import TAXES, in_reach, take, take_by_card
from commandery.games.journey.rules.knights import (
    OWN,
    PRICE,
    city_choices,
    knight_choices,
    place,
    remove,
    swap_choices,
)
from commandery.games.journey.rules.pope import LEADER, lead, move_pope, take_route
from commandery.games.journey.rules.refused import refused
from commandery.games.journey.rules.setup import (
    deal_mission,
    lay_edict,
    lay_tile,
    next_knight,
    place_templar,
    reset,
    settlable,
    start,
    undealt_missions,
)
from commandery.games.journey.rules.shipping import continue_journey, ship
from commandery.games.journey.rules.soundness import broken
from commandery.games.journey.rules.templars import (
    VETO,
    arrive,
    ask_next,
    exchange_choices,
    first_steps,
    further_steps,
    offer,
    step,
    veto,
)
from commandery.games.journey.state import (
    ACTED,
    ARRIVED,
    ASKING,
    ATONING,
    BEGINNING,
    CARDS,
    CARDS_DONE,
    CITY,
    CONTINUING,
    EDICTS,
    EXCHANGING,
    FLAG,
    FORK,
    GIFT,
    KNIGHT,
    LEADING,
    LUCKY,
    MISSION,
    MISSIONS,
    MOVING,
    OPTIONAL,
    OVER,
    POPE,
    RETRYING,
    REVEALING,
    SEALING,
    SETTING_OUT,
    SETTLING,
    SHIPPING,
    SPENDING,
    SWAPPING,
    TAKING,
    TAXING,
    TEMPLAR,
    TERRITORIES,
    TILE,
    TOSSING,
    UNKNOWN,
    VETOING,
    State,
    World,
)

__all__ = [
    "apply", "broken", "chance", "estimate", "go_on", "legal", "may_act", "pick", "ranking", "redeal", "refusal", "reset",
    "reveals", "score", "to_act",
]  # fmt: skip

_AGAIN = 2  # New Chance a card at most (J40)


_AFTER_DECLINING = {
    KNIGHT: SETTLING, TAKING: ACTED, ATONING: BEGINNING, FLAG: SEALING, LEADING: SEALING, TAXING: ACTED, CITY: ACTED,
    SPENDING: ACTED, SWAPPING: ACTED, LUCKY: SPENDING, RETRYING: SPENDING, SETTING_OUT: ACTED, MOVING: ARRIVED, GIFT: ACTED,
    EXCHANGING: ACTED, VETOING: ASKING,
}  # fmt: skip
_AFTER_KNIGHT = {
    KNIGHT: SETTLING, ATONING: BEGINNING, FLAG: LEADING, SPENDING: SPENDING, SWAPPING: SWAPPING, LUCKY: SPENDING, GIFT: ACTED,
}  # fmt: skip
_DECLINED = tuple(_AFTER_DECLINING.get(phase, OVER) for phase in range(OVER + 1))
"""What follows on a decision that is declined, or offers nothing, by phase."""
_FOLLOWS = tuple(_AFTER_KNIGHT.get(phase, OVER) for phase in range(OVER + 1))
"""What follows on a knight placed, removed or exchanged."""


@kernel
def to_act(w: World, s: State) -> int:
    if s.phase == SEALING:
        return undecided(w, s)
    return (1 << s.actor) & 0xFF


@kernel
def may_act(w: World, s: State) -> int:
    return (1 << w.players) - 1 if s.phase == SEALING else to_act(w, s)


@kernel
def _choices(w: World, s: State) -> int:
    """What the decision that is due offers besides declining it, as a bit set; its bit 0 is the action `actions.BASE`."""
    seat = s.actor
    if s.phase == SEALING:
        return (1 << CARDS) - 1
    if s.phase == SETTING_OUT:
        return first_steps(w, s, seat)
    if s.phase == MOVING:
        return further_steps(w, s, seat)
    if s.phase == TAKING or s.phase == TAXING:
        if s.card == 5:
            return s.entered & s.golden if s.phase == TAKING else 0
        if s.phase == TAXING and (s.penalty or s.temple[seat] < TAXES):
            return 0
        return in_reach(w, s, seat)
    if s.phase == CITY:
        return city_choices(s, seat)
    if s.phase == SWAPPING:
        return swap_choices(s, seat)
    if s.phase == RETRYING:
        return 1 if s.temple[seat] > 0 and s.chances < _AGAIN else 0
    if s.phase == ATONING:
        return s.there & OWN << seat
    if s.phase == EXCHANGING:
        return exchange_choices(s)
    if s.phase == VETOING:
        return 1 if s.temple[seat] >= VETO else 0
    if s.phase == LEADING:
        return ((1 << w.players) - 1) & ~(1 << seat) if s.temple[seat] >= LEADER else 0
    if s.phase == FORK or s.phase == TOSSING:
        return 3
    if s.phase == KNIGHT:
        return settlable(s, seat)
    if s.phase == TEMPLAR:
        return (1 << TERRITORIES) - 1
    if s.phase == EDICTS or s.phase == TILE:
        return s.undealt
    if s.phase == MISSION:
        return undealt_missions(w, s)
    return knight_choices(w, s, seat)


@kernel
def _offered(s: State, seat: int) -> int:
    """The choices of a seat that may act: a card that is chosen already is none."""
    if s.phase == SEALING and s.chosen[seat] > 0:
        return s.choices & ~(1 << (s.chosen[seat] - 1))
    return s.choices


@kernel
def legal(w: World, s: State, seat: int, out: Cells) -> int:
    if seat >= w.players or (seat != s.actor and s.phase != SEALING):
        return 0
    further = _offered(s, seat)
    base = act.BASE[s.phase]
    out[0] = act.STOP
    n = 1 if s.phase >= OPTIONAL else 0
    while further:
        out[n] = base + first(further)
        n += 1
        further &= further - 1
    return n


@kernel
def chance(w: World, s: State, out: Cells, weights: Cells) -> int:
    """Whatever can happen is equally likely."""
    if s.actor != CHANCE:
        return 0
    n = 0
    further = s.choices
    while further:
        out[n] = act.BASE[s.phase] + first(further)
        weights[n] = 1
        n += 1
        further &= further - 1
    return n


@kernel
def pick(w: World, s: State, seat: int, rng: Cells) -> int:
    further = _offered(s, seat) if seat != CHANCE else s.choices
    stops = 1 if s.phase >= OPTIONAL else 0
    n = below(rng, stops + count(further))
    return act.STOP if n < stops else act.BASE[s.phase] + nth(further, n - stops)


@kernel
def apply(w: World, s: State, seat: int, action: int, events: Grid) -> None:
    if action == act.STOP:
        done = s.phase == SPENDING or s.phase == SWAPPING or s.phase == MOVING
        emit(events, event.DONE if done else event.DECLINED, seat, 0, 0, 0, 0)
        s.phase = _DECLINED[s.phase]
    elif action < act.CITY:
        _act_in_city(s, seat, action, events)
    elif s.phase == SEALING:
        choose(w, s, seat, action - act.CARD + 1, events)
    elif action < act.START:
        _act(w, s, seat, action, events)
    else:
        _happen(w, s, action, events)
    go_on(w, s, events)


@kernel
def _act_in_city(s: State, seat: int, action: int, events: Grid) -> None:
    """A knight is placed, removed or exchanged, or the chance marker tossed, where it must be paid for gold."""
    price = PRICE if s.phase == SPENDING or s.phase == SWAPPING else 0
    follows = _FOLLOWS[s.phase]
    if action == act.TOSS:
        price = 1
        follows = TOSSING
        s.actor = CHANCE
    if price:
        s.purse[seat] -= price
        s.spent += price
        emit(events, event.PAID, seat, price, 0, 0, 0)
    territory = action - act.PLACE
    if action >= act.REMOVE and action != act.TOSS:
        at = action - (act.SWAP if action >= act.SWAP else act.REMOVE)
        territory = at // SEATS
        owner = at % SEATS
        remove(s, territory, owner)
        emit(events, event.ATONED if owner == seat else event.REMOVED, seat, territory, owner, 0, 0)
    if action < act.REMOVE or action >= act.SWAP:
        place(s, seat, territory, events)
    s.phase = follows


@kernel
def _act(w: World, s: State, seat: int, action: int, events: Grid) -> None:
    """Every other choice of a player."""
    if s.phase == SETTING_OUT or s.phase == MOVING:
        step(s, seat, (action - act.STEP) // TERRITORIES, (action - act.STEP) % TERRITORIES, events)
    elif s.phase == TAKING or s.phase == TAXING:
        taxes = s.phase == TAXING
        territory = action - (act.TAX if taxes else act.TAKE)
        amount = take(s, seat, territory, take_by_card(s, taxes))
        emit(events, event.TAXED if taxes else event.TOOK, seat, territory, amount, 0, 0)
        s.phase = TAXING
        if taxes:
            s.temple[seat] -= TAXES
            s.supply[seat] += TAXES
            s.phase = ACTED
    elif s.phase == CITY:
        s.city = action - act.CITY
        emit(events, event.CITY_CHOSEN, seat, s.city, 0, 0, 0)
        s.phase = SWAPPING if s.card == 3 and s.penalty == 0 else SPENDING
    elif s.phase == EXCHANGING:
        offer(s, seat, action - act.EXCHANGE, events)
    elif s.phase == VETOING:
        veto(s, seat, events)
    elif s.phase == RETRYING:  # J40
        s.chances += 1
        s.temple[seat] -= 1
        s.supply[seat] += 1
        emit(events, event.NEW_CHANCE, seat, 0, 0, 0, 0)
        s.phase = TOSSING
        s.actor = CHANCE
    elif s.phase == LEADING:
        lead(s, seat, action - act.LEAD, events)
    elif s.phase == FORK:
        take_route(s, action - act.ROUTE, events)
    else:
        place_templar(w, s, seat, action - act.TEMPLAR, events)


@kernel
def _happen(w: World, s: State, action: int, events: Grid) -> None:
    """An outcome of chance."""
    if s.phase == TOSSING:
        cross = action - act.TOSSED
        emit(events, event.TOSSED_CROSS if cross else event.TOSSED_BLANK, s.player, 0, 0, 0, 0)
        s.actor = s.player
        s.phase = LUCKY if cross else RETRYING
    elif s.phase == EDICTS:
        lay_edict(s, action - act.EDICT, events)
    elif s.phase == TILE:
        lay_tile(w, s, action - act.TILE, events)
    elif s.phase == MISSION:
        deal_mission(w, s, action - act.MISSION, events)
    else:
        start(s, action - act.START, events)


@kernel
def go_on(w: World, s: State, events: Grid) -> None:
    """Carry out what happens by itself, until a decision is due that offers something, or the game is over."""
    while True:
        phase = s.phase
        if phase < OVER:
            s.choices = _choices(w, s)
            if s.choices:
                return
            s.phase = _DECLINED[phase]
        elif phase == OVER:
            s.choices = 0
            return
        elif phase == BEGINNING:
            begin_next_card(w, s, events)
        elif phase == ACTED:
            end_card_action(s)
        elif phase == ARRIVED:
            arrive(s)
        elif phase == REVEALING:
            reveal(w, s, events)
        elif phase == ASKING:
            ask_next(w, s, events)
        elif phase == CARDS_DONE:
            finish_cards(w, s, events)
        elif phase == POPE:
            move_pope(w, s, events)
        elif phase == SHIPPING:
            ship(w, s, events)
        elif phase == CONTINUING:
            continue_journey(w, s, events)
        else:
            next_knight(w, s)


@kernel
def refusal(w: World, s: State, seat: int, action: int) -> int:
    if action < act.STOP or action >= act.ACTIONS:
        return why.NO_ACTION
    mine = seat == s.actor or (s.phase == SEALING and 0 <= seat < w.players)
    if not mine or s.phase == OVER:
        return why.NOT_YOUR_TURN
    if action == act.STOP:
        return 0 if s.phase >= OPTIONAL else why.COMPULSORY
    choice = action - act.BASE[s.phase]
    offered = s.choices if seat == CHANCE else _offered(s, seat)
    if 0 <= choice < 62 and (offered >> choice) & 1:
        return 0
    return refused(w, s, seat, action)


@kernel
def reveals(w: World, s: State, seat: int, action: int) -> int:
    """Chance, and the last of the secret choices."""
    if seat == CHANCE:
        return 1
    return 1 if s.phase == SEALING and undecided(w, s) == 1 << seat else 0


@kernel
def redeal(w: World, s: State, seat: int, rng: Cells) -> None:
    """The missions of the others, any that are not open; and the cards they have chosen secretly, any at all."""
    if s.phase == OVER:
        return
    missions = (1 << MISSIONS) - 1 & ~s.open_missions
    if 0 <= seat < w.players and s.mission[seat] != UNKNOWN:
        missions &= ~(1 << s.mission[seat])
    for other in range(w.players):
        if other == seat:
            continue
        if s.mission[other] != UNKNOWN:
            s.mission[other] = nth(missions, below(rng, count(missions)))
            missions &= ~(1 << s.mission[other])
        if s.phase == SEALING and s.chosen[other] > 0:
            s.chosen[other] = 1 + below(rng, CARDS)
    if s.phase == MISSION:
        s.choices = undealt_missions(w, s)
