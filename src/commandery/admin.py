"""`commandery admin`: keeping a house in order from the command line, on its database."""

from __future__ import annotations

import json
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from commandery.core.errors import BadOption

if TYPE_CHECKING:
    from commandery.server.administration import Administration

__all__ = ["app"]

app = typer.Typer(
    help="Keep a house in order: tables, people, what is reported. Works on the database, also while the house is open.",
    no_args_is_help=True,
)
Result = TypeVar("Result")
DatabaseAddress = Annotated[
    str | None, typer.Option("--database", help="sqlite:///FILE or postgresql://... (default: that of `serve`).")
]
TableId = Annotated[str, typer.Argument(help="The id of a table: the end of its link.", metavar="TABLE")]
PersonName = Annotated[
    str, typer.Argument(help="An id, the name somebody comes back with, or a nickname that only one has.", metavar="PERSON")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print as JSON.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]


def _work(database: str | None, work: Callable[[Administration], Awaitable[Result]]) -> Result:
    from commandery.server.administration import run
    from commandery.server.settings import Settings

    return run(database or Settings.read().database, work)


@app.command("list")
def tables(
    status: Annotated[str | None, typer.Option(help="Only those: waiting, playing or over.")] = None,
    person: Annotated[str | None, typer.Option(help="Only those of somebody.")] = None,
    as_json: AsJson = False,
    database: DatabaseAddress = None,
) -> None:
    """List the tables, the last moved first."""
    from commandery.server.store.models import in_utc

    found = _work(database, lambda admin: admin.tables(status, person))
    rows: list[dict[str, Any]] = [
        {
            "id": table.id, "game": table.game, "status": table.status, "public": table.public,
            "moved": in_utc(table.moved).isoformat(), "seats": [seat.name or "-" for seat in table.seats],
        }
        for table in found
    ]  # fmt: skip
    if as_json:
        typer.echo(json.dumps(rows))
        return
    for row in rows:
        shown = "listed" if row["public"] else "unlisted"
        typer.echo(f"{row['id']}  {row['game']:9} {row['status']:8} {shown:9} {row['moved'][:16]}  {', '.join(row['seats'])}")
    typer.echo(f"{len(rows)} tables")


@app.command()
def close(table: TableId, yes: Yes = False, database: DatabaseAddress = None) -> None:
    """End the game of a table, as if everybody had given up."""
    _ask(f"End the game of table {table}?", yes)
    typer.echo(f"table {table}: {_work(database, lambda admin: admin.close(table))}")


@app.command()
def export(
    table: TableId,
    out: Annotated[
        Path | None, typer.Option(help="Write it into this file (default: standard output).", metavar="FILE")
    ] = None,
    database: DatabaseAddress = None,
) -> None:
    """Write out all there is about a table, as JSON: seats, journal, messages, record. A running game's secrets too."""
    text = json.dumps(_work(database, lambda admin: admin.export(table)), indent=1)
    if out is None:
        typer.echo(text)
        return
    try:
        with open(out, "w", encoding="utf-8", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
            file.write(text + "\n")
    except OSError as error:
        raise BadOption(f"--out {out}: cannot be written: {error.strerror}") from None


@app.command()
def delete(table: TableId, yes: Yes = False, database: DatabaseAddress = None) -> None:
    """Delete a table with all that belongs to it, for good."""
    _ask(f"Delete table {table} with all that belongs to it?", yes)
    _work(database, lambda admin: admin.delete(table))
    typer.echo(f"table {table}: deleted")


@app.command()
def people(
    text: Annotated[str, typer.Argument(help="Part of a name, or an id.", metavar="TEXT")] = "",
    database: DatabaseAddress = None,
) -> None:
    """Find people by name, the last seen first."""
    for person in _work(database, lambda admin: admin.people(text)):
        known = f" (comes back as {person.name})" if person.name else ""
        typer.echo(f"{person.id}  {person.seen:%Y-%m-%d}  {'shut out  ' if person.banned else ''}{person.nickname}{known}")


@app.command()
def ban(
    person: PersonName,
    lift: Annotated[bool, typer.Option("--lift", help="Let them in again.")] = False,
    database: DatabaseAddress = None,
) -> None:
    """Shut somebody out: they can look on, but neither play nor speak nor open tables."""
    found = _work(database, lambda admin: admin.ban(person, not lift))
    typer.echo(f"{found.nickname} ({found.id}) is {'let in again' if lift else 'shut out'}")


@app.command()
def reports(
    all: Annotated[bool, typer.Option("--all", help="The settled ones too.")] = False,
    settle: Annotated[int | None, typer.Option(help="This report has been seen to.", metavar="NUMBER")] = None,
    as_json: AsJson = False,
    database: DatabaseAddress = None,
) -> None:
    """Read what people report about each other, and settle it."""
    if settle is not None:
        number = settle
        _work(database, lambda admin: admin.settle(number))
        typer.echo(f"report {settle}: settled")
        return
    found = _work(database, lambda admin: admin.reports(all))
    if as_json:
        typer.echo(json.dumps(found))
        return
    for row in found:
        where = f", table {row['table']}" if row["table"] else ""
        typer.echo(
            f"{row['id']}  {row['at'][:16]}  {row['by_name']} ({row['by']}) about {row['about_name']} ({row['about']}){where}"
        )
        typer.echo(f"    {' '.join(row['text'].split())}{'  (settled)' if row['settled'] else ''}")
    typer.echo(f"{len(found)} reports")


def _ask(question: str, yes: bool) -> None:
    if not yes and not typer.confirm(question):
        raise typer.Abort
