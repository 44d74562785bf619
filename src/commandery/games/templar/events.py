"""What happens in Templar, as facts: a kind, a seat, and up to four numbers named here."""

from __future__ import annotations

from commandery.core.event import EventKind, kinds

(
    STARTS, FIRST_TILE, PLACED, PAIRED, CHOSEN, ROUND, REVEALED, CAME, PLAYED, NO_EFFECT, MOVED, STASHED, PICKED, HID,
    TO_HARBOR, RECEIVED, NOT_RECEIVED, LOCKED, POINTS, SCORED, FLIPPED, ARRIVING, ARRIVED, LOST, CARDS_BACK, BAG_EMPTY,
    ANNOUNCED, LAST_ROUND, SHOWN, RESHUFFLED, CALLED, CHURCH_RINGS, FULL_ROOMS, FINISHED,
) = range(1, 35)  # fmt: skip

KINDS = kinds(
    EventKind(STARTS, "starts"),
    EventKind(FIRST_TILE, "first_tile", "storehouse", "kind"),
    EventKind(PLACED, "placed", "figure", "room"),
    EventKind(PAIRED, "paired", "kind", "other_kind"),
    EventKind(CHOSEN, "chosen", "card", private=("card",)),
    EventKind(ROUND, "round", "number"),
    EventKind(REVEALED, "revealed", "card"),
    EventKind(CAME, "came", "portal"),
    EventKind(PLAYED, "played", "card"),
    EventKind(NO_EFFECT, "no_effect", "card"),
    EventKind(MOVED, "moved", "figure", "origin", "room"),
    EventKind(STASHED, "stashed", "kind", "room", "area", "space"),
    EventKind(PICKED, "picked", "kind", "room", "area", "owner"),
    EventKind(HID, "hid", "kind", "room", "area", "owner"),
    EventKind(TO_HARBOR, "to_harbor", "storehouse"),
    EventKind(RECEIVED, "received", "kind", "storehouse"),
    EventKind(NOT_RECEIVED, "not_received", "kind", "storehouse"),
    EventKind(LOCKED, "locked", "origin_passage", "passage"),
    EventKind(POINTS, "points", "points", "card"),
    EventKind(SCORED, "scored", "points", "kind", "room"),
    EventKind(FLIPPED, "flipped", "kind", "room", "area"),
    EventKind(ARRIVING, "arriving", "count"),
    EventKind(ARRIVED, "arrived", "kind", "storehouse"),
    EventKind(LOST, "lost", "kind"),
    EventKind(CARDS_BACK, "cards_back"),
    EventKind(BAG_EMPTY, "bag_empty"),
    EventKind(ANNOUNCED, "announced"),
    EventKind(LAST_ROUND, "last_round"),
    EventKind(SHOWN, "shown", "card"),
    EventKind(RESHUFFLED, "reshuffled"),
    EventKind(CALLED, "called", "offender", "points"),
    EventKind(CHURCH_RINGS, "church_rings", "points", "count"),
    EventKind(FULL_ROOMS, "full_rooms", "points", "count"),
    EventKind(FINISHED, "finished", "points"),
)

# Figures besides the tokens, which are named by their seat.
FIGURE_REMIGIUS, FIGURE_VITUS, FIGURE_SEVERUS = 5, 6, 7
