"""The independent chip model: see `kernel/icm/icm.hpp` for the method."""

import numpy as np
from numpy.typing import NDArray

def equities_at(
    shares: NDArray[np.float64], prizes: NDArray[np.float64], times: NDArray[np.float64], weights: NDArray[np.float64]
) -> NDArray[np.float64]: ...
