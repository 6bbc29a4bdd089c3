"""The fit of a free body to recordings of a thrown telephone, computed in a process of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.experiments.helper_task import HelperTask, answering
from physics import BadInput
from physics.compiled import helper_process

if TYPE_CHECKING:
    from physics.fitting.flight.attitude import Turning
    from physics.fitting.flight.recordings import RecordedFlights, ThrownFit, ThrownRecording

CODE = "from game.experiments.measurements.thrown_task import work; work()"


class ThrownRequest(NamedTuple):
    """What is to be found in recordings: their flights, and where it is wanted the body.

    windows: begin and end [s] of the flights of each recording, all empty for those that are found. near: inertia
    matrices (3, 3) from which the fit begins.
    """

    recordings: tuple[ThrownRecording, ...]
    windows: tuple[tuple[tuple[float, float], ...], ...]
    body: bool
    near: tuple[NDArray[np.float64], ...] = ()


class FoundBody(NamedTuple):
    """What a fit has found, and how the body has turned in each flight."""

    fit: ThrownFit
    turnings: tuple[Turning, ...]


class ThrownTask(HelperTask):
    """A search for flights, or a fit to them, in the background.

    flights: those of the recordings, None before they are known. found: the body, or the flights where no more is
    wanted; None before there is one.
    """

    code = CODE

    def __init__(self, request: ThrownRequest) -> None:
        self.request = request
        self.flights: RecordedFlights | None = None
        self.found: FoundBody | RecordedFlights | None = None
        super().__init__("thrown", request)

    @property
    def body(self) -> FoundBody | None:
        """The body that was found, None where there is none."""
        return self.found if isinstance(self.found, FoundBody) else None


def work() -> None:
    """Compute what is read from standard input; answers are written as pairs of a name and its value."""
    answer = answering()
    try:
        asked: ThrownRequest = helper_process.receive()
        find(asked, answer)
    except BadInput as error:
        answer("problem", str(error))


def find(asked: ThrownRequest, answer: Callable[[str, object], None]) -> None:
    """Find what is asked; `answer` is called with a name and its value. Raises BadInput."""
    from physics.fitting.flight.attitude import turning
    from physics.fitting.flight.recordings import fit_recorded, flights_of

    flights = flights_of(asked.recordings, asked.windows)
    answer("flights", flights)
    if not asked.body:
        answer("found", flights)
        return
    fit = fit_recorded(flights._replace(near=(*asked.near, *flights.near)), lambda part: answer("part", part))
    turnings = tuple(turning(fit.body, place) for place in range(len(fit.body.flights)))
    answer("found", FoundBody(fit, turnings))
