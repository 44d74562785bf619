"""What happens in Templari, as facts: a kind, a seat, and up to four numbers named here."""

from __future__ import annotations

from commandery.core.event import EventKind, kinds

__all__ = [
    "BID", "DECLINED", "DISCARDED", "FINED", "FINISHED", "FREE", "GAVE", "KINDS", "LEFT_OVER", "OFFERED", "OVERBID",
    "PASSED", "RECEIVED", "ROUND", "SOLD", "STARTS", "TOOK", "TURNED", "UNSOLD", "WON",
]  # fmt: skip

STARTS = 1
ROUND = 2
TURNED = 3
OFFERED = 4
DECLINED = 5
BID = 6
PASSED = 7
FINED = 8
OVERBID = 9
DISCARDED = 10
WON = 11
RECEIVED = 12
LEFT_OVER = 13
FREE = 14
SOLD = 15
UNSOLD = 16
TOOK = 17
GAVE = 18
FINISHED = 19

KINDS = kinds(
    EventKind(STARTS, "starts"),
    EventKind(ROUND, "round", "number"),
    EventKind(TURNED, "turned", "card"),
    EventKind(OFFERED, "offered", "card"),
    EventKind(DECLINED, "declined"),
    EventKind(BID, "bid", "amount"),
    EventKind(PASSED, "passed"),
    EventKind(FINED, "fined", "amount", "coins"),
    EventKind(OVERBID, "overbid", "amount"),
    EventKind(DISCARDED, "discarded", "card"),
    EventKind(WON, "won", "amount", "card", "other", "pot"),
    EventKind(RECEIVED, "received", "coins", "digit", "matching"),
    EventKind(LEFT_OVER, "left_over", "coins"),
    EventKind(FREE, "free", "card", "other"),
    EventKind(SOLD, "sold", "amount", "card", "seller"),
    EventKind(UNSOLD, "unsold", "card"),
    EventKind(TOOK, "took", "card", "owner"),
    EventKind(GAVE, "gave", "card", "receiver"),
    EventKind(FINISHED, "finished", "points", "coins"),
)
