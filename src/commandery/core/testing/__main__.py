"""``python -m commandery.core.testing GAME '{"players": 3}' FIRST COUNT`` prints the fingerprint of these random games.

Run it with NUMBA_DISABLE_JIT=1 or NUMBA_BOUNDSCHECK=1 to compare interpreted or bounds-checked runs with compiled ones.
"""

from __future__ import annotations

import importlib
import json
import sys

from commandery.core.registry import find
from commandery.core.testing.traces import fingerprint

importlib.import_module("commandery.games")
name, options, first, count = sys.argv[1:5]
print(fingerprint(find(name).setup(**json.loads(options)), int(first), int(count)))
