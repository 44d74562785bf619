"""People, tables, seats and journals."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "person",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("nickname", sa.String(40), nullable=False),
        sa.Column("language", sa.String(8)),
        sa.Column("created", _MOMENT, nullable=False),
        sa.Column("seen", _MOMENT, nullable=False),
    )
    op.create_table(
        "table",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("game", sa.String(20), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("board", sa.JSON),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("pace", sa.Integer, nullable=False),
        sa.Column("host", sa.String(24), sa.ForeignKey("person.id"), nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("next", sa.String(24)),
        sa.Column("created", _MOMENT, nullable=False),
        sa.Column("moved", _MOMENT, nullable=False),
    )
    op.create_index("ix_table_listed", "table", ["public", "status"])
    op.create_table(
        "seat",
        sa.Column("table_id", sa.String(24), sa.ForeignKey("table.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("person_id", sa.String(24), sa.ForeignKey("person.id")),
        sa.Column("level", sa.String(10)),
        sa.Column("name", sa.String(40), nullable=False),
    )
    op.create_index("ix_seat_person_id", "seat", ["person_id"])
    op.create_table(
        "entry",
        sa.Column("table_id", sa.String(24), sa.ForeignKey("table.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("verb", sa.String(10), nullable=False),
        sa.Column("action", sa.String(80), nullable=False),
        sa.Column("key", sa.String(64)),
        sa.Column("at", _MOMENT, nullable=False),
        sa.UniqueConstraint("table_id", "key"),
    )
