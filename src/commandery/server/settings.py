"""How the house is run: where it keeps things, where it can be reached, and how much it takes on."""

from __future__ import annotations

import dataclasses
import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from commandery.core.errors import BadOption

__all__ = ["Settings", "home_folder"]

_PREFIX = "COMMANDERY_"


def home_folder() -> Path:
    """Where a user's data is kept."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "commandery"


@dataclass(frozen=True)
class Settings:
    """Everything an operator can set."""

    database: str = field(default_factory=lambda: f"sqlite:///{home_folder() / 'commandery.db'}")
    secret: str = ""
    """Signs cookies; by default one of its own, kept in the user's folder."""
    secure: bool = False
    """Whether people come by TLS: cookies are sent by TLS only."""
    honour_pause: float = 5.0
    """Seconds a bot waits at an honour table, so that people can call out what they saw (T16)."""
    thinkers: int = field(default=32, metadata={"least": 1})
    """Threads in which bots think."""
    bot_share: float = 0.0
    """How much of a core the bots of a process may take, as 0.5; 0: as much as there is."""
    requests_a_minute: int = 600
    """How much one address may ask of a process."""
    streams: int = 64
    """How many streams one address may have open to a process: every open page has one."""
    passphrases_a_minute: int = 10
    """How often one address may try to come back by a passphrase, or set one."""
    messages_a_minute: int = 60
    """How many messages one address may write to tables: of people each may write fewer, but anybody can be a new guest."""
    tables_an_hour: int = 120
    """How many tables one address may open, and records bring."""
    waiting_days: int = 7
    """After so many days a table that has not begun is cleared away."""
    playing_days: int = 90
    """After so many days without a move an unlisted table is cleared away in the middle of its game."""
    guest_days: int = 365
    """So many days after their last visit those are forgotten who cannot come back by name and of whom nothing else is kept."""
    metrics_token: str = ""
    """Who shows it may read the metrics from anywhere; without one, only this machine may."""
    log_format: str = "plain"
    """How lines of the log are written: plain or json."""
    trusted_proxies: str = "127.0.0.1,::1"
    """The addresses of proxies that are believed when they say for whom they ask."""

    @classmethod
    def read(cls, environment: Mapping[str, str] = os.environ, /, **given: Any) -> Settings:
        """What is given; else what the environment says, as ``COMMANDERY_THINKERS``; else the defaults."""
        for about in dataclasses.fields(cls):
            name = f"{_PREFIX}{about.name.upper()}"
            if about.name not in given and name in environment:
                given[about.name] = _value(name, environment[name], about.type, about.metadata.get("least", 0))
        return cls(**given)

    def signing_secret(self) -> str:
        """The secret that signs cookies: the one given, or one that is made once and kept."""
        if self.secret:
            return self.secret
        path = home_folder() / "secret"
        try:
            if not path.exists():
                _make_secret(path)
            return path.read_text().strip()
        except OSError as error:
            about = f"the secret that signs cookies cannot be kept in {path}: {error.strerror}"
            raise BadOption(f"{about} (COMMANDERY_SECRET gives one)") from None


def _make_secret(path: Path) -> None:
    """Keep a new one there, for its owner only; of several processes that do so at once, one does."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f"secret-{secrets.token_hex(8)}")
    with open(new, "x", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
        file.write(secrets.token_urlsafe(32))
    try:
        os.link(new, path)  # whole or not at all
    except FileExistsError:
        pass
    finally:
        new.unlink()


def _value(name: str, text: str, kind: Any, least: int) -> Any:
    """What a setting says, as its type: annotations are names here."""
    try:
        if kind == "bool":
            return {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False, "": False}[text.lower()]
        value = {"int": int, "float": float, "str": str}[kind](text)
    except (KeyError, ValueError):
        raise BadOption(f"{name} is {text!r}: expected {'yes or no' if kind == 'bool' else 'a number'}") from None
    if value in (float("inf"), float("-inf")) or value != value or (kind != "str" and value < least):
        raise BadOption(f"{name} is {text!r}: expected a number from {least}")
    return value
