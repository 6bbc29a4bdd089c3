"""What a person has achieved at challenges, kept in a folder of their own: a list, and the log that proves each."""

from __future__ import annotations

import contextlib
import hashlib
import re
from pathlib import Path

import msgspec

from game.model import settings
from game.model.errors import RecordingError
from game.model.replacement import replacing
from game.scenefile import MEDALS, Scene
from physics import BadInput
from physics.text_files import read_text

LIST = "records.json"
"""The name of the file with the best results."""
MOST_BYTES = 1_000_000
"""Greatest size of that [bytes]."""


class ChallengeRecord(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The best result at a challenge. log: the name of the file beside the list that proves it."""

    title: str
    score: float
    medal: str
    log: str


def key_of(scene: Scene) -> str:
    """Return what stands for a challenge in the list: its name, with a hash of the scene and its rules.

    Where these are changed, it is another challenge.
    """
    counts = scene.system, scene.integrator, scene.dt, scene.settings, scene.parameters, scene.initial, scene.challenge
    name = re.sub(r"[^a-z0-9]+", "-", scene.name.casefold()).strip("-")[:40]
    return f"{name}-{hashlib.sha256(msgspec.json.encode(counts, order='deterministic')).hexdigest()[:12]}"


class ChallengeRecords:
    """The results in a folder; it is made with the first. found: by the keys of challenges."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder if folder is not None else settings.settings_file().parent / "challenges"
        self.found = self._read()

    def _read(self) -> dict[str, ChallengeRecord]:
        """Return what the list holds; one that is damaged is put aside as records.json.bad."""
        path = self.folder / LIST
        try:
            if not path.exists():
                return {}
            found = msgspec.json.decode(read_text(path, MOST_BYTES), type=dict[str, ChallengeRecord])
            return {key: each for key, each in found.items() if each.medal in MEDALS}
        except (OSError, BadInput, msgspec.DecodeError, UnicodeError):
            with contextlib.suppress(OSError):
                path.replace(path.with_name(f"{LIST}.bad"))
            return {}

    def best(self, scene: Scene) -> ChallengeRecord | None:
        """Return the best result at the challenge of a scene as it is in its file, None without one."""
        return self.found.get(key_of(scene))

    def keep(self, scene: Scene, score: float, medal: str, log: bytes) -> bool:
        """Keep a result with its log if it is the best so far; return whether it is.

        Raises RecordingError where it cannot be written.
        """
        before, key = self.best(scene), key_of(scene)
        assert scene.challenge is not None
        if before is not None and not scene.challenge.better(score, before.score):
            return False
        name = f"{key}.log"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise RecordingError(f"cannot make the folder {self.folder}: {error.strerror}") from None
        with replacing(self.folder / name) as part:
            part.write_bytes(log)
        self.found = {**self.found, key: ChallengeRecord(scene.title, score, medal, name)}
        with replacing(self.folder / LIST) as part:
            part.write_bytes(msgspec.json.format(msgspec.json.encode(self.found)))
        return True
