"""Conformance: what every game, option set and number of players must hold to. Shipped, for games of others too.

`conform` runs all checks; each is a function of its own and raises AssertionError with the seed and place of the fault.
"""

from commandery.core.testing.play import (
    check_actions,
    check_copies,
    check_layout,
    check_record,
    check_rules,
    check_undo,
    conform,
)
from commandery.core.testing.secrecy import check_planted_leaks, check_redeal, check_redeal_varies, check_sealed, check_secrets
from commandery.core.testing.traces import final_states, fingerprint
from commandery.core.testing.walks import walk

__all__ = [
    "check_actions", "check_copies", "check_layout", "check_planted_leaks", "check_record", "check_redeal",
    "check_redeal_varies", "check_rules", "check_sealed", "check_secrets", "check_undo", "conform", "final_states",
    "fingerprint", "walk",
]  # fmt: skip
