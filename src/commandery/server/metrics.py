"""Numbers about the running house, in the format of Prometheus. With several processes they count together, over files in a
folder that the environment names (`PROMETHEUS_MULTIPROC_DIR`)."""

from __future__ import annotations

import os
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

__all__ = ["FOLDER", "Metrics"]

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
_MOMENTS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)


class Metrics:
    """What is counted and measured."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        own: Any = {"registry": self._registry, "namespace": "commandery"}
        self.tables = Gauge("tables", "Tables in memory", multiprocess_mode="livesum", **own)
        self.viewers = Gauge("viewers", "Open streams", multiprocess_mode="livesum", **own)
        self.moves = Counter("moves", "What was done at tables", ["by"], **own)
        self.update = Histogram(
            "update_seconds", "From a change of a table to its being sent to a viewer", buckets=_MOMENTS, **own
        )
        self.thought = Histogram("bot_seconds", "Time that a bot thought, by its level", ["level"], buckets=_MOMENTS, **own)
        self.answer = Histogram("request_seconds", "Until an answer began, by path", ["path"], buckets=_MOMENTS, **own)
        self.errors = Counter("errors", "What went wrong on our side", ["where"], **own)

    def told(self) -> bytes:
        """All of it as text."""
        registry = self._registry
        if os.environ.get(FOLDER):
            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry)
