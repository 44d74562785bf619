"""People can come back with a name and a passphrase, and the house remembers how they like to play."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("person", sa.Column("wishes", sa.JSON, nullable=False, server_default="{}"))
    op.add_column("person", sa.Column("name", sa.String(40)))
    op.add_column("person", sa.Column("passphrase", sa.String(200)))
    op.create_index("ix_person_name", "person", ["name"], unique=True)
