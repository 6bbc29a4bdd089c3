"""Recordings that take long: three minutes in the window, and a film in 4K; memory stays bounded."""

import subprocess
import sys
from pathlib import Path

import av
import pytest

MINUTES = 3
MAX_GROWTH, MAX_MEMORY = 250.0, 2500.0
"""Resident memory [MB] that three minutes of recording may add, and that a film in 4K may need."""


def memory(process):
    """Return resident memory, now and at its highest [MB]."""
    words = dict(line.split(":", 1) for line in Path(f"/proc/{process.pid}/status").read_text("ascii").splitlines())
    return tuple(int(words[key].split()[0]) / 1024.0 for key in ("VmRSS", "VmHWM"))


def contents(path):
    """Return the number of pictures of a video, its duration [s] and the size of its last picture."""
    with av.open(str(path)) as file:
        stream = file.streams.video[0]
        times = [float(picture.pts * stream.time_base) for picture in file.decode(stream)]
        return len(times), times[-1], (stream.width, stream.height)


@pytest.mark.long
def test_three_minutes_in_the_window_are_recorded(polhode, record_property):
    program = polhode("wing-nut", "--quality", "low", "--size", "640x360")
    program.key("F9")
    program.until("ten seconds of video", lambda now: (now["recording"] or 0.0) > 10.0)
    early, _ = memory(program.process)
    for second in range(20, 60 * MINUTES + 1, 10):
        program.until("more video", lambda now, second=second: (now["recording"] or 0.0) > second)
        del program.said[:-100]
    late, _ = memory(program.process)
    program.key("F9")
    (video,) = program.captured("[!.]*.mp4")
    assert program.quit() == (0, "")
    count, duration, _ = contents(video)
    size = video.stat().st_size / 1e6
    record_property("counts", f"{count} pictures, {duration:.1f} s, {size:.0f} MB; memory {early:.0f} to {late:.0f} MB")
    assert duration >= 60.0 * MINUTES
    assert late - early < MAX_GROWTH


@pytest.mark.long
def test_a_film_in_4k_has_all_its_pictures(tmp_path, record_property):
    words = ("--duration", "0.5", "--fps", "30", "--size", "3840x2160", "--quality", "low")
    command = [sys.executable, "-m", "game", "render", "wing-nut", *words, "-o", str(tmp_path / "a.mp4")]
    peak = 0.0
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        while process.poll() is None:
            try:
                peak = max(peak, memory(process)[1])
                process.wait(0.2)
            except (subprocess.TimeoutExpired, KeyError):
                continue
    count, _, size = contents(tmp_path / "a.mp4")
    record_property("counts", f"{count} pictures of {size[0]}x{size[1]}; at most {peak:.0f} MB")
    assert (process.returncode, count, size) == (0, 15, (3840, 2160))
    assert peak < MAX_MEMORY
