"""The games. Importing this package makes them known to `commandery.core.registry`."""

from commandery.games import journey as journey
from commandery.games import templar as templar
from commandery.games import templari as templari
