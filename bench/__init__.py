"""Benchmarks: times and their ratios, measured side by side in one run: `make bench`, or `python -m bench [-o FILE]`.

Every table interleaves its contenders over several rounds and takes medians, because shared machines are noisy.
Nothing is asserted here: benchmarks measure speed, tests check correctness.
"""

import os

# MuJoCo fixes its OpenGL backend when it is first imported: a context without a window, as ours.
os.environ.setdefault("MUJOCO_GL", "egl")
