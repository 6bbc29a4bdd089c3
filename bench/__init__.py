"""Times and their ratios, measured side by side in one run: `make bench`, or `python -m bench [-o FILE]`.

Every table interleaves its contenders over several rounds and takes medians, because shared machines are noisy.
Nothing here is asserted: a bench says how fast, tests say whether right.
"""

import os

# What MuJoCo draws with is settled when it is first imported: a context without a window, as ours.
os.environ.setdefault("MUJOCO_GL", "egl")
