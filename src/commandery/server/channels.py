"""Channels, by which pages and programs are told that something has changed."""

from __future__ import annotations

from collections.abc import Iterable

from litestar.channels import ChannelsPlugin
from litestar.channels.subscriber import Subscriber

__all__ = ["Channels"]


class Channels(ChannelsPlugin):
    """Litestar's, but a channel that nobody hears any more is forgotten. Every table and every person has one of their own;
    Litestar keeps them all, and looks through all of them whenever a stream ends."""

    async def unsubscribe(self, subscriber: Subscriber, channels: str | Iterable[str] | None = None) -> None:
        await super().unsubscribe(subscriber, channels)
        for channel in [name for name, heard_by in self._channels.items() if not heard_by]:
            del self._channels[channel]
