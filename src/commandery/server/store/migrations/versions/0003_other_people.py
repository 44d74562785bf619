"""Other people: chat, watchers, clocks, hints by agreement, games begun in the middle, reports; and the house's heartbeat."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def _person(name: str = "person_id", nullable: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.String(24), sa.ForeignKey("person.id"), nullable=nullable, index=True)


def _table(nullable: bool = False) -> sa.Column[str]:
    return sa.Column("table_id", sa.String(24), sa.ForeignKey("table.id"), nullable=nullable, index=True)


def _at(name: str) -> sa.Column[object]:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=False)


def upgrade() -> None:
    op.add_column("person", sa.Column("banned", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("table", sa.Column("chat", sa.Boolean, nullable=False, server_default=sa.true()))
    op.add_column("table", sa.Column("hints", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("table", sa.Column("clock", sa.JSON))
    op.add_column("table", sa.Column("begun", sa.JSON))
    op.create_index("ix_table_host", "table", ["host"])
    op.add_column("seat", sa.Column("agrees", sa.Boolean, nullable=False, server_default=sa.true()))
    op.add_column("seat", sa.Column("here", sa.DateTime(timezone=True)))
    op.create_table(
        "message",
        sa.Column("id", sa.Integer, primary_key=True),
        _table(),
        _person(),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("text", sa.String(500), nullable=False),
        _at("at"),
    )
    op.create_table(
        "report",
        sa.Column("id", sa.Integer, primary_key=True),
        _table(nullable=True),
        _person("by"),
        _person("about"),
        sa.Column("text", sa.String(500), nullable=False),
        _at("at"),
        sa.Column("settled", sa.Boolean, nullable=False),
    )
    op.create_table(
        "watcher",
        sa.Column("id", sa.String(24), primary_key=True),
        _table(nullable=True),
        _person(nullable=True),
        sa.Column("process", sa.String(24), nullable=False, index=True),
        _at("seen"),
    )
    op.create_table("heartbeat", sa.Column("process", sa.String(24), primary_key=True), _at("seen"))
