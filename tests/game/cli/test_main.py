"""The command line: exit codes, one-line errors, tables that can be read back."""

import contextlib
import csv
import io
import json
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import av
import click
import numpy as np
import pytest
from PIL import Image

from game import scenefile
from game.app import film
from game.cli import main as cli
from game.model.errors import CLOSED_PIPE
from game.session import advancing
from game.session.session import Session
from physics import BadInput
from tests.reference import case, quaternion_to_matrix
from tests.rotations import body_to_lab

ROOT = Path(__file__).parents[3]


def polhode(*arguments, cwd=None, env=None):
    """Run the program in a separate process."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **(env or {})}
    return subprocess.run(
        [sys.executable, "-m", "game", *arguments],
        capture_output=True,
        text=True,
        env=environment,
        cwd=cwd,
        check=False,
    )


def here(*arguments, cwd=None, env=None):
    """Run the command line in this process, with modules already loaded; returns its output and exit code."""
    written = [io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2)]
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(cwd or os.getcwd())
        patch.setattr(sys, "argv", ["polhode", *arguments])
        for name, value in (env or {}).items():
            patch.setenv(name, value)
        patch.setattr(cli, "arrived", lambda: None)  # it would keep all present objects from being freed
        patch.setattr(cli, "hurry", lambda: None)
        with redirect_stdout(written[0]), redirect_stderr(written[1]), pytest.raises(SystemExit) as ended:
            cli.main()
    for file in written:
        file.flush()
    output, errors = (file.buffer.getvalue().decode() for file in written)
    return subprocess.CompletedProcess(arguments, ended.value.code, output, errors)


def table(text):
    rows = list(csv.reader(line for line in text.splitlines() if not line.startswith("#")))
    return {name: np.array(column, float) for name, *column in zip(*rows, strict=True)}


def test_simulate_agrees_with_the_papers_cone(tmp_path):
    """Compare rk4, 1 ms, 10 s with the paper's start."""
    done = polhode(
        "simulate",
        "gyroscope",
        "--integrator",
        "rk4",
        "--dt",
        "1e-3",
        "--duration",
        "10",
        "-o",
        "a.csv",
        cwd=tmp_path,
    )
    assert done.returncode == 0
    got = table((tmp_path / "a.csv").read_text())
    reference = case("tops/cone_epfl")
    assert len(got["t"]) == 10001
    for expected in reference["expected"]:
        i = int(np.argmin(abs(got["t"] - expected["t"])))
        matrix = body_to_lab(got["psi"][i], got["theta"][i], got["phi"][i])
        error = np.abs(matrix - quaternion_to_matrix(expected["q"])).max()
        assert error <= reference["rk4_error_at_end"]["0.001"]
    assert np.ptp(got["energy"]) < 1e-6 * got["energy"][0]
    assert "energy" in done.stderr


def test_simulate_writes_to_standard_output_and_to_npz(tmp_path):
    done = here("simulate", "gyroscope", "--duration", "0.1", "--every", "0.05", "--init", "theta=45deg")
    got = table(done.stdout)
    assert got["theta"][0] == np.pi / 4
    assert got["t"].tolist() == [0, 0.05, 0.1]
    same = (
        "simulate",
        "gyroscope",
        "--duration",
        "0.1",
        "--every",
        "0.05",
        "--init",
        "theta=45deg",
        "-o",
        "a.npz",
    )
    assert here(*same, cwd=tmp_path).returncode == 0
    with np.load(tmp_path / "a.npz") as file:
        assert (file["theta"] == got["theta"]).all()
        assert "gyroscope" in str(file["configuration"])


def test_simulate_accepts_a_body_given_directly_and_reports_as_json():
    reference = case("tops/lagrange_generic")
    p, extra = reference["params"], reference["extra"]
    sets = {"body": "given", "mass": extra["m"], "distance": extra["d"], "I3": p["I_pivot"][2]}
    sets["I1"] = p["I_pivot"][0] - extra["m"] * extra["d"] ** 2
    names = ("psi", "theta", "phi", "psi_dot", "theta_dot", "phi_dot")
    inits = dict(zip(names, reference["initial"]["euler"], strict=True))
    words = [word for k, v in sets.items() for word in ("--set", f"{k}={v}")]
    words += [word for k, v in inits.items() for word in ("--init", f"{k}={v}")]
    done = here("simulate", "gyroscope", "--dt", "2.5e-4", "--duration", "3", "--json", *words)
    summary = json.loads(done.stdout)
    end = reference["expected"][-1]
    assert [summary["state"][n] for n in names[:3]] == pytest.approx(end["euler"], abs=1.2e-6)
    assert summary["invariants"]["energy"]["value"] == pytest.approx(end["E"], rel=1e-9)


def test_drift_of_the_energy_is_warned_of():
    run = here(
        "simulate", "rolling-body", "--set", "shape=disk", "--init", "omega_3=0.5", "--duration", "0.4", "--json"
    )
    assert "does not follow the motion" in json.loads(run.stdout)["warning"]
    assert "dop853" in run.stderr


def test_diverging_run_keeps_its_rows_and_exits_with_4():
    done = here("simulate", "gyroscope", "--integrator", "euler-cromer", "--duration", "10", "--every", "0.1")
    assert done.returncode == 4
    assert "euler-cromer with dt = 0.001 s stopped after t = 1.586 s" in done.stderr
    assert len(table(done.stdout)["t"]) > 10


WRONG = [
    (("simulate", "gyroscop", "--duration", "1"), "did you mean 'gyroscope'"),
    (("simulate", "gyroscope", "--duration", "soon"), "duration = 'soon'"),
    (("simulate", "gyroscope", "--duration", "-1"), "duration = -1 s"),
    (("simulate", "gyroscope"), "duration: gyroscope has no end of its own: give --duration"),
    (("simulate", "gyroscope", "--duration", "1", "--integrator", "rk5"), "did you mean 'rk4'"),
    (("simulate", "gyroscope", "--duration", "1", "--dt", "7"), "dt = 7 s: must be from"),
    (("simulate", "gyroscope", "--duration", "1", "--dt", "1 kg"), "unit 'kg' does not fit"),
    (
        ("simulate", "gyroscope", "--duration", "1", "--every", "0.0015"),
        "whole multiple of dt = 0.001 s, such as 0.002 s",
    ),
    (("simulate", "gyroscope", "--duration", "1", "--set", "mass"), "NAME=VALUE"),
    (("simulate", "gyroscope", "--duration", "1", "--set", "mas=1"), "did you mean 'mass'"),
    (("simulate", "gyroscope", "--duration", "1", "--set", "mass=1m"), "unit 'm' does not fit; allowed: kg"),
    (("simulate", "gyroscope", "--duration", "1", "--set", "mass=-1"), "mass = -1 kg: must be from"),
    (("simulate", "gyroscope", "--duration", "1", "--set", "distance=1"), "applies when body is given"),
    (("simulate", "gyroscope", "--duration", "1", "--init", "theta=0"), "singular"),
    (("simulate", "gyroscope", "--duration", "1", "-o", "nowhere/a.csv"), "nowhere/a.csv"),
    (("simulate", "gyroscope", "--duration", "1", "-o", "a.xlsx"), "must end in .csv"),
    (("simulate", "nothing.toml", "--duration", "1"), "nothing.toml"),
    (("render", "gyroscope", "-o", "a.xyz"), "a.xyz"),
    (("render", "gyroscope", "-o", "nowhere/a.mp4"), "nowhere"),
    (("render", "gyroscope", "-o", "a.mp4", "--size", "3x"), "WIDTHxHEIGHT"),
    (("render", "gyroscope", "-o", "a.mp4", "--camera", "up=3"), "up"),
    (("render", "gyroscope", "-o", "a.mp4", "--speed", "0"), "speed = 0"),
    (("render", "gyroscope", "-o", "a.mp4", "--duel", "heun"), "NAME=VALUE"),
    (("render", "gyroscope", "-o", "a.mp4", "--duel", "mas=3"), "did you mean 'mass'"),
    (("render", "gyroscope", "-o", "a.mp4", "--duel", "formulation=free-body"), "must be one of gyroscope"),
    (("simulat", "gyroscope"), "unknown command 'simulat' (did you mean 'simulate'?)"),
    (("lsit",), "unknown command 'lsit' (did you mean 'list'?)"),
    (("list", "gyroscop"), "did you mean 'gyroscope', 'gyrocompass', 'gyroscope-recipe'"),
    (("list", "gyroscop", "--json"), "did you mean 'gyroscope', 'gyrocompass', 'gyroscope-recipe'"),
    (("replay", "nothing.log"), "nothing.log: No such file"),
    (("replay",), "FILE"),
    (("run", "--quality", "best"), "best"),
    (("run", "--theme", "sepia"), "sepia"),
    (("run", "--ui-scale", "3"), "ui_scale = 3: must be from 1 to 2.5"),
    (("render", "gyroscope", "-o", "a.png", "--theme", "sepia"), "sepia"),
    (("render", "gyroscope", "-o", "a.png", "--ui-scale", "0.5"), "ui_scale = 0.5: must be from 1 to 2.5"),
    (("run", "--ui-scale", "nan"), "ui_scale = 'nan'"),
    (("run", "--seconds", "1e308"), "seconds = 1e+308 s: must be from 0"),
    (("render", "gyroscope", "-o", "a.mp4", "--size", "1" * 5000 + "x300"), "WIDTHxHEIGHT"),
    (("simulate", "gyroscope", "--duration", "1", "--set", "mass=1" + "0" * 400), "has 401 characters"),
    (("simulate", "gyroscope", "--duration", "1", "--set", "mass=1" + 90 * " " + "\nx"), "unit 'x' does not fit"),
    (("simulate", "a" * 5000 + ".toml", "--duration", "1"), " … "),
    (("simulate", "a\x1b[31mb.toml", "--duration", "1"), "a\ufffd[31mb.toml"),
    (("run", "--no-such-option"), "--no-such-option"),
    (("map", "heavy-top", "--size", "9" * 5000 + "x1"), "COLUMNSxROWS, each from 1 to 4096"),
    (("map", "heavy-top", "--size", "1x1x1"), "COLUMNSxROWS"),
    (("scan", "trebuchet", *2 * ("--over", "sling=3..8:" + "9" * 5000)), "COUNT must be from 2 to 1000"),
    (("simulate", "gyroscope", "--duration", "1e6", "--dt", "1e-7"), "rows: at most 1e+11 are written"),
]


DIGITS = "9" * 5000
TYPED = [
    (name, option)
    for name, command in cli.commands.commands.items()
    for option in command.params
    if not isinstance(option.type, click.types.StringParamType | click.types.BoolParamType | click.Choice)
]


@pytest.mark.parametrize(("name", "option"), TYPED, ids=[f"{name} {option.opts[-1]}" for name, option in TYPED])
def test_numbers_of_thousands_of_digits_are_bad_input(name, option):
    for text in (
        DIGITS,
        "-" + DIGITS,
        f"{DIGITS}x1",
        f"1x{DIGITS}",
        f"0.{DIGITS}",
        f"1e{DIGITS}",
        f"{DIGITS}/{DIGITS}",
    ):
        with contextlib.suppress(click.UsageError, BadInput):
            option.type.convert(text, option, None)


@pytest.mark.parametrize(("arguments", "says"), WRONG, ids=[" ".join(a) for a, _ in WRONG])
def test_bad_input_is_one_line_and_exit_code_2(arguments, says, tmp_path):
    run = polhode if arguments == WRONG[0][0] else here
    done = run(*arguments, cwd=tmp_path)
    assert done.returncode == 2, done.stderr
    assert says in done.stderr
    assert done.stderr.strip().count("\n") == 0
    assert done.stdout == ""
    assert list(tmp_path.iterdir()) == []


def test_aliases_of_a_start_and_events_of_a_run_are_in_the_json():
    words = ("--set", "recipe=restarted", "--init", "phi_dot=600rpm", "--init", "theta=40deg")
    done = here("simulate", "gyroscope-recipe", *words, "--duration", "1", "--json")
    summary = json.loads(done.stdout)
    assert done.returncode == 0, done.stderr
    assert {event["name"] for event in summary["events"]} == {"turning", "leaving"}
    assert all(0 < event["time"] <= 1 and event["meaning"] for event in summary["events"])
    done = here("simulate", "heavy-top", *words[2:], "--duration", "0", "-o", "-")
    got = table(done.stdout)
    assert got["theta"][0] == pytest.approx(np.radians(40))
    assert got["omega_3"][0] == pytest.approx(20 * np.pi)
    done = here("simulate", "gyroscope-recipe", "--set", "recipe=restarted", "--duration", "9", "--every", "1")
    lines = done.stderr.splitlines()
    assert "drift" in lines[0]
    assert len(lines) == 1 + 20 + 1
    assert lines[1].startswith("t = 0.01") and "turning point" in lines[1]
    assert lines[11].startswith("and ")


def test_duel_of_the_command_line_is_in_the_picture(tmp_path):
    words = ("--duration", "0.3", "--fps", "10", "--size", "160x120", "--quality", "low", "--no-hud")
    ghosts = ("--duel", "body=disk,stem=0.1", "--duel", "formulation=heavy-top,integrator=gauss4,dt=2e-3")
    for name, more in (("a.png", ()), ("b.png", ghosts)):
        done = here("render", "paper-cone", *words, *more, "-o", name, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
    without, with_ghosts = (np.asarray(Image.open(tmp_path / name)).astype(int) for name in ("a.png", "b.png"))
    assert (np.abs(with_ghosts - without).max(axis=2) > 20).sum() > 100


def test_list_shows_the_declarations_of_systems_as_text_and_json():
    catalogue = json.loads(here("list", "--json").stdout)
    top = catalogue["systems"]["gyroscope"]
    assert top["parameters"]["gravity"] | {"unit": "m/s²", "default": 9.81} == top["parameters"]["gravity"]
    assert list(top["variables"]) == ["psi", "theta", "phi", "psi_dot", "theta_dot", "phi_dot"]
    assert list(top["invariants"]) == ["energy", "L_z", "L_3", "coplanarity"]
    assert catalogue["integrators"]["newmark"]["order"] == 2
    assert "fast-cone" in catalogue["scenes"]
    heavy = catalogue["systems"]["heavy-top"]
    assert list(heavy["aliases"]) == ["psi", "theta", "phi", "psi_dot", "theta_dot", "phi_dot"]
    assert heavy["formulations"] == ["gyroscope", "gyroscope-integrals", "gyroscope-recipe", "heavy-top"]
    assert list(catalogue["systems"]["sliding-body"]["events"]) == ["lift-off", "landing", "touch"]
    assert json.loads(here("list", "gyroscope", "--json").stdout) == {"systems": {"gyroscope": top}}
    overview = here("list", env={"COLUMNS": "80"}).stdout
    assert all(word in overview for word in ("paper-cone", "gyroscope-integrals", "newmark"))
    details = here("list", "gyroscope", env={"COLUMNS": "80"}).stdout
    assert all(word in details for word in ("paper-cone", "gravity", "m/s²", "theta_dot", "newmark"))


@pytest.mark.long
def test_closed_pipe_is_no_error():
    command = f"{sys.executable} -m game simulate gyroscope --duration 20 | head -1"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == CLOSED_PIPE
    assert done.stdout.startswith("# polhode")
    assert "Traceback" not in done.stderr


def test_version_and_help_are_printed():
    assert here("--version").stdout.startswith("polhode ")
    assert "simulate" in here("--help").stdout
    assert "--integrator" in here("simulate", "--help").stdout


def test_heavy_modules_are_imported_only_when_needed():
    script = (
        "import sys; sys.argv = ['polhode', '--version']\n"
        "try:\n    from game.cli.main import main; main()\nexcept SystemExit: pass\n"
        "bad = {'pygame', 'moderngl', 'imgui_bundle', 'av', 'PIL', 'rich', 'scipy', 'numba'} & set(sys.modules)\n"
        "assert not bad, bad"
    )
    subprocess.run([sys.executable, "-c", script], check=True, cwd=ROOT, capture_output=True)


NO_DRIVER = {
    "__EGL_VENDOR_LIBRARY_DIRS": "/nonexistent",
    "__EGL_VENDOR_LIBRARY_FILENAMES": "/nonexistent",
    "SDL_VIDEODRIVER": "",
    "DISPLAY": "",
    "WAYLAND_DISPLAY": "",
}


@pytest.mark.parametrize(
    "arguments",
    [
        ("render", "gyroscope", "--duration", "0.1", "-o", "a.png"),
        *(pytest.param((command,), marks=pytest.mark.long) for command in ("run", "doctor")),
    ],
    ids=" ".join,
)
def test_missing_opengl_names_the_packages_and_exits_with_3(arguments, tmp_path):
    done = polhode(*arguments, cwd=tmp_path, env={**NO_DRIVER, "HOME": str(tmp_path)})
    assert done.returncode == 3
    assert "apt install" in done.stderr + done.stdout
    assert "Traceback" not in done.stderr


NO_DISPLAY = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "SDL_VIDEODRIVER": ""}


def check_video_without_a_display(done, folder, frames):
    assert done.returncode == 0, done.stderr
    assert "no display" in done.stderr
    (video,) = folder.glob("fast-cone-*.mp4")
    with av.open(str(video)) as file:
        assert sum(1 for _ in file.decode(video=0)) == frames


def test_run_without_a_display_renders_a_video(tmp_path, monkeypatch):
    """Check that 10 s are asked for, of which a twentieth is rendered here."""
    render, asked = film.render, []

    def shorter(*arguments, duration, **options):
        asked.append(duration)
        return render(*arguments, duration=duration / 20.0, **options)

    monkeypatch.setattr(film, "render", shorter)
    done = here("run", "--size", "64x48", "--quality", "low", "--captures", str(tmp_path), env=NO_DISPLAY)
    check_video_without_a_display(done, tmp_path, 30)
    assert asked == [10.0]


@pytest.mark.long
def test_seconds_without_a_display_are_those_of_the_video(tmp_path):
    size = ("--size", "64x48", "--quality", "low")
    done = here("run", *size, "--seconds", "0.2", "--captures", str(tmp_path), env=NO_DISPLAY)
    assert "rendering 0.2 s" in done.stderr
    check_video_without_a_display(done, tmp_path, 12)


@pytest.mark.long
def test_a_process_without_a_display_renders_a_whole_video(tmp_path):
    words = ("--size", "64x48", "--quality", "low", "--seconds", "0.5")
    done = polhode("run", *words, "--captures", str(tmp_path), env=NO_DISPLAY)
    check_video_without_a_display(done, tmp_path, 30)


def test_render_is_reproducible_for_pictures_and_videos(tmp_path):
    # From a place of its own: a picture without panels would be framed by what it shows, a video by what comes next.
    # Without names, which glide in a video, and are at their best places in a picture alone.
    scene = (ROOT / "assets/presets/loops.toml").read_text("utf-8")
    placed = scene.replace("[parameters]", "[camera]\ndistance = 0.45\n[parameters]")
    placed = placed.replace("[overlays]\n", "[overlays]\nvectors = false\n")
    (tmp_path / "placed.toml").write_text(placed, "utf-8")
    words = ("--duration", "0.25", "--fps", "20", "--size", "160x120", "--quality", "low", "--no-hud")
    for run, name in ((polhode, "a.png"), (here, "b.png"), (here, "c.mp4")):
        done = run("render", "placed.toml", *words, "-o", name, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
    first, second = (np.asarray(Image.open(tmp_path / name)) for name in ("a.png", "b.png"))
    assert first.shape == (120, 160, 3)
    assert first.std() > 20
    assert (first == second).all()
    with av.open(str(tmp_path / "c.mp4")) as file:
        frames = [frame.to_ndarray(format="rgb24").astype(int) for frame in file.decode(video=0)]
    assert len(frames) == 5
    # Means of blocks of 4 × 4: a video has colours for 2 × 2 pixels, and keeps edges only roughly.
    blocks = [np.asarray(each, float).reshape(30, 4, 40, 4, 3).mean(axis=(1, 3)) for each in (*frames[-2:], first)]
    before, last = (np.abs(each - blocks[-1]).mean() for each in blocks[:2])
    assert last < 4 and last < 0.6 * before, "the video ends with the picture, which is exposed for a shorter time"
    assert np.abs(frames[0] - frames[-1]).mean() > 0.2


@pytest.mark.long
def test_render_takes_theme_and_scale_from_the_command_line_alone(tmp_path):
    """Settings made in the window do not affect recordings."""
    words = ("--duration", "0.05", "--fps", "20", "--size", "960x600", "--quality", "low@0.5")
    mine = tmp_path / "polhode"
    mine.mkdir()
    (mine / "settings.json").write_text('{"theme": "light", "ui_scale": 1.5}')
    pictures = {}
    for name, more in {"usual": (), "dark": ("--theme", "dark"), "light": ("--theme", "light"),
                       "large": ("--ui-scale", "1.5")}.items():  # fmt: skip
        done = here(
            "render", "loops", *words, *more, "-o", f"{name}.png", cwd=tmp_path, env={"XDG_CONFIG_HOME": str(tmp_path)}
        )
        assert done.returncode == 0, done.stderr
        pictures[name] = np.asarray(Image.open(tmp_path / f"{name}.png").convert("RGB"), int)
    assert np.array_equal(pictures["usual"], pictures["dark"])
    bar = np.s_[550:580, 360:600]
    assert pictures["light"][bar].mean() > pictures["dark"][bar].mean() + 80
    assert (abs(pictures["large"] - pictures["dark"]).max(axis=2) > 40).mean() > 0.05


def test_render_shows_the_copies_of_an_ensemble(tmp_path):
    words = ("--duration", "0.1", "--fps", "10", "--size", "160x120", "--quality", "low", "--no-hud")
    copies = ("--ensemble", "200", "--spread", "theta=40deg")
    for name, more in (("a.png", ()), ("b.png", copies)):
        done = here("render", "paper-cone", *words, *more, "-o", name, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
    without, with_copies = (np.asarray(Image.open(tmp_path / name)).astype(int) for name in ("a.png", "b.png"))
    assert (np.abs(with_copies - without).max(axis=2) > 40).sum() > 60
    done = here("render", "loops", "--spread", "theta=1e-3", "-o", "c.png", cwd=tmp_path)
    assert done.returncode == 2
    assert "needs --ensemble N" in done.stderr


def test_rendering_a_diverging_run_exits_with_4(tmp_path):
    words = ("--integrator", "euler-cromer", "--speed", "10", "--duration", "0.5", "--fps", "10", "--size", "96x64")
    done = here("render", "gyroscope", *words, "-o", "a.png", cwd=tmp_path)
    assert done.returncode == 4
    assert "stopped after t = 1.586 s" in done.stderr
    assert (tmp_path / "a.png").exists()


def test_doctor_names_every_library_and_the_driver():
    done = polhode("doctor")
    assert done.returncode == 0
    for word in ("numpy", "moderngl", "imgui-bundle", "OpenGL", "H.264"):
        assert word in done.stdout
    assert "missing" not in done.stdout


def test_log_needs_a_display(tmp_path):
    environment = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "SDL_VIDEODRIVER": ""}
    done = polhode("run", "--log", "a.log", cwd=tmp_path, env=environment)
    assert (done.returncode, done.stdout) == (2, "")
    assert "--log a.log: there is no display" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_replay_exits_with_0_for_the_same_1_for_a_difference_and_2_for_bad_input(tmp_path):
    session = Session(scenefile.load("loops"))
    advancing.advance_frame(session, 1)
    path = tmp_path / "a.log"
    session.past.write(path, session.simulation)
    done = here("replay", str(path))
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("The same: ticks: ")
    text = path.read_text()
    path.write_text(text[:-6] + '0"}\n')
    done = here("replay", str(path))
    assert done.returncode == 1
    assert f"differs at tick {session.simulation.tick} " in done.stderr
    path.write_text(text[:-6])
    done = here("replay", str(path))
    assert done.returncode == 2
    assert done.stderr.strip().count("\n") == 0
    assert "line " in done.stderr


@pytest.mark.parametrize("encoding", ["ascii", pytest.param("cp1252", marks=pytest.mark.long)])
def test_a_console_of_few_characters_shows_the_lists(encoding):
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": encoding}
    words = [sys.executable, "-m", "game", "list", "gyroscope"]
    done = subprocess.run(words, env=environment, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert b"System gyroscope" in done.stdout and b"?" in done.stdout
