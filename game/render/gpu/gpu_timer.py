"""A timer of the graphics card that never waits for it."""

from __future__ import annotations

import moderngl


class PictureTimer:
    """Times the card for what is drawn inside `with timer:`.

    Two queries take turns: when one begins anew its last answer, two pictures old, has long arrived.
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
