"""The command line: one thin function a command."""

from __future__ import annotations

import errno
import io
import json
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.exceptions import Abort, TyperException

import commandery
from commandery import admin
from commandery.core import cache, datafile, registry
from commandery.core import record as records
from commandery.core.errors import BadFile, BadOption, BadRecord, CommanderyError
from commandery.core.language import languages, match_language, system_language, translate

__all__ = ["main"]

app = typer.Typer(
    help="Three board games about the Knights Templar, to play, to program and to study.",
    add_completion=False,
    pretty_exceptions_enable=False,
)

app.add_typer(admin.app, name="admin")

GameName = Annotated[str, typer.Argument(help="The game, e.g. templari.", metavar="GAME")]
Players = Annotated[int | None, typer.Option(help="How many play.")]
Settings = Annotated[
    list[str] | None, typer.Option("--set", "-s", help="An option of the game, e.g. exchange=true.", metavar="NAME=VALUE")
]
BoardFile = Annotated[Path | None, typer.Option("--board", help="A board, map or deck file of your own.")]


def _tell_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"commandery {commandery.__version__}")
        raise typer.Exit


@app.callback()
def _about(
    version: Annotated[
        bool, typer.Option("--version", callback=_tell_version, is_eager=True, help="Tell the version and stop.")
    ] = False,
) -> None:
    pass


def _options(settings: list[str] | None) -> dict[str, object]:
    """``name=value`` texts as options; true, false and whole numbers are read as such."""
    options: dict[str, object] = {}
    for setting in settings or []:
        name, equals, text = setting.partition("=")
        if name in ("players", "board"):
            raise BadOption(f"{name} has an option of its own: --{name} {text or name.upper()}")
        if not equals:
            raise BadOption(f"expected NAME=VALUE, e.g. exchange=true, not {setting!r}")
        value: object = {"true": True, "false": False}.get(text.lower(), text)
        options[name] = int(text) if text.isdecimal() and len(text) < 10 else value
    return options


@app.command()
def games(name: Annotated[str | None, typer.Argument(help="One game, in detail.", metavar="[GAME]")] = None) -> None:
    """List the games, or tell about one: its options, and what of its board is reconstructed."""
    if name is None:
        for kind in commandery.games():
            low, high = kind.players
            typer.echo(f"{kind.name:10} {kind.title}, {low}-{high} players. {translate(kind.summary)}")
        return
    kind = registry.find(name)
    low, high = kind.players
    typer.echo(f"{kind.title}, {low}-{high} players, rules version {kind.rules_version}\n{translate(kind.summary)}\n\nOptions:")
    for option in kind.options:
        typer.echo(f"  {option.name}: {option.choices} (default {option.default!r})")
        typer.echo(f"      {translate(option.title)}. {translate(option.help)}")
    typer.echo(f"\n{translate(kind.reconstructed)}")


@app.command()
def simulate(
    name: GameName,
    players: Players = None,
    games: Annotated[int, typer.Option(help="How many games.")] = 1000,
    seed: Annotated[int, typer.Option(help="Game n of a seed is always the same game.")] = 0,
    bots: Annotated[str, typer.Option(help="One bot for all seats, or one for each, with commas.")] = "random",
    jobs: Annotated[int, typer.Option(help="Cores to use.")] = 1,
    check: Annotated[bool, typer.Option("--check", help="Hold every state against the rules' invariants.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the results as JSON.")] = False,
    settings: Settings = None,
    board: BoardFile = None,
) -> None:
    """Play many games between bots, in compiled code."""
    from commandery.arena import simulate as run

    game = commandery.game(name, players, board, **_options(settings))
    with _Progress(games) as advance:
        result = run(game, games, seed, [bot.strip() for bot in bots.split(",")], jobs, check=check, progress=advance)
    data = result.data()
    if as_json:
        typer.echo(json.dumps(data))
        return
    typer.echo(f"{games:,} games of {game.kind.title} with {game.players} players: {data['decisions']:,} decisions")
    typer.echo(f"{data['seconds']:.2f} s in the loop, {data['decisions_per_second']:,} decisions a second")
    for seat in range(game.players):
        share = data["wins"][seat] / games
        typer.echo(f"  seat {seat}  {data['bots'][seat]:10} wins {share:6.1%}   mean score {data['mean_scores'][seat]:6.2f}")
    typer.echo(f"longest game: {data['longest_game']['decisions']} decisions (number {data['longest_game']['number']})")


@app.command()
def arena(
    name: GameName,
    bots: Annotated[str, typer.Option(help="Who plays, with commas: random,greedy,knight:200ms.")],
    players: Players = None,
    games: Annotated[int, typer.Option(help="How many games.")] = 1000,
    seed: Annotated[int, typer.Option(help="Game n of a seed is always the same game, unless bots think by the clock.")] = 0,
    lineup: Annotated[
        str,
        typer.Option(help="all: every seat order balanced; one: the first bot alone against the second in all other seats."),
    ] = "all",
    jobs: Annotated[int | None, typer.Option(help="Processes to use (default: one for each core).")] = None,
    out: Annotated[
        Path | None, typer.Option(help="Keep every game in this folder; the same command goes on there.", metavar="FOLDER")
    ] = None,
    ray: Annotated[
        str | None, typer.Option(help="Play on the Ray cluster at this address; local starts one here.", metavar="ADDRESS")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the results as JSON.")] = False,
    csv: Annotated[Path | None, typer.Option(help="Write the results as CSV.", metavar="FILE")] = None,
    chart: Annotated[Path | None, typer.Option(help="Draw the win shares.", metavar="FILE.svg|FILE.png")] = None,
    settings: Settings = None,
    board: BoardFile = None,
) -> None:
    """A tournament between bots: win shares, ranks, scores and ratings, with 95 % intervals."""
    from commandery.arena import charts, tournament
    from commandery.bots import split_specs

    if chart is not None:
        charts.check_chart(chart)
    for option, path in (("--csv", csv), ("--chart", chart)):
        if path is not None:
            _check_writable(option, path)
    game = commandery.game(name, players, board, **_options(settings))
    try:
        with _told_to_end(), _Progress(games) as advance:
            results = tournament(game, split_specs(bots), games, seed, lineup, jobs, out, ray, advance)
    except (KeyboardInterrupt, SystemExit):
        kept = "no game is kept without --out FOLDER"
        if out is not None:
            kept = f"the games so far are in {out}, and the same command goes on there"
        print(f"\ncommandery: interrupted; {kept}", file=sys.stderr)
        raise
    typer.echo(json.dumps(results.data()) if as_json else "\n".join(results.table()))
    for line in results.failures():
        print(f"commandery: {line}", file=sys.stderr)
    for path, write in ((csv, results.write_csv), (chart, lambda path: charts.win_share_chart(results, path))):
        try:
            if path is not None:
                write(path)
        except OSError as error:
            raise BadFile(f"{path}: it cannot be written: {error.strerror}") from None


def _check_writable(option: str, path: Path) -> None:
    """`BadOption` if it can be seen beforehand that nothing can be written to this file."""
    if not path.parent.is_dir():
        raise BadOption(f"{option} {path}: there is no folder {path.parent}")
    if path.is_dir():
        raise BadOption(f"{option} {path}: this is a folder, not a file")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise BadOption(f"{option} {path}: it cannot be written")


@contextmanager
def _told_to_end() -> Iterator[None]:
    """Meanwhile SIGTERM ends this process in order, as an interruption does, so that bots end their programs."""

    def leave(*_: object) -> None:
        raise SystemExit(128 + signal.SIGTERM)

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


class _Progress:
    """A progress bar on standard error, where that is a terminal."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._bar: Any = None

    def __enter__(self) -> Any:
        if not sys.stderr.isatty():
            return None
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

        console = Console(stderr=True)
        self._bar = Progress("games", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=console, transient=True)
        self._bar.start()
        task = self._bar.add_task("games", total=self._total)
        return lambda games: self._bar.advance(task, games)

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()


@app.command()
def replay(
    file: Annotated[
        Path, typer.Argument(help="A record: the JSON of match.record(); or a tournament's folder.", metavar="FILE")
    ],
    game: Annotated[int | None, typer.Option(help="Of a tournament: the number of the game.", metavar="NUMBER")] = None,
    seat: Annotated[int | None, typer.Option(help="Tell it as this seat saw it (default: as a spectator).")] = None,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after each move.")] = False,
) -> None:
    """Tell a recorded match move by move."""
    match = commandery.replay(_record(file, game), chance=commandery.BY_HAND)
    if seat is not None:
        match.view(seat)
    for number, move in enumerate(match.history, 1):
        who = "chance" if move.seat == commandery.CHANCE else f"seat {move.seat}"
        action, events = move.seen_by(seat)
        told = " ".join(event.describe() for event in events)
        typer.echo(f"{number:4}  {who:7} {action or '-'!s:10} {told}")
        if step and sys.stdin is not None:
            sys.stdin.readline()
    if match.over:
        outcome = match.outcome
        for player, score in enumerate(outcome.scores):
            made = ", ".join(f"{source} {points}" for source, points in outcome.sources[player].items() if points)
            typer.echo(f"seat {player}: {score} points, rank {outcome.ranks[player]}  ({made})")
    else:
        typer.echo(f"not over: {', '.join(f'seat {player}' for player in match.to_act)} to act")


def _record(path: Path, game: int | None) -> dict[str, Any]:
    """The record in a file, or of one game in a tournament's folder."""
    if path.is_dir():
        from commandery.arena import record_of

        if game is None:
            raise BadOption(f"{path} is a folder: --game NUMBER says which game of the tournament there")
        return record_of(path, game)
    if game is not None:
        raise BadOption("--game is for the folder of a tournament; a record holds one game")
    try:
        return records.load(path.read_bytes())
    except OSError as error:
        raise BadRecord(f"{path}: cannot be read: {error.strerror}") from None


@app.command()
def check(file: Annotated[Path, typer.Argument(help="A board, map or deck file.", metavar="FILE")]) -> None:
    """Check a board, map or deck file: what is wrong with it, and in which line."""
    document = datafile.read(file)
    name = document.data.get("game")
    if not isinstance(name, str):
        raise BadFile(f'{file.name}: it must say what it is for: game = "templari", for one')
    registry.find(name).check_board(document)
    typer.echo(f"{file.name}: a good board for {name}")


@app.command()
def warm(
    names: Annotated[list[str] | None, typer.Argument(help="The games (default: all).", metavar="[GAME]...")] = None,
    envs: Annotated[bool, typer.Option("--envs", help="Also what learners' environments need.")] = False,
) -> None:
    """Compile everything beforehand, so that nobody waits later."""
    from commandery.arena import warm_up_all

    kinds = [registry.find(name) for name in names] if names else commandery.games()
    began = time.perf_counter()
    typer.echo("Compiling what is not compiled yet (the first time: about a minute) ...")
    warm_up_all([kind.name for kind in kinds], "import commandery.envs; commandery.envs.warm_up(game)" if envs else "")
    cache.prune()
    typer.echo(f"Everything is compiled ({time.perf_counter() - began:.1f} s).")


@app.command()
def play(
    name: Annotated[str | None, typer.Argument(help="The game (default: asks).", metavar="[GAME]")] = None,
    players: Players = None,
    bot: Annotated[
        str | None, typer.Option(help="Who plays the other seats: one for all, or one for each, with commas.")
    ] = None,
    seat: Annotated[int, typer.Option(help="Your seat.")] = 0,
    seed: Annotated[int | None, typer.Option(help="The same seed, the same cards.")] = None,
    settings: Settings = None,
    board: BoardFile = None,
    save: Annotated[Path | None, typer.Option(help="Write the record here when you stop.")] = None,
    language: Annotated[
        str | None, typer.Option(help="The language to play in (default: the environment's).", metavar="en|fr|it")
    ] = None,
) -> None:
    """Play against bots in the terminal, line by line."""
    from commandery.terminal import choices
    from commandery.terminal.line import play_match

    spoken = system_language() if language is None else match_language(language)
    if spoken is None:
        raise BadOption(f"there is no language {language!r} (there are: {', '.join(languages())})")

    if save is not None:
        _check_writable("--save", save)
    kind = registry.find(name) if name is not None else choices.choose_game(language=spoken)
    if kind is None:
        return
    if players is None:
        players = choices.usual_players(kind) if name is not None else choices.choose_players(kind, language=spoken)
    if players is None:
        return
    game = kind.setup(players, board, **_options(settings))
    if bot is None:
        bot = choices.USUAL if name is not None else choices.choose_levels(players - 1, language=spoken)
    if bot is not None:
        play_match(game, seat, bot, seed, save, language=spoken)


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen at; 0.0.0.0: every one of this machine's.")] = "127.0.0.1",
    port: Annotated[int | None, typer.Option(help="The port (default: the first free one from 8000).")] = None,
    database: Annotated[
        str | None, typer.Option(help="Where tables are kept: sqlite:///FILE or postgresql://... (default: a file).")
    ] = None,
    workers: Annotated[int, typer.Option(help="Processes; more than one needs a PostgreSQL database.")] = 1,
    secure: Annotated[bool, typer.Option("--secure", help="People come by TLS: cookies are sent by TLS only.")] = False,
    log_format: Annotated[str | None, typer.Option(help="How lines of the log are written: plain or json.")] = None,
) -> None:
    """Open the house: all three games in the browser, with friends and bots."""
    from commandery.server.serve import run

    run(host, port, workers, database=database, secure=secure, log_format=log_format)


@app.command("copy-house")
def copy_house(
    source: Annotated[str, typer.Argument(help="The database to copy: sqlite:///FILE or postgresql://...")],
    target: Annotated[str, typer.Argument(help="An empty one to copy it to, of either kind.")],
) -> None:
    """Copy all people and tables from one database to another: to move to PostgreSQL and back, or to keep a copy."""
    import asyncio

    from commandery.server.moving import copy

    counts = asyncio.run(copy(source, target))
    print(", ".join(f"{name}: {count}" for name, count in counts.items() if count) or "There was nothing to copy.")


def main() -> None:
    """Run the command line; what a user did wrong is told in one line and exits with 2."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # not all terminals can show what French and Italian are written with
    try:
        sys.exit(app(args=sys.argv[1:] or ["--help"], standalone_mode=False))
    except CommanderyError as error:
        _complain(str(error))
    except TyperException as error:
        _complain(f"{error.format_message()} (commandery --help, or commandery COMMAND --help, says what is right)")
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        _let_go_of_output()
        _complain(f"what is to be told cannot be written: {error.strerror}")
    except Abort:
        print("\ninterrupted", file=sys.stderr)
        sys.exit(130)


def _let_go_of_output() -> None:
    """What cannot be written is not tried again at the end: since Python 3.13 that would change the exit status."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(message: str) -> None:
    print(f"commandery: {' '.join(message.split())}", file=sys.stderr)
    sys.exit(2)
