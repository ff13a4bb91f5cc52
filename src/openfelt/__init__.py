"""openfelt: a poker room that runs by the rulebook.

>>> import openfelt
>>> openfelt.equity("AsKs", "QhQd").players[0].wins
787966
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

if os.environ.get("OPENFELT_PURE") == "1":
    from openfelt import pure as _pure

    _pure.run_the_source()

if TYPE_CHECKING:
    from openfelt.lab.equity import equity as equity
    from openfelt.room.evening import Evening as Evening

__version__ = "0.2.0"

__all__ = ["Evening", "__version__", "equity"]


def __dir__() -> list[str]:
    """What the package offers, loaded or not."""
    return sorted({*(name for name in globals() if name.startswith("__")), *__all__})


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever the name stands for
    """Load what is asked for, and what it needs, when it is first asked for: importing openfelt alone stays quick."""
    if name == "equity":
        from openfelt.lab.equity import equity  # noqa: PLC0415

        return equity
    if name == "Evening":
        from openfelt.room.evening import Evening  # noqa: PLC0415

        return Evening
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
