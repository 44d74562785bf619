"""The face of Templari: the table, the tally of bids by their last digits, and the cards before each player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, NamedTuple

from markupsafe import Markup

from commandery.core.action import Action
from commandery.core.event import Event
from commandery.core.game import Game
from commandery.core.language import N_, Message, say, translate
from commandery.core.svg import Alike, disc, element, once, part, same
from commandery.games.templari.drawing.middle import is_out, round_in_words, status
from commandery.games.templari.drawing.pieces import CARD, coin, in_words
from commandery.games.templari.drawing.pieces import card as draw_card
from commandery.games.templari.picture import picture
from commandery.games.templari.state import State
from commandery.games.templari.world import Colour, Deck
from commandery.server.faces.face import Face, Left, Thing, each

__all__ = ["Held", "Purse", "Suit", "TemplariFace"]

_DIGITS = 10
_ROWS = 2
"""Rows of ten bids that are there even if nobody has so many coins."""
# Translators: on a button, instead of a pass: before the lot is turned up
_DECLINE = {"offering": N_("Sell nothing"), "taking": N_("Exchange nothing")}


class Held(NamedTuple):
    """A card before a player: its picture, and the id where it can be acted on; None while it lies in the middle."""

    id: str | None
    told: str
    plain: Markup
    rich: Markup


class Suit(NamedTuple):
    """A player's cards of one colour, and what they are worth now."""

    colour: str
    cards: list[Held]
    points: int


class Purse(NamedTuple):
    """What lies before a player: coins, cards, points as things stand, and their part in the auction."""

    coins: Markup
    amount: int | None
    suits: tuple[Suit, ...]
    points: int
    bonus: int
    """How many of these are for the most coins; none while coins are hidden."""
    state: str
    out: bool
    leads: bool
    starts: bool


class TemplariFace(Face):
    """How the game looks on the page."""

    template = "games/templari.html"
    tie_break = N_("Where points are equal, the higher sum of the numbers on the cards decides.")
    asked_verbs = {"bidding": ("bid",)}

    def board(self, game: Game, view: Mapping[str, Any], language: str) -> str:
        """The middle of the table, and every bid there may be, one below the other that end in the same digit."""
        shown = picture(_deck(game), view, language, rows=False) + _tally(view, language)
        return element("div", element("div", shown, class_="spread"), class_="counter")

    def place(self, game: Game, view: Mapping[str, Any], action: Action) -> str | None:
        """Bids and the pass are on the tally; a card of mine is in my hand, another's in its owner's panel."""
        verb, _, what = str(action).partition(" ")
        if verb in ("bid", "pass"):
            return f"bid-{what}" if what else "pass"
        if verb not in ("sell", "give", "discard", "take"):
            return None
        for player in view["players"]:
            mine = player["seat"] == view["seat"]
            for card in player["cards"]:
                if card["name"] == what:
                    return f"card-{card['id']}" if mine == (verb != "take") else None
        return None

    def label(self, game: Game, view: Mapping[str, Any], action: Action, language: str) -> str:
        verb, _, what = str(action).partition(" ")
        if verb == "bid":
            return what
        if verb == "sell":
            card = next(card for player in view["players"] for card in player["cards"] if card["name"] == what)
            # Translators: on a button: card is a card of a colour and a number: red 7
            return say(Message("Sell {card}"), {"card": in_words(_deck(game), card, language)}, language)
        if verb == "pass" and view["phase"] in _DECLINE:
            return translate(_DECLINE[view["phase"]], language)
        return action.describe(language)

    def where(self, game: Game, event: Event) -> str | None:
        about = event.data()
        if about.get("card") is not None:
            return f"card-{about['card']}"
        return f"bid-{about['amount']}" if event.name == "bid" else f"panel-{event.seat}"

    def left(self, game: Game, view: Mapping[str, Any], language: str) -> Left:
        """The cards that nobody has seen, by colour."""
        found = []
        for colour in _deck(game).colours:
            numbers = sorted(card["number"] for card in view["unseen"] if card["colour"] == colour.letter)
            listed = " ".join(map(str, numbers)) or "-"
            found.append(Thing(_sample(_deck(game), colour, language), listed, translate(colour.name, language)))
        return Left(translate(N_("Cards nobody has seen yet"), language), found)

    def panel_shows(self, view: Mapping[str, Any], player: Mapping[str, Any]) -> object:
        """Everybody's coins, for the points of the most; what the player does in the auction; and which cards lie aside."""
        over, seat = view["phase"] == "over", player["seat"]
        coins = [other["coins"] for other in view["players"]]
        doing = [is_out(view, player), view["leader"] == seat, view["start"] == seat, over or status(view, player, "en")]
        return [over, coins, doing, view["sale"], view["taken"]]

    def extras(self, game: Game, view: Mapping[str, Any], names: Sequence[str], language: str) -> dict[str, Any]:
        """What lies before each player; the digits of my cards; and every colour of the deck with its numbers."""
        deck = _deck(game)
        digits = {str(amount % _DIGITS) for amount in _barred(view)}
        colours = [(translate(colour.name, language), colour, _sample(deck, colour, language)) for colour in deck.colours]
        purses = each(view["players"], lambda player: _purse(game, view, player, language))
        over, honour = view["phase"] == "over", game.options["table_rules"] == "honour"
        return {"purses": purses, "digits": "" if over else ", ".join(sorted(digits)), "colours": colours, "honour": honour}


def _deck(game: Game) -> Deck:
    assert isinstance(game.board, Deck)
    return game.board


# What lies before a player


def _purse(game: Game, view: Mapping[str, Any], player: Mapping[str, Any], language: str) -> Purse:
    deck, seat = _deck(game), player["seat"]
    points = _points(game, view, seat)
    aside = [card["id"] for card in (view["sale"], view["taken"]) if card]
    held = tuple((card["id"], card["number"], card["colour"], card["id"] in aside) for card in player["cards"])
    return Purse(
        coins=_svg(coin("?" if player["coins"] is None else player["coins"], 30), (-32, -32, 64, 64)),
        amount=player["coins"],
        suits=_suits(same(deck), held, tuple(points[colour.letter] for colour in deck.colours), language),
        points=sum(points.values()),
        bonus=points["coins"],
        state=status(view, player, language) if view["phase"] != "over" else "",
        out=is_out(view, player),
        leads=view["leader"] == seat,
        starts=view["start"] == seat and view["phase"] != "over",
    )


def _points(game: Game, view: Mapping[str, Any], seat: int) -> dict[str, int]:
    """A player's points as the rules count them, were this the end; those for coins only where all coins are seen."""
    state = State.empty()
    for player in view["players"]:
        state[0]["held"][player["seat"]] = sum(1 << card["id"] for card in player["cards"])
        state[0]["coins"][player["seat"]] = player["coins"] or 0
    points: dict[str, int] = game.kind.sources(game.board, game.world, state, seat, ())
    if any(player["coins"] is None for player in view["players"]):
        points["coins"] = 0
    return points


@once
def _suits(
    kept: Alike, held: tuple[tuple[int, int, str, bool], ...], points: tuple[int, ...], language: str
) -> tuple[Suit, ...]:
    """Cards by colour, each an id, a number, a letter, and whether it lies aside."""
    deck: Deck = kept.value
    found = []
    for colour, worth in zip(deck.colours, points, strict=True):
        cards = []
        for id, number, letter, aside in held:
            if letter == colour.letter:
                card = {"id": id, "number": number, "colour": letter}
                plain, rich = (_card(deck, card, language, rich) for rich in (False, True))
                cards.append(Held(None if aside else f"card-{id}", in_words(deck, card, language), plain, rich))
        if cards:
            found.append(Suit(translate(colour.name, language), cards, worth))
    return tuple(found)


def _card(deck: Deck, card: Mapping[str, Any], language: str, rich: bool) -> Markup:
    """A card as a picture of its own, without an id."""
    return _drawn_card(same(deck), int(card["number"]), str(card["colour"]), language, rich)


@once
def _drawn_card(kept: Alike, number: int, colour: str, language: str, rich: bool) -> Markup:
    card = {"id": 0, "number": number, "colour": colour}
    drawn = draw_card(kept.value, card, (0, 0), 1, language, rich=rich).replace(' id="card-0"', "", 1)
    return _svg(drawn, (-1, -1, CARD[0] + 2, CARD[1] + 2))


def _sample(deck: Deck, colour: Colour, language: str) -> Markup:
    card = {"id": 0, "number": colour.numbers[0], "colour": colour.letter}
    return _card(deck, card, language, True)


@once
def _svg(drawn: str, box: tuple[float, float, float, float]) -> Markup:
    return Markup(element("svg", drawn, class_="templari", viewBox=" ".join(f"{side:g}" for side in box), aria_hidden="true"))


# The tally


def _tally(view: Mapping[str, Any], language: str) -> str:
    """Bids in two halves, digits 0 to 4 and 5 to 9, side by side or one below the other; above each digit who holds it."""
    most = view["most"]
    seen = [view["bid"] or 0, *(player["coins"] or 0 for player in view["players"])]
    rows = max(_ROWS, max(seen if most is None else [most]) // _DIGITS + 1)
    closed = [_is_closed(view, amount) for amount in range(rows * _DIGITS)]
    halves = "".join(_half(view, range(first, first + 5), closed) for first in (0, 5))
    head = element("p", escape(round_in_words(view, language)), class_="round", id="round")
    looks_on = view["seat"] is None
    words = f"{translate(_LEGEND, language)} {translate(_PALE_TO_ALL if looks_on else _PALE, language)}"
    legend = element("p", escape(words), class_="legend")
    decline = escape(translate(_DECLINE.get(view["phase"], N_("Pass")), language))
    skip = "" if looks_on else part(element("div", decline, class_="stone pass", id="pass"))
    told = translate(N_("Bids, by their last digit"), language)
    grid = element("div", halves + _marker(view), class_="halves", role="group", aria_label=told)
    shown = part(head) + grid + element("div", legend + skip, class_="foot")
    return element("div", shown, class_="tally", style=f"--rows:{rows}")


# Translators: below the bids, which stand in columns by their last digits; above each column are the symbols of players
_LEGEND = N_("Above each column: who holds its last digit. Whoever holds most is paid when such a bid wins a lot.")
# Translators: after it; the first to a player, the second to who looks on
_PALE = N_("Pale numbers are not open to you; those struck out end in a digit of your own cards.")
_PALE_TO_ALL = N_("Pale numbers are open to nobody.")


def _barred(view: Mapping[str, Any]) -> list[int]:
    """The bids that the cards of who looks forbid."""
    return [amount for player in view["players"] if player["seat"] == view["seat"] for amount in player["barred"]]


def _is_closed(view: Mapping[str, Any], amount: int) -> bool:
    """Whether who looks cannot bid so much any more; for who looks on, whether nobody in the auction can."""
    if view["bid"] is not None and amount <= view["bid"]:
        return bool(amount < view["bid"])
    mine = [player for player in view["players"] if player["seat"] == view["seat"]]
    asked = mine or [player for player in view["players"] if player["bidding"]] or view["players"]
    return all(player["open"] is not None and amount not in player["open"] for player in asked)


def _half(view: Mapping[str, Any], digits: range, closed: Sequence[bool]) -> str:
    drawn = ""
    for digit in digits:
        holders = [player["seat"] for player in view["players"] for card in player["cards"] if card["number"] == digit]
        drawn += part(_digit(digit, tuple(holders)))
    barred, tried = _barred(view), view["withdrawn"]
    stones = ""
    for amount, shut in enumerate(closed):
        if amount % _DIGITS in digits:
            stones += _stone(amount, amount in barred, amount == view["bid"], shut, amount in tried)
    drawn += part(element("div", stones, class_="stones", id=f"stones-{digits[0]}"))
    return element("div", drawn, class_="half")


@once
def _digit(digit: int, holders: tuple[int, ...]) -> str:
    """The head of a column: who holds cards with its digit, once for each card."""
    signs = element("span", "".join(_sign(seat) for seat in holders), class_="holders")
    return element("div", signs, class_="digit", id=f"digit-{digit}", aria_hidden="true")


@once
def _stone(amount: int, own: bool, now: bool, closed: bool, tried: bool) -> str:
    """A bid: what it is to who looks."""
    about = {"own": own, "now": now, "closed": closed, "tried": tried}
    classes = " ".join(name for name, so in about.items() if so)
    gone = "true" if own or closed or tried else None
    return element(
        "div", element("b", str(amount)), class_=f"stone {classes}".strip(), id=f"bid-{amount}", aria_disabled=gone
    )  # fmt: skip


@once
def _sign(seat: int) -> str:
    return element("svg", disc(seat), class_="templari sign", viewBox="-21 -21 42 42", aria_hidden="true")


def _marker(view: Mapping[str, Any]) -> str:
    """Whose the highest bid is, lying on it; it glides from bid to bid."""
    if view["leader"] is None:
        return part(element("div", class_="marker", id="marker", aria_hidden="true"))
    tens, digit = divmod(view["bid"], _DIGITS)
    half, column = divmod(digit, 5)
    at = f"--tens:{tens};--digit:{digit};--half:{half};--column:{column}"
    return part(element("div", _sign(view["leader"]), class_="marker", id="marker", style=at, aria_hidden="true"))
