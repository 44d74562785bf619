"""Pieces of news that have come together are taken as one, but none that says more is passed over for a mere move."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

import pytest

from commandery.server.news import News, led_to, name_news
from server.conftest import awaited


def test_the_news_of_a_mere_move_says_where_it_led() -> None:
    assert led_to(name_news(17)) == 17
    assert led_to(name_news()) is None and led_to(None) is None and led_to("17") is None
    assert name_news() != name_news() and name_news(17) != name_news(17)


@pytest.mark.parametrize(
    ("told", "taken"),
    [
        (["a/1"], ["a/1"]),
        (["a/1", "b/2", "c/3"], ["c/3"]),
        (["a/1", "b"], ["b"]),
        (["b", "a/1"], ["b", "a/1"]),
        (["a/1", "b", "c/2", "d/3", "e", "f"], ["b", "e", "f"]),
    ],
)
def test_what_has_come_is_taken_as_one(told: list[str], taken: list[str]) -> None:
    async def tell() -> AsyncGenerator[bytes, None]:
        for news in told:
            yield news.encode()
        await asyncio.Event().wait()

    async def listen() -> list[str]:
        news, found = News(tell()), []
        while not found or found[-1] != taken[-1]:
            await asyncio.wait({news.coming})
            found.append(await news.take())
        news.coming.cancel()
        return found

    assert awaited(listen()) == taken
