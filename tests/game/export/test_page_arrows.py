"""The script of pages writes the same values and scales as the program, and cuts and hides the same arrows."""

import json
import shutil
import subprocess
from collections.abc import Sequence

import numpy as np
import pytest

from game.camera.camera import Camera
from game.model.arrow_scales import rounded_down, written
from game.model.arrow_views import beside_one_another, pixels_per_metre, share_inside
from game.model.frame import OverlayArrow, View
from tests.game.export.browser import WEB

pytestmark = pytest.mark.skipif(
    not shutil.which("node") or not (WEB / "node_modules" / "esbuild").is_dir(),
    reason="no Node.js or esbuild (npm install in web/)",
)
VALUES = (
    (106e3, "N"),
    (0.2, "rad/s"),
    (999.96, "N"),
    (5.0, "m/s"),
    (2e-4, "kg m²/s"),
    (1e-5, "kg m²/s"),
    (0.05, "N m"),
)
SCRIPT = """
import { build } from %(esbuild)s;
await build({ entryPoints: [%(source)s], bundle: true, format: "esm", outfile: %(bundle)s, logLevel: "error" });
const { Vectors, written, roundedDown } = await import(%(bundle)s);
const { values, arrow, view, pose, lengths, free, several } = %(data)s;
view.both = Float64Array.from(view.both);
const vectors = new Vectors([arrow], [{ unit: "N", length: arrow.length, color: [1, 1, 0] }], 0, { lift: 0 });
const seen = lengths.map((length) => {
  pose[5] = length / arrow.length;
  return vectors.seen(Float64Array.from(pose), view, 16 / 9, free);
});
const all = new Vectors(several.map(() => arrow), [], 0, { lift: 0 })
  .seen(Float64Array.from(several.flat()), view, 16 / 9, free);
console.log(JSON.stringify({
  beside: all.map(({ tail, tip }) => [tail, tip]),
  words: values.map(([value, unit]) => written(value, unit)), down: values.map(([value]) => roundedDown(value)),
  seen: seen.map((each) => each.map(({ tip, kind, said }) => ({ tip, kind, said }))),
  rows: vectors.rows(seen[0], view, [0, 0, 1], 720),
}));
"""


def found(
    tmp_path, view: View, free: list[float], lengths: list[float], several: Sequence[Sequence[float]] = ()
) -> dict:
    """Return what the script finds for one vertical arrow of these lengths [m], from a place in the middle.

    several: tails and vectors of arrows of one picture.
    """
    arrow = {"name": "force", "symbol": "F", "meaning": "", "unit": "N", "color": [1, 1, 0], "head": 0, "radius": 0.01,
             "length": 0.1, "longest": 5.0, "words": ""}  # fmt: skip
    both = (np.asarray(view.view, float) @ np.asarray(view.projection, float)).ravel().tolist()
    axes = np.asarray(view.view, float)[:3, :3].T.tolist()
    eye = np.asarray(view.eye, float).tolist()
    seen = {"both": both, "up": abs(float(view.projection[1, 1])), "axes": axes, "eye": eye}
    data = {"values": VALUES, "arrow": arrow, "view": seen, "pose": [0.0, 0.0, 1.0, 0.0, 0.0, 0.0],
            "lengths": lengths, "free": free, "several": several}  # fmt: skip
    paths = {"esbuild": WEB / "node_modules" / "esbuild" / "lib" / "main.js", "source": WEB / "src" / "arrows.ts",
             "bundle": tmp_path / "arrows.mjs"}  # fmt: skip
    script = tmp_path / "run.mjs"
    filled = {name: json.dumps(str(path)) for name, path in paths.items()}
    script.write_text(SCRIPT % {**filled, "data": json.dumps(data)}, "utf-8")
    done = subprocess.run(["node", script], capture_output=True, text=True, timeout=120, check=True)
    return json.loads(done.stdout)


def test_the_page_cuts_hides_and_writes_as_the_program_does(tmp_path):
    view = Camera((0.0, 0.0, 1.0), 1.0).view(16 / 9)
    pixel = 1.0 / pixels_per_metre(view, np.array([0.0, 0.0, 1.0]))
    free = [0.0, 0.25, 1.0, 1.0]
    lengths = [0.1, 7.5 * pixel, 11.0 * pixel, 13.0 * pixel, 4.0]
    page = found(tmp_path, view, free, lengths)
    assert page["words"] == [written(value, unit) for value, unit in VALUES]
    assert page["down"] == [rounded_down(value) for value, _ in VALUES]
    assert [len(each) for each in page["seen"]] == [1, 0, 0, 1, 1], "back only from 12 pixels on"
    whole, cut = page["seen"][0][0], page["seen"][-1][0]
    assert whole["tip"] == pytest.approx([0.0, 0.0, 1.1]) and whole["kind"] == 0 and whole["said"] == ""
    tail, tip = np.array([0.0, 0.0, 1.0]), np.array([0.0, 0.0, 5.0])
    share = share_inside(tail, tip, view, (0.0, 0.25, 1.0, 1.0))
    assert share is not None and share < 1.0
    assert cut["tip"] == pytest.approx(tail + share * (tip - tail)) and cut["kind"] == 4 and cut["said"] == "40 N"
    (row,) = page["rows"]
    assert row["text"].endswith(" N") and 36.0 <= row["length"] <= 90.0


def test_the_page_puts_arrows_beside_one_another_as_the_program_does(tmp_path):
    view = Camera((0.0, 0.0, 1.0), 1.0).view(16 / 9)
    rows = [[0, 0, 1, 0, 0, 4], [0, 0, 1, 0.15, 0.1, 3.5], [0, 0, 1.2, -0.1, 0.1, 5], [0, 0, 1, 3, 0, 3],
            [0.015, 0.01, 1.35, 0.0, 3.0, 0.0]]  # fmt: skip
    page = found(tmp_path, view, [0.0, 0.0, 1.0, 1.0], [0.1], rows)["beside"]
    ends = [(np.array(row[:3], np.float32), np.array(row[:3]) + 0.1 * np.array(row[3:])) for row in rows]
    arrows = [OverlayArrow(tail, tip.astype(np.float32), (1.0, 1.0, 0.0), "F", unit="N") for tail, tip in ends]
    beside_one_another(arrows, view)
    assert sum(not np.allclose(each.tail, tail) for each, (tail, _) in zip(arrows, ends, strict=True)) == 3
    assert np.array(page) == pytest.approx(np.array([[each.tail, each.tip] for each in arrows]), abs=1e-5)
