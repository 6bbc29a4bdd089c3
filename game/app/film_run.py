"""The run of a film without its pictures: the session, advanced from picture to picture, and what is heard of it."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from game.experiments.cloud import compile_for
from game.model.recording import Samples
from game.scenefile import Scene
from game.session import advancing
from game.session.exposure import MOST, Exposure
from game.session.files.log_run import LogRun
from game.session.forecast import compile_thoroughly
from game.session.kept_range import KeptRange, Rerun
from game.session.loop_period import find_period
from game.session.past.event_log import EventLog
from game.session.session import Session
from game.sound.synthesis import Synthesizer
from game.sound.tape import FILM_RATE, MotionTape
from physics import BadInput


class FilmOptions(NamedTuple):
    """Options of a rendered sequence.

    transparent: without floor and sky. blur: greatest number of moments whose mean a picture is. enlarged: factor about
    the middle of the picture. loop: a loop of one period. kept: what a session has kept, to be shown again. log: what
    was done in a session, to be done again; speed: of all its scenes, or None for that of each. supersample: each
    picture is the mean of one so many times as large. sound: what sounds is heard. plate: number of
    poses of the whole motion in one picture, or 0. long_exposure: the whole motion in one picture. poster: the last
    picture above a band with title, equations and values. moment: a picture is framed by what it shows alone, not by
    what comes before and after. titled: a film without panels begins with its title.
    """

    transparent: bool = False
    blur: int = MOST
    enlarged: float = 1.0
    loop: bool = False
    kept: KeptRange | None = None
    log: EventLog | None = None
    speed: float | None = None
    supersample: int = 1
    sound: bool = True
    plate: int = 0
    long_exposure: bool = False
    poster: bool = False
    moment: bool = False
    titled: bool = False

    @property
    def still(self) -> bool:
        """True if the picture is one for itself, and none of a film."""
        return self.moment or self.poster


USUAL = FilmOptions()


class FilmRun:
    """The run of a film, at its beginning.

    session: of its scene. logged: the log that it does again, or None. finished: the run has come to the end of its
    log. Raises BadInput.
    """

    def __init__(self, scene: Scene, options: FilmOptions = USUAL) -> None:
        if scene.ensemble.copies:
            compile_for(scene.simulation(), scene.ensemble.copies)
        self.session = Session(scene.changed(paused=False))
        self.session.scene.camera.check(self.session.simulation.system)
        compile_thoroughly(self.session.simulation)
        if self.session.run.arrival:
            self.session.simulation.compile()
            advancing.arrive(self.session)
        self.logged = None if options.log is None else LogRun(self.session, options.log, options.speed)
        kept = None if options.kept is None else Rerun(self.session, options.kept)
        self._rerun: Rerun | LogRun | None = self.logged or kept
        self._voice: Synthesizer | None = None
        self._made: list[Samples] = []

    def enter_loop(self, longest: float, fps: int) -> tuple[int, int, str]:
        """Fit the speed to a loop; return its pictures, how often it must be run before, and a line about it.

        longest: duration [s] of the video. The speed is changed a little, so that the period is a whole number of
        pictures. Raises BadInput where the motion does not return.
        """
        session = self.session
        found = find_period(session, longest)
        if found is None:
            raise BadInput(f"loop: the motion does not return within {longest:g} s of video; try a longer duration")
        frames = max(2, round(found.seconds / session.clock.speed * fps))
        session.clock.speed = found.seconds * fps / frames
        missing = "closed" if found.exact else f"seam {math.degrees(found.seam):.2g}°"
        laps = math.ceil(session.look.life / found.seconds) if session.run.shown.traces else 1
        return frames, laps, f"Loop of {found.seconds:.6g} s in {frames} pictures, {missing}"

    def advance(self, fps: int, exposure: Exposure) -> None:
        """Advance by the time of one picture."""
        if self._rerun is None:
            advancing.advance_frame(self.session, fps, exposure)
        else:
            self._rerun.advance_frame(fps, exposure)
        if self._voice is not None:
            self._made.append(self._voice.play(advancing.cut_tape(self.session, 1 / fps)))

    @property
    def sounds(self) -> bool:
        """True where something of it may be heard: its system, or others that are opened in its log."""
        session = self.session
        return self.logged is not None or bool(session.look.sounds(session.simulation.system))

    def listen(self) -> None:
        """Make sound from now on."""
        self.session.tape, self._voice = MotionTape(FILM_RATE), Synthesizer()

    def take_sound(self, ends: bool = False) -> Samples:
        """Return the samples that were made since the last call, (n,); ends: with those that are held back."""
        if ends and self._voice is not None:
            self._made.append(self._voice.finish())
        made, self._made = self._made, []
        return np.concatenate(made) if made else np.empty(0, np.int16)
