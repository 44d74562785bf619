"""Which process plays the bots of a table."""

from __future__ import annotations

from typing import Protocol

__all__ = ["Leases", "NoLeases"]


class Leases(Protocol):
    """Says whose turn it is to play for bots."""

    async def take(self, table_id: str) -> bool:
        """Whether this process may play the bots of a table now."""

    async def give_back(self, table_id: str) -> None:
        """Let others play them."""

    async def close(self) -> None:
        """Let go of everything."""


class NoLeases:
    """There is no other process."""

    async def take(self, table_id: str) -> bool:
        return True

    async def give_back(self, table_id: str) -> None:
        pass

    async def close(self) -> None:
        pass
