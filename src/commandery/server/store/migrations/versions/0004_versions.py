"""Tables count how often they have changed; records are reviewed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("table", sa.Column("version", sa.Integer, nullable=False, server_default="0"))
    op.add_column("record", sa.Column("review", sa.JSON))
