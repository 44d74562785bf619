"""What happens in Templars' Journey: kinds of events, their numbers and what these mean."""

from __future__ import annotations

from commandery.core.event import EventKind, kinds

(
    STARTS, EDICT_LAID, TILE_LAID, MISSION_DEALT, MISSION_OPENED, PLACED, REMOVED, TEMPLAR_PLACED, POPE_MOVED, LED, CHOSEN,
    REVEALED, CARD_BEGINS, PENALTY_BEGINS, TOOK, TAXED, CITY_CHOSEN, PAID, TOSSED_BLANK, TOSSED_CROSS, NEW_CHANCE, MOVED,
    OFFERED, VETOED, EXCHANGED, ATONED, FIRST, SHIPPING_ROUND, EDICT_WON, EDICT_GONE, FULL_CITY, BOARDED, LEFT_BEHIND, ABOARD,
    KNIGHTS_ABOARD, TEMPLE, GOLD_DEALT, SEVENTH_KNIGHTS, GOLD_POINTS, MISSION_SHOWN, MISSION_POINTS, FINISHED, DECLINED, DONE,
) = range(1, 45)  # fmt: skip

KINDS = kinds(
    EventKind(STARTS, "starts"),
    EventKind(EDICT_LAID, "edict_laid", "edict", "space"),
    EventKind(TILE_LAID, "tile_laid", "territory", "spaces"),
    EventKind(MISSION_DEALT, "mission_dealt", "mission", private=("mission",)),
    EventKind(MISSION_OPENED, "mission_opened", "mission"),
    EventKind(PLACED, "placed", "territory"),
    EventKind(REMOVED, "removed", "territory", "owner"),
    EventKind(TEMPLAR_PLACED, "templar_placed", "territory", "templar"),
    EventKind(POPE_MOVED, "pope_moved", "section", "space", "route"),
    EventKind(LED, "led", "to"),
    EventKind(CHOSEN, "chosen", "card", private=("card",)),
    EventKind(REVEALED, "revealed", "card"),
    EventKind(CARD_BEGINS, "card_begins", "card"),
    EventKind(PENALTY_BEGINS, "penalty_begins", "card"),
    EventKind(TOOK, "took", "territory", "gold"),
    EventKind(TAXED, "taxed", "territory", "gold"),
    EventKind(CITY_CHOSEN, "city_chosen", "territory"),
    EventKind(PAID, "paid", "gold"),
    EventKind(TOSSED_BLANK, "tossed_blank"),
    EventKind(TOSSED_CROSS, "tossed_cross"),
    EventKind(NEW_CHANCE, "new_chance"),
    EventKind(MOVED, "moved", "templar", "origin", "territory"),
    EventKind(OFFERED, "offered", "edict", "other_edict"),
    EventKind(VETOED, "vetoed"),
    EventKind(EXCHANGED, "exchanged", "edict", "space", "other_edict", "other_space"),
    EventKind(ATONED, "atoned", "territory"),
    EventKind(FIRST, "first"),
    EventKind(SHIPPING_ROUND, "shipping_round", "number"),
    EventKind(EDICT_WON, "edict_won", "points", "edict"),
    EventKind(EDICT_GONE, "edict_gone", "edict"),
    EventKind(FULL_CITY, "full_city", "points", "territory"),
    EventKind(BOARDED, "boarded", "territory", "ship"),
    EventKind(LEFT_BEHIND, "left_behind", "territory", "knights"),
    EventKind(ABOARD, "aboard", "points", "ship"),
    EventKind(KNIGHTS_ABOARD, "knights_aboard", "points", "ship"),
    EventKind(TEMPLE, "temple", "points", "knights"),
    EventKind(GOLD_DEALT, "gold_dealt", "with_city", "without_city"),
    EventKind(SEVENTH_KNIGHTS, "seventh_knights", "points", "territory", "knights"),
    EventKind(GOLD_POINTS, "gold_points", "points", "gold"),
    EventKind(MISSION_SHOWN, "mission_shown", "mission"),
    EventKind(MISSION_POINTS, "mission_points", "points", "mission"),
    EventKind(FINISHED, "finished", "points"),
    EventKind(DECLINED, "declined"),
    EventKind(DONE, "done"),
)
