"""Command line. It imports heavy modules only where needed, because the first frame waits for its imports."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import click

import physics
from game import interruption
from game.app.desktop_settings import USUAL_SIZE
from game.cli import stopping, streams
from game.cli.lazy_scene import check_start, scene_of
from game.cli.new import new
from game.cli.options import (
    ENSEMBLE_OPTIONS,
    FILM_SIZE,
    LOOK_OPTIONS,
    PICTURE_OPTIONS,
    SCENE_OPTIONS,
    WINDOW_SIZE,
    NumberOption,
    RateOption,
    options,
)
from game.cli.studies import study_commands
from game.model.errors import (
    BAD_INPUT,
    CLOSED_PIPE,
    FAULT,
    INTERRUPTED,
    NO_OPENGL,
    NoDisplay,
    NoOpenGL,
    RecordingError,
)
from game.startup import arrived, hurry
from physics import BadInput

MAX_MESSAGE = 2000
"""Greatest length of an error message [characters]: lists of names are long."""
PROGRAM, COMPLETE = "polhode", "_POLHODE_COMPLETE"
"""Name of the command, and the variable by which a shell asks it for completions."""
CLOSE_TO_COMMAND = 0.75
"""Least likeness to a command of a first word that is taken for a misspelt one, as `difflib` measures it."""
SHELLS = "bash", "zsh", "fish"
MAX_SECONDS = 1e6
"""Longest time after which a window quits by itself [s]."""
RECORDINGS = ".csv", ".tsv", ".txt", ".dat", ".zip"
"""Endings of files that `run` opens as if they were dropped on the window."""
MACHINE_FILES = ".xml", ".urdf"
"""Endings of files of machines in MJCF and URDF."""
WITHOUT_DISPLAY = 10.0
"""Length of the video that `run` renders without a display where no `--seconds` are given [s]."""


class DefaultToRun(click.Group):
    """Command group in which `polhode`, `polhode SCENE` and `polhode --option` mean `polhode run …`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Insert `run` before arguments that begin with neither a command nor an option of the group itself."""
        own = {"--help", "-h", "--version"}
        if ctx.resilient_parsing and not args:  # a shell asks for the first word
            return super().parse_args(ctx, args)
        if not args or (args[0] not in self.commands and args[0] not in own):
            self._check_first(ctx, args)
            args = ["run", *args]
        with streams.noticed():  # help is printed here
            return super().parse_args(ctx, args)

    def _check_first(self, ctx: click.Context, args: list[str]) -> None:
        """Refuse a first word that is nearly a command, and no scene."""
        if not args or args[0].startswith("-") or ctx.resilient_parsing:
            return
        from difflib import get_close_matches

        near = get_close_matches(args[0], self.commands, n=1, cutoff=CLOSE_TO_COMMAND)
        if near:
            from game.scenefile.loading import is_scene

            if not is_scene(args[0]):
                raise BadInput(f"unknown command {args[0]!r} (did you mean {near[0]!r}?); all commands: polhode --help")

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        with streams.noticed():
            return super().invoke(ctx)


@click.group(cls=DefaultToRun, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(physics.__version__, message="polhode %(version)s")
def commands() -> None:
    """A real-time 3D laboratory of classical mechanics."""


for each in (*study_commands.COMMANDS, new):
    commands.add_command(each)


@commands.command()
@options(SCENE_OPTIONS, PICTURE_OPTIONS, WINDOW_SIZE, ENSEMBLE_OPTIONS, LOOK_OPTIONS)
@click.option("--fullscreen", is_flag=True, help="Fill the screen.")
@click.option(
    "--seconds", type=NumberOption("seconds", "s", 0.0, MAX_SECONDS), help="Quit by itself after so many seconds."
)
@click.option("--captures", metavar="DIR", help="For screenshots, videos, scenes (default: in your pictures folder).")
@click.option("--log", metavar="FILE", help="Write down what is done, for `polhode replay FILE`.")
@click.option("--no-sound", is_flag=True, help="Without any sound.")
def run(
    scene: str,
    size: tuple[int, int] | None,
    fullscreen: bool,
    seconds: float | None,
    ui_scale: float | None,
    theme: str | None,
    language: str | None,
    captures: str | None,
    log: str | None,
    no_sound: bool,
    **changes: Any,
) -> int:
    """Open the laboratory on SCENE: a preset, a TOML file, a system, or a line such as "loops?theta=40deg&t=3.2".

    A recording of a thrown telephone, such as phone.csv, opens a free body with it.
    """
    hurry()
    recording = _recording(scene, changes)
    described = scene_of("free-body" if recording else scene, **changes)
    look = partial(_interface_settings, theme, ui_scale, language)
    from game.app.window import has_display

    if not has_display():
        if recording is not None:
            raise BadInput(f"{scene}: opens in a window, and there is no display; polhode fit finds what it tells")
        return _render_instead(described, size or USUAL_SIZE, seconds, captures, log, look)
    _start_driver()
    from game.app.app import App
    from game.cli import lost_display
    from game.session.edits import named_file

    with lost_display.noticed() as rescues:
        try:
            app = App(
                described, size, fullscreen=fullscreen, seconds=seconds, captures=captures, log=log, look=look,
                sound=not no_sound, welcome=seconds is None and not scene,
            )  # fmt: skip
        except NoDisplay as error:
            click.echo(f"polhode: {error}", err=True)
        else:
            rescues.append(lambda: app.rescue())
            app.session.run.open_from(named_file(scene))
            if recording is not None:
                app.files.open(recording)
            return app.run()
    return _render_instead(described, size or USUAL_SIZE, seconds, captures, log, look)


@commands.command(name="list")
@click.argument("name", default="", metavar="[NAME]")
@click.option("--json", "as_json", is_flag=True, help="As JSON, with all details.")
def list_command(name: str, as_json: bool) -> int:
    """List scenes, systems and integrators; NAME: the details of one, or of the scene in a file."""
    from game.cli import listing

    if as_json:
        from game.cli.json_text import json_text

        click.echo(json_text(listing.entry(name) if name else listing.catalogue()))
    elif name:
        listing.show(name)
    else:
        listing.show_overview()
    return 0


@commands.command()
@options(SCENE_OPTIONS, ENSEMBLE_OPTIONS)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Of copies spread in several ways.")
@click.option(
    "--duration", type=NumberOption("duration", "s"), help="Simulated seconds (default: to its own end, if it has one)."
)
@click.option("--every", type=NumberOption("every", "s"), help="Seconds between rows, steps of --dt (default: one).")
@click.option("-o", "--output", metavar="FILE", help="FILE.csv, .npz, .parquet, or - for standard output (default).")
@click.option(
    "--columns", metavar="NAMES", help="Columns of the rows, e.g. t,theta,energy_spin; their names: polhode list SCENE."
)
@click.option("--json", "as_json", is_flag=True, help="Summary as JSON on standard output; rows only with -o.")
def simulate(
    scene: str,
    duration: float | None,
    every: float | None,
    seed: int,
    output: str | None,
    columns: str | None,
    as_json: bool,
    **changes: Any,
) -> int:
    """Compute without a picture: a table of state, invariants and derived quantities, or an ensemble."""
    described = scene_of(scene, **changes)
    if changes["ensemble"]:
        if duration is None:
            raise BadInput("duration: an ensemble needs one; say how long to run")
        check_start(described, "an ensemble")
        if columns is not None:
            raise BadInput("columns: an ensemble has columns of its own; leave --columns out")
        from game.cli import simulate_ensemble

        return simulate_ensemble.compute(described, duration, every, seed, output, as_json)
    from game.cli.simulate import compute

    chosen = None if columns is None else [name.strip() for name in columns.split(",")]
    return compute(described, duration, every, output, as_json, chosen)


@commands.command()
@options(SCENE_OPTIONS, PICTURE_OPTIONS, FILM_SIZE, ENSEMBLE_OPTIONS, LOOK_OPTIONS)
@click.option(
    "--duration", type=NumberOption("duration", "s"), default=10.0, show_default=True, help="Seconds of the video."
)
@click.option("--fps", type=RateOption(), help="Frames per second, 1 to 240 (default: 60; GIF: 50).")
@click.option("--hud/--no-hud", default=None, help="With or without the panels (default: with them in a .png).")
@click.option(
    "--camera",
    metavar="SPEC",
    help="azimuth=DEG,elevation=DEG,zoom=X,blur=X,exposure=X,hour=H; turntable,period=S; tour.",
)
@click.option("--path", metavar="STOPS", help="Flight of the camera: bookmarks and seconds, e.g. 1@0,2@3,1@8.")
@click.option(
    "--transparent", is_flag=True, help="Without floor and sky, for .webm, .webp, .png, DIR/; needs --no-hud."
)
@click.option(
    "--loop", is_flag=True, help="One period of the motion, to be repeated without a seam; at most the duration."
)
@click.option(
    "--blur", type=click.IntRange(1, 96), default=96, show_default=True, help="Moments whose mean a picture is; 1: one."
)
@click.option("--enlarge", type=NumberOption("enlarge", "", 0.1, 10.0), default=1.0, help="Factor, about the middle.")
@click.option(
    "--supersample",
    type=click.IntRange(1, 4),
    default=1,
    show_default=True,
    metavar="N",
    help="Draw pictures N times as large, and reduce them.",
)
@click.option("--sound/--no-sound", default=True, show_default=True, help="With the sound of what sounds, or without.")
@click.option(
    "--plate",
    type=click.IntRange(2, 60),
    metavar="N",
    help="A picture of N poses of the whole duration, numbered; FILE.png.",
)
@click.option(
    "--long-exposure", is_flag=True, help="One picture of the whole duration, with a flash at its end; FILE.png."
)
@click.option(
    "--poster", is_flag=True, help="The last picture above a band with title, equations and values; FILE.png."
)
@click.option("--jobs", type=click.IntRange(1, 32), help="Number of processes (default: as many as help).")
@click.option("--log", metavar="FILE", help="In place of SCENE: what was done in a session (see `run --log`).")
@click.option("--kept", metavar="FILE", hidden=True, help="What the window has kept, to be shown again.")
@click.option("--progress", "tells", is_flag=True, hidden=True, help="For the window: one line for each picture.")
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    required=True,
    help="FILE.mp4, FILE.webm, FILE.png (the last frame), FILE.svg or FILE.pdf (its line drawing), FILE.webp, "
    "FILE.gif, DIR/, or FILE.wav (sound alone).",
)
def render(
    scene: str,
    size: tuple[int, int],
    output: str,
    fps: int | None,
    theme: str | None,
    ui_scale: float | None,
    language: str | None,
    kept: str | None,
    log: str | None,
    path: str | None,
    tells: bool,
    jobs: int | None,
    **rest: Any,
) -> int:
    """Make a video or a picture without a window; the same on every run, with the same hash of its pictures."""
    from pathlib import Path

    from game.app.film import render as render_film
    from game.app.film_run import FilmOptions
    from game.cli.scene_arguments import logged_session, on_path
    from game.model import settings
    from game.session import kept_range

    own = {name: rest.pop(name) for name in ("duration", "hud", "camera")}
    options = FilmOptions(
        rest.pop("transparent"), rest.pop("blur"), rest.pop("enlarge"), rest.pop("loop"),
        None if kept is None else kept_range.read(Path(kept)), supersample=rest.pop("supersample"),
        sound=rest.pop("sound"),
        plate=rest.pop("plate") or 0, long_exposure=rest.pop("long_exposure"), poster=rest.pop("poster"),
    )  # fmt: skip
    if log is not None:
        described, done = logged_session(Path(log), scene, loop=options.loop, kept=kept, path=path, **rest)
        options = options._replace(log=done, speed=rest["speed"])
    else:
        described = on_path(scene_of(scene, **rest), path, camera=own["camera"], loop=options.loop)
    fps = fps or (50 if output.lower().endswith(".gif") else 60)
    look, told = settings.chosen(theme, ui_scale, language=language or "en"), _progress() if tells else None
    return render_film(described, size, output, fps=fps, look=look, options=options, progress=told, jobs=jobs, **own)


@commands.command()
@options(SCENE_OPTIONS)
@click.option(
    "-o",
    "--output",
    required=True,
    metavar="FILE",
    help="A page, FILE.html; animated glTF, FILE.glb; of a machine MJCF, FILE.xml, or URDF, FILE.urdf.",
)
@click.option("--duration", type=NumberOption("duration", "s"), help="glTF: seconds of the animation (default: 10).")
@click.option("--fps", type=RateOption(), help="glTF: poses in a second of it (default: 60).")
@click.option("--progress", "tells", is_flag=True, hidden=True, help="For the window: one line for each step.")
def export(scene: str, output: str, duration: float | None, fps: int | None, tells: bool, **changes: Any) -> int:
    """Write SCENE as one file: a page that is alive in any browser without a network, animated glTF, or a machine.

    A .toml is the scene file of the machine of bodies and joints into which it is taken apart.
    """
    told = [_progress()] if tells else []
    if output.lower().endswith(".glb"):
        from game.cli.export_glb import export_animation

        return export_animation(scene_of(scene, **changes), output, duration, fps, *told)
    for name, value in (("duration", duration), ("fps", fps)):
        if value is not None:
            raise BadInput(f"{name} = {value:g}: only a .glb has it, not {output}")
    if output.lower().endswith(MACHINE_FILES):
        from game.cli.machine_files import export_machine

        return export_machine(check_start(scene_of(scene, **changes), "a machine's file"), output)
    if output.lower().endswith(".toml"):
        from game.cli.machine_files import export_apart

        return export_apart(check_start(scene_of(scene, **changes), "a machine's file"), output)
    from game.cli.export_page import export_page

    return export_page(scene_of(scene, **changes), output, *told)


@commands.command()
@click.argument("scenes", nargs=-1, metavar="[SCENES]...")
@click.option("-o", "--output", required=True, metavar="FOLDER", help="A new or empty folder, or an earlier one.")
@click.option(
    "--jobs", type=click.IntRange(1, 64), metavar="N", help="Processes that compute at once (default: cores)."
)
def web(scenes: tuple[str, ...], output: str, jobs: int | None) -> int:
    """Write SCENES (default: all presets) as one folder of pages with a catalogue, for a web server or a stick."""
    from game.cli.web import write

    return write(scenes, output, jobs)


@commands.command()
@click.argument("scene", metavar="SCENE")
@click.option("-o", "--output", required=True, metavar="FILE.html", help="The sheet, to be printed by a browser.")
@click.option("--language", type=click.Choice(("en", "fr")), default="en", show_default=True, help="Of the sheet.")
@click.option("--answers", is_flag=True, help="With the answers, for the teacher.")
def worksheet(scene: str, output: str, language: str, answers: bool) -> int:
    """Write a worksheet about SCENE: what to set, to expect and to measure."""
    from game.cli.web import write_worksheet

    return write_worksheet(scene, output, language, answers)


@commands.command(name="import")
@click.argument("file", metavar="FILE")
@click.option("-o", "--output", required=True, metavar="FILE.toml", help="The scene file.")
def import_command(file: str, output: str) -> int:
    """Make a scene file of a machine or robot in MJCF (.xml) or URDF; says what was left out."""
    from game.cli.machine_files import import_machine

    return import_machine(file, output)


@commands.command()
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> int:
    """Print the script that completes commands, options and scenes in SHELL.

    In bash, type: eval "$(polhode completion bash)"; docs/command-line.md says how to make it stay.
    """
    from click.shell_completion import get_completion_class

    known = get_completion_class(shell)
    assert known is not None, shell
    click.echo(known(commands, {}, PROGRAM, COMPLETE).source())
    return 0


@commands.command()
@click.argument("file", metavar="FILE")
def replay(file: str) -> int:
    """Replay a session log and check that it gives the same states; exit code 1 if not (see `run --log`)."""
    from pathlib import Path

    from game.cli.replay import replay as replay_log

    return replay_log(Path(file))


@commands.command()
@click.argument("name", default="", metavar="[NAME]")
@click.option("--log", metavar="FILE", help="Judge the log of an attempt: it is run again, and scored.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def challenge(name: str, log: str | None, as_json: bool) -> int:
    """List the challenges and your medals, tell the rules of one, or judge a log; exit code 1 if it proves no medal."""
    from pathlib import Path

    from game.cli import challenge as told

    if log is not None:
        return told.judge_log(name, Path(log), as_json)
    return told.show_challenge(name, as_json) if name else told.show_challenges(as_json)


@commands.command()
@click.option("--startup", is_flag=True, help="Measure the time from process start to the first frame and the panels.")
def doctor(startup: bool) -> int:
    """Check the installation: libraries, OpenGL, and how to get what is missing."""
    from game.cli import doctor as doctor_module

    return doctor_module.startup() if startup else doctor_module.report()


@commands.command()
@click.option("-o", "--output", metavar="FILE", help="Also write the tables as Markdown.")
@click.option("--no-picture", is_flag=True, help="Physics only, no OpenGL.")
def bench(output: str | None, no_picture: bool) -> int:
    """Measure speed beside C, MuJoCo, Exudyn and scipy; needs a checkout of the source."""
    import subprocess
    from pathlib import Path

    from game.model import resources

    if not (resources.root() / "bench" / "__main__.py").is_file():
        raise BadInput("bench: needs a checkout of the source; there, type: make bench")
    command = [sys.executable, "-m", "bench", *(["--no-picture"] if no_picture else [])]
    if output:
        command += ["-o", str(Path(output).absolute())]
    return FAULT if subprocess.run(command, cwd=resources.root(), check=False).returncode else 0


def _progress() -> Callable[[int, int], None]:
    """Return a function that tells the window how far a rendering is; the window is served first from now on."""
    with suppress(OSError, AttributeError):
        os.nice(10)
    return lambda done, frames: click.echo(f"{done} of {frames}")


def _start_driver() -> None:
    """Start the graphics driver in a thread, while imports keep another core busy."""
    from threading import Thread

    from game.render.gpu import driver

    Thread(target=driver.start_driver, daemon=True).start()


def _interface_settings(theme: str | None, ui_scale: float | None, language: str | None) -> Any:
    """Return the settings of the command line, else those of the last time, and what is wrong with the latter."""
    from game.model import settings

    remembered, problem = settings.load()
    if not settings.has_file():
        from game.app.desktop_settings import screen_scale

        largest = min(max(screen_scale(), settings.MIN_SCALE), settings.MAX_SCALE)
        remembered = settings.changed(remembered, ui_scale=largest)
    if problem:
        click.echo(f"polhode: {problem}", err=True)
    return settings.for_this_start(remembered, settings.chosen(theme, ui_scale, remembered, language)), problem


def _recording(name: str, changes: Mapping[str, Any]) -> Path | None:
    """Return the file of a table or recording that opens as if it were dropped on the window, None for a scene.

    Raises BadInput for options of a scene beside it.
    """
    if not (name.lower().endswith(RECORDINGS) and Path(name).is_file()):
        return None
    given = [each for each, value in changes.items() if value and each != "quality"]  # that is of the window
    if given:
        raise BadInput(f"{name}: opens as it is; leave out {', '.join(given)}")
    return Path(name)


def _render_instead(
    scene: Any, size: tuple[int, int], seconds: float | None, captures: str | None, log: str | None, look: Any
) -> int:
    """Render a video, for `run` without a screen. Raises BadInput for a log, because there is no input to log."""
    if log:
        raise BadInput(f"--log {log}: there is no display to do anything at")
    arrived()
    from game.app.film import render as render_film
    from game.record.still import captures_folder, held_path

    duration = WITHOUT_DISPLAY if seconds is None else seconds
    with held_path(captures_folder(captures), scene.name, ".mp4") as path:
        what = f"{duration:g} s of {scene.name!r}"
        click.echo(f"polhode: no display at hand; rendering {what} to {path} instead", err=True)
        return render_film(scene, size, str(path), duration=duration, fps=60, hud=None, camera=None, look=look()[0])


def main() -> None:
    """Run the command line and exit with its code, one of `EXIT_CODES`.

    After Ctrl-C or SIGTERM it ends at once, with the code 130 or 143 where the command has not chosen another.
    """
    arrived()
    streams.open_all()
    with stopping.listening() as signals:
        try:
            signals.raising = True
            code = _code_of_command(signals)
            signals.raising = False
        except KeyboardInterrupt:
            code = INTERRUPTED
        if signals.asked:
            stopping.leave(code)
    sys.exit(code)


def _code_of_command(signals: stopping.Signals) -> int:
    """Run the command of the arguments, print in one line why it failed, and return its exit code."""
    try:
        code = commands.main(prog_name=PROGRAM, complete_var=COMPLETE, standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except (KeyboardInterrupt, click.Abort) as error:
        signals.raised = error
        return _failed(interruption.INTERRUPTED, INTERRUPTED)
    except SystemExit as end:
        signals.raised = end
        closed = streams.is_closed_pipe(end)
        return streams.give_up(CLOSED_PIPE) if closed else end.code if isinstance(end.code, int) else FAULT
    except Exception as error:
        return _explained(error)


def _explained(error: Exception) -> int:
    """Print in one line what has happened, and return the exit code for it."""
    if streams.is_closed_pipe(error):
        return streams.give_up(CLOSED_PIPE)
    match error:
        case click.ClickException():
            return _failed(error.format_message(), BAD_INPUT)
        case BadInput() | RecordingError():
            return _failed(str(error), BAD_INPUT)
        case NoOpenGL() | NoDisplay():
            return _failed(str(error), NO_OPENGL)
        case OSError():
            return _failed(f"{error.filename or 'output'}: {error.strerror or error}", streams.give_up(BAD_INPUT))
        case MemoryError():
            return _failed(f"needs more memory than there is; ask for less: {error}", BAD_INPUT)
    import traceback

    click.echo(traceback.format_exc(), err=True, nl=False)
    return _failed(f"a fault of the program, please report it: {type(error).__name__}: {error}", FAULT)


def _failed(message: str, code: int) -> int:
    """Print one line for the user, if anybody can read it; returns the exit code."""
    try:
        click.echo(f"polhode: {one_line(message)}", err=True)
    except OSError:
        return streams.give_up(code)
    return code


def one_line(message: str) -> str:
    """Return a message as one line of bounded length without control characters, which a terminal would obey."""
    shown = "".join(c if c.isprintable() else "\ufffd" for c in " ".join(message.split()))
    return shown if len(shown) <= MAX_MESSAGE else f"{shown[: MAX_MESSAGE // 2]} … {shown[-MAX_MESSAGE // 4 :]}"
