"""Where a page places what hangs on something: as the program does, in runs of presets."""

import json
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from game.export.attachment import described_hold, local_of
from game.export.exported_picture import described_ropes, frame_of, phase_of
from game.looks.generic import whole_pose
from game.model.hold import Moving, placed
from tests.game.looks.test_holds import apart, states_of

SCRIPT = Path(__file__).with_name("place_holds.mjs")
ESBUILD = Path(__file__).parents[3] / "web" / "node_modules" / "esbuild"

pytestmark = pytest.mark.skipif(
    not (shutil.which("node") and ESBUILD.is_dir()), reason="no Node.js or esbuild (npm install in web/)"
)


class Numbers:
    """Arrays as lists, in place of the binary part of a page."""

    def add(self, rows, _kind):
        return np.asarray(rows, float).ravel().tolist()


@pytest.mark.parametrize(
    "name",
    [
        "coin",
        "propped",
        "golf-ball",
        "stirred-chain",
        "ponytail",
        "whip",
        "wilberforce",
        "bungee",
        "kapitza",
        "pantheon",
    ],
)
def test_a_page_places_parts_where_the_program_does(name):
    look, states = states_of(name)
    states = states[:12:2]
    ropes, numbers = [], Numbers()
    frames = [frame_of(look, shown, overlays=False) for shown in states]
    count = min(len(frame.instances) for frame in frames)
    kept = [k for k in range(count) if not isinstance(frames[0].instances[k].on, Moving)]
    holds = [frames[0].instances[k].on for k in kept]
    hung = [{**described_hold(each, ropes), "local": local_of(each).ravel().tolist()} for each in holds]
    poses = [whole_pose(look, shown.system, shown.y) for shown in states]
    phases = [phase_of(shown.system, shown.y) for shown in states]
    asked = {
        "hung": hung,
        "ropes": described_ropes(ropes, numbers),
        "states": [
            {"world": [each.ravel().tolist() for each in pose], "phase": list(phase)}
            for pose, phase in zip(poses, phases, strict=True)
        ],
    }
    done = subprocess.run(["node", SCRIPT], input=json.dumps(asked), capture_output=True, text=True, check=True)
    for frame, found, pose, phase in zip(frames, json.loads(done.stdout), poses, phases, strict=True):
        for k, hold, numbers_found in zip(kept, holds, found, strict=True):
            model = np.reshape(numbers_found, (4, 4))
            if getattr(hold, "rope", None) is None:
                assert model == pytest.approx(placed(hold, pose, phase), rel=1e-5, abs=1e-5), k
            assert apart(frame.instances[k], model) < 2e-4, k
