"""How the house is run: where it keeps things, and where it can be reached."""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass, field
from pathlib import Path

__all__ = ["Settings", "home_folder"]


def home_folder() -> Path:
    """Where a user's data is kept."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "commandery"


@dataclass(frozen=True)
class Settings:
    """Everything an operator can set."""

    database: str = field(default_factory=lambda: f"sqlite:///{home_folder() / 'commandery.db'}")
    secret: str = ""
    """Signs cookies; by default one of its own, kept beside the database."""
    secure: bool = False
    """Whether people come by TLS: cookies are sent by TLS only."""
    honour_pause: float = 5.0
    """Seconds a bot waits at an honour table, so that people can call out what they saw (T16)."""
    thinkers: int = 32
    """Threads in which bots think."""

    requests_a_minute: int = 600
    """How much one address may ask of the house."""
    passphrases_a_minute: int = 10
    """How often one address may try to come back by a passphrase."""
    tables_an_hour: int = 120
    """How many tables one address may open."""
    waiting_days: int = 7
    """After so many days a table that has not begun is cleared away."""
    playing_days: int = 90
    """After so many days without a move an unlisted table is cleared away in the middle of its game."""

    def signing_secret(self) -> str:
        """The secret that signs cookies: the one given, or one that is made once and kept."""
        if self.secret:
            return self.secret
        path = home_folder() / "secret"
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with open(path, "x", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
                file.write(secrets.token_urlsafe(32))
        except FileExistsError:
            pass
        return path.read_text().strip()
