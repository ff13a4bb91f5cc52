"""Which table the tests run: the compiled one, as everybody does; its source while an edit has not been compiled yet.

So an edit of the table counts at once (`make setup` compiles it). Tests marked `source` bend a rule, which only the
source allows: `test_compiled.py` has them run in a process of their own. `OPENFELT_PURE=1 pytest` runs all of it from
the source.
"""

from __future__ import annotations

import os

from openfelt import pure

if "OPENFELT_PURE" not in os.environ:
    os.environ["OPENFELT_PURE"] = "0" if pure.is_current() else "1"
SOURCE = os.environ["OPENFELT_PURE"] == "1"
if SOURCE:
    pure.run_the_source()
