"""A plain line-by-line client: what happens, what is asked, a number or a notation as the answer."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from commandery.bots import Bot, Sight, split_specs
from commandery.core.action import Action
from commandery.core.errors import CommanderyError, InvalidAction
from commandery.core.event import Event
from commandery.core.game import Game
from commandery.core.language import N_, Message, say, translate
from commandery.core.match import Match
from commandery.terminal.choices import Ask, bot_name, read_line, seat_bots

__all__ = ["play_match", "understand"]

_HELP = (
    # Translators: "bid 7", "p", "pass", "t", "u", "q" and "?" are what is typed: the same in all languages
    N_("Type what you want to do, e.g. bid 7, or 7, or p for pass."),
    N_("t  the table again    u  take your last action back    q  stop    ?  this help"),
)


def play_match(
    game: Game, seat: int, bot: str, seed: int | None, save: Path | None, ask: Ask = read_line, language: str = "en"
) -> Match:
    """Play one match: ``seat`` is the user's, bots have the others; see `seat_bots`."""
    if not 0 <= seat < game.players:
        none = Message("there is no seat {seat}: the seats are 0 to {last}")
        raise CommanderyError(none, {"seat": seat, "last": game.players - 1})
    match = game.start(seed=seed)
    bots = seat_bots(bot, game, seat, seed)
    for opponent in bots.values():
        opponent.prepare()
    # Translators: a player's name in the terminal, where seats are counted from 0
    named = [Message("Seat {number} (you)") if other == seat else Message("Seat {number}") for other in range(game.players)]
    names = [say(message, {"number": other}, language) for other, message in enumerate(named)]
    player = _Player(match, seat, names, ask, language)
    values: dict[str, object] = {"title": translate(game.kind.title, language), "seat": seat, "players": game.players}
    values["opponents"] = _opponents(bot, bots, language)
    # Translators: opponents is "squire plays the others", or "squire has seat 1, knight has seat 2"; ? is typed
    print(say(Message("{title}: you have seat {seat} of {players}; {opponents}. Type ? for help."), values, language))
    print(translate(game.kind.reconstructed, language))
    try:
        player.tell(match.log(seat))
        while not match.over:
            if seat in match.to_act:
                if not player.act():
                    break
            else:
                _bot_acts(player, bots[match.to_act[0]])
        if match.over:
            player.show_outcome()
            for other, opponent in bots.items():
                opponent.over(Sight(match, other))
    finally:
        for opponent in bots.values():
            _count_faults(opponent)
            opponent.close()
        if save is not None:
            _save(match, save, language)
    return match


def _opponents(text: str, bots: dict[int, Bot], language: str) -> str:
    """Who plays where."""
    names = [bot_name(spec, language) for spec in split_specs(text)]
    if len(set(names)) == 1:
        return say(Message("{bot} plays the others"), {"bot": names[0]}, language)
    seated = ({"bot": name, "seat": other} for other, name in zip(bots, names, strict=True))
    return ", ".join(say(Message("{bot} has seat {seat}"), values, language) for values in seated)


def _save(match: Match, path: Path, language: str) -> None:
    try:
        path.write_text(json.dumps(match.record()) + "\n")
    except OSError as error:
        values: dict[str, object] = {"path": path, "reason": error.strerror}
        raise CommanderyError(Message("The record could not be written to {path}: {reason}"), values) from None
    print(say(Message("The record is in {path}."), {"path": path}, language))


def _bot_acts(player: _Player, bot: Bot) -> None:
    seat, faults = player.match.to_act[0], len(bot.faults)
    player.tell(player.match.play(seat, bot.choose(Sight(player.match, seat))))
    if faults == 0 and bot.faults:
        reason = bot.faults[0].reason
        print(f"commandery: {bot.name} (seat {seat}): {reason}. A default move is played instead.", file=sys.stderr)


def _count_faults(bot: Bot) -> None:
    """Tell about a bot that went on making faults after the first, which has been told."""
    if len(bot.faults) > 1:
        final = ", and was replaced in the end" if bot.faults[-1].final else ""
        print(f"commandery: {bot.name} (seat {bot.faults[0].seat}) failed {len(bot.faults)} times{final}.", file=sys.stderr)


class _Player:
    """The user: what they see, and what they are asked, in their language."""

    def __init__(self, match: Match, seat: int, names: list[str], ask: Ask, language: str) -> None:
        self.match = match
        self._seat = seat
        self._names = names
        self._ask = ask
        self._language = language

    def act(self) -> bool:
        """Ask the user until something is done; False if they stop."""
        legal = self.match.legal(self._seat)
        self._show_table(legal)
        while True:
            answer = self._ask(translate(N_("Your choice?"), self._language) + " ")
            if answer is None or answer == "q":
                return False
            if answer == "?":
                for line in _HELP:
                    print(f"  {translate(line, self._language)}")
            elif answer == "t":
                self._show_table(legal)
            elif self._carry_out(answer, legal):
                return True

    def _carry_out(self, answer: str, legal: list[Action]) -> bool:
        """Play what is meant, or take back; False, and why, if that does not go."""
        try:
            if answer == "u":
                values = {"action": self.match.undo(self._seat)}
                print(say(Message("Taken back: {action}"), values, self._language))
            else:
                self.tell(self.match.play(self._seat, understand(answer, legal)))
            return True
        except CommanderyError as error:
            print(say(Message("That cannot be done: {reason}"), {"reason": error.describe(self._language)}, self._language))
            return False

    def tell(self, events: list[Event]) -> None:
        """What has happened, as far as the user may know."""
        for event in events:
            print(event.seen_by(self._seat).describe(self._language, self._names))

    def _show_table(self, legal: list[Action]) -> None:
        """What the user may see, and may do: the legal actions, those of one verb on one line. In other languages than that
        of the notation the first of them in words, too."""
        print()
        for line in self.match.game.kind.describe_table(self.match.view(self._seat), self._names, self._language):
            print(f"  {line}")
        verbs: dict[str, list[Action]] = {}
        for action in legal:
            verbs.setdefault(str(action).partition(" ")[0], []).append(action)
        for verb, actions in verbs.items():
            rests = " ".join(str(action).partition(" ")[2] for action in actions)
            meant = "" if self._language == "en" else f"  ({actions[0].describe(self._language)}{' ...' * (len(actions) > 1)})"
            print(f"    {verb} {rests}{meant}")

    def show_outcome(self) -> None:
        """The result, with where every point came from."""
        outcome, game = self.match.outcome, self.match.game
        print("\n" + translate(N_("The game is over."), self._language))
        for seat, score in enumerate(outcome.scores):
            found = [(source, points) for source, points in outcome.sources[seat].items() if points]
            told = [f"{game.kind.describe_source(game.board, source, self._language)} {points}" for source, points in found]
            values = {"rank": outcome.ranks[seat], "name": self._names[seat], "score": score, "sources": ", ".join(told)}
            # Translators: a line of the result in a terminal; sources is where the points came from: room 3 7, Stephanus 2
            line = Message(
                "{rank}. {name:12} {score} point ({sources})", "{rank}. {name:12} {score} points ({sources})", "score"
            )
            print(f"  {say(line, values, self._language)}")


def understand(answer: str, legal: list[Action]) -> Action | str:
    """The legal action that an answer means: its notation, the part after the verb, or a beginning of it that fits no other."""
    wanted = answer.lower()
    exact = [action for action in legal if str(action).lower() == wanted]
    after_verb = [action for action in legal if str(action).lower().partition(" ")[2] == wanted]
    beginning = [action for action in legal if str(action).lower().startswith(wanted)]
    for found in (exact, after_verb, beginning):
        if len(found) == 1:
            return found[0]
        if found and answer:
            meant = f"{', '.join(map(str, found[:3]))}{', ...' if len(found) > 3 else ''}"
            raise InvalidAction(Message("{answer} could be {actions}"), {"answer": repr(answer), "actions": meant})
    return answer
