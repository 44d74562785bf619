"""Alembic's entry: migrates the connection that `Database.prepare` hands over."""

from __future__ import annotations

from alembic import context

from commandery.server.store.models import Base

context.configure(connection=context.config.attributes["connection"], target_metadata=Base.metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
