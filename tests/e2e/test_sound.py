"""Sound of the window: played by a device of SDL that writes a file, and recorded beside the pictures."""

import av
import numpy as np
import pytest

RATE = 48_000


def sound_of(path):
    with av.open(path) as container:
        video = container.streams.video[0]
        seconds = float(video.duration * video.time_base)
        frames = [frame.to_ndarray().reshape(-1) for frame in container.decode(audio=0)]
    return seconds, np.concatenate(frames)


@pytest.mark.long
def test_what_moves_is_heard_and_recorded(tmp_path, polhode, monkeypatch):
    raw = tmp_path / "played"
    monkeypatch.setenv("SDL_AUDIODRIVER", "disk")
    monkeypatch.setenv("SDL_DISKAUDIOFILE", str(raw))
    program = polhode("bicycle", "--size", "640x400", "--quality", "low@0.5")
    program.until("some motion", lambda now: now["frame"] > 10)
    program.key("F9")
    program.until("a second of video", lambda now: (now["recording"] or 0.0) > 1.0)
    program.key("F9")
    program.until("no recording", lambda now: now["recording"] is None)
    program.key("ctrl+m")
    program.frames(10)
    (video,) = program.captured("[!.]*.mp4")
    program.quit()
    seconds, heard = sound_of(video)
    assert abs(len(heard) / RATE - seconds) < 0.15
    loud = np.abs(heard[RATE // 5 : round(seconds * RATE) - RATE // 5])
    assert np.sqrt(np.mean(loud**2)) > 0.01
    assert np.abs(np.fromfile(raw, np.int16)).max() > 300
