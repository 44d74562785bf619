"""People can come back with a name and a passphrase, and the house remembers how they like to play."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    with op.batch_alter_table("person") as person:
        person.add_column(sa.Column("wishes", sa.JSON, nullable=False, server_default="{}"))
        person.add_column(sa.Column("name", sa.String(40)))
        person.add_column(sa.Column("passphrase", sa.String(200)))
        person.create_unique_constraint("uq_person_name", ["name"])
