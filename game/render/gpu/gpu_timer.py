"""A timer of the graphics card that never waits for it."""

from __future__ import annotations

import moderngl


class PictureTimer:
    """Measures the card's time for the drawing inside `with timer:`.

    Two queries alternate: when one starts again its last result, two pictures old, has arrived.
    """

    def __init__(self, ctx: moderngl.Context) -> None:
        self._queries = [ctx.query(time=True), ctx.query(time=True)]
        self._asked = 0
        self.milliseconds = 0.0
        """Time of the picture before the last one [ms]; 0 while there is none."""

    def __enter__(self) -> PictureTimer:
        query = self._queries[self._asked % 2]
        if self._asked >= 2:
            self.milliseconds = query.elapsed * 1e-6
        query.__enter__()  # type: ignore[no-untyped-call]
        return self

    def __exit__(self, *_: object) -> None:
        self._queries[self._asked % 2].__exit__()
        self._asked += 1
