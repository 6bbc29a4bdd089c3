"""Numbers and lists in the documents are those of the program.

To check another number: a line in `CLAIMS` with the words around the number, and where the program has it.
"""

from __future__ import annotations

import re
import statistics
import tomllib
from collections.abc import Callable

import pytest

import physics
from game import scenefile
from game.app import offline
from game.cli.new import write_system
from game.experiments import cloud_trails, duel
from game.experiments.measurements import scene_table, table_file
from game.export import live_run, page_file, pose_recording
from game.model import recording
from game.model.frame import Room
from game.model.settings import MAX_SCALE, MIN_SCALE, THEMES
from game.model.words import LANGUAGES
from game.record.loops import GIF_FPS
from game.scenefile import schema
from game.session import actions
from game.session.files import shown_tables
from game.session.past import branches
from game.session.stills import long_exposure
from game.ui.widgets import theme
from physics import BadInput
from physics.own_systems import load_file
from physics.simulation import simulation
from physics.studies import outcomes, phase_sculpture
from tests.docs.documents import NAMES, ROOT, prose, text_of
from tests.fuzz import test_command_line, test_files, test_runs
from tests.game.cli.test_main import here
from tests.unfinished import finished

WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def oldest_python() -> str:
    return tomllib.loads(text_of("pyproject.toml"))["project"]["requires-python"].removeprefix(">=")


def text_sizes() -> str:
    return f"{100 * MIN_SCALE:.0f} to {100 * MAX_SCALE:.0f} %"


def languages() -> str:
    return ", ".join({"en": "English", "fr": "French"}[code] for code in LANGUAGES)


def moments() -> str:
    return f"{long_exposure.MOMENTS} to {long_exposure.MOST_MOMENTS}"


CLAIMS: dict[str, tuple[tuple[str, Callable[[], object]], ...]] = {
    "README.md": (
        ("Python {} or newer", oldest_python),
        ("{} to 9 · Ctrl+1 to 9", lambda: 10 - schema.MAX_BOOKMARKS),
    ),
    "docs/comparison.md": (
        ("{} systems of classical mechanics", lambda: len(finished(physics.systems()))),
        ("| {}, each where the equations admit it", lambda: len(finished(physics.integrators()))),
        ("as ghosts | up to {} |", lambda: duel.MAX_GHOSTS),
        ("slightly different starts | to {} |", lambda: power_of_ten(schema.MAX_COPIES)),
        ("Speed | 1/{} to", lambda: round(1 / actions.SLOWEST)),
        (f"Speed | 1/{round(1 / actions.SLOWEST)} to {{}}×", lambda: round(actions.FASTEST)),
        ("Camera bookmarks | {}, saved", lambda: schema.MAX_BOOKMARKS),
        ("Themes, text size | {};", lambda: len(THEMES)),
        (f"Themes, text size | {len(THEMES)}; {{}} |", text_sizes),
        ("**Languages** | {} |", languages),
    ),
    "docs/command-line.md": (
        ("a GIF has at most {} pictures a second", lambda: GIF_FPS),
        ("the sound alone, without OpenGL: {} kHz", lambda: recording.SAMPLE_RATE // 1000),
        ("`FILE.png`, have at most {} pixels a side", lambda: offline.MAX_WHOLE),
    ),
    "docs/export.md": (
        ("Each of its {} stops", lambda: live_run.STOPS),
        ("repeats the first {} steps", lambda: f"{live_run.PROOF_TICKS:,}".replace(",", " ")),
        ("Scenes with more than {} initial values", lambda: live_run.MOST_STARTS),
        ("A recording has {} poses in a second", lambda: pose_recording.FPS),
        ("for at most {} s, or until a throw is over", lambda: round(pose_recording.SECONDS)),
        ("are above {} MB, as the command says", lambda: f"{page_file.MAX_BYTES / 1e6:g}"),
    ),
    "docs/laboratory.md": (
        ("offers {} guided tours", lambda: WORDS[len(list((ROOT / "assets/tours").glob("*.en.toml")))]),
        ("stands in one of {} rooms", lambda: WORDS[len(Room)]),
        ("Up to {} MB of past states", lambda: branches.BUDGET // 10**6),
        ("compares up to {} runs", lambda: WORDS[duel.MAX_GHOSTS]),
        ("In an ensemble of up to {} copies", lambda: f"{cloud_trails.MAX_TRAILED_COPIES:,}".replace(",", " ")),
        ("copies, up to {} of them also leave traces", lambda: cloud_trails.MAX_TRAILS),
        ("above the dock, up to {} above one another", lambda: WORDS[schema.MAX_PLOTS]),
        ("at most {} MB and", lambda: table_file.MAX_FILE_BYTES // 10**6),
        ("MB and {} million values", lambda: table_file.MAX_VALUES // 10**6),
        ("Up to {} tables stand beside a run", lambda: WORDS[shown_tables.MAX_TABLES]),
        ("Up to {} starts, dense where", lambda: max(phase_sculpture.POINTS)),
        ("to the last ({} s)", lambda: f"{schema.SculptureSpec().duration:g}"),
        ("adds up the light of {} pictures", moments),
        ("*held* (disc) below {}", lambda: power_of_ten(theme.DRIFTS[0].below)),
        ("*close* (ring) below {}", lambda: power_of_ten(theme.DRIFTS[1].below)),
        ("*drifts* (triangle) below {}", lambda: power_of_ten(theme.DRIFTS[2].below)),
    ),
    "docs/scene-files.md": (("of at most {} MB", lambda: scene_table.MAX_FILE_BYTES // 10**6),),
    "docs/systems.md": (("for ticks of up to {} s", lambda: f"{simulation.MAX_DT:g}"),),
}
"""By document: the words around a number, {} in its place, and the number of the program."""


def power_of_ten(number: float) -> str:
    """Return a power of ten as it is printed: 10⁻⁹."""
    exponent = f"{number:e}".split("e")[1]
    return "10" + str(int(exponent)).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))


@pytest.mark.parametrize(
    ("document", "words", "value"), [(name, *row) for name, rows in CLAIMS.items() for row in rows]
)
def test_number_is_that_of_the_program(document, words, value):
    said = re.search(re.escape(words).replace(r"\{\}", "(.{1,20}?)", 1), prose(document))
    if said is None:
        pytest.fail(f"{document} has no longer the words {words!r}: correct CLAIMS of this file, or delete the line")
    if words.format(value()) not in prose(document):
        pytest.fail(f"{document} says {said[0]!r}; the program has {value()}: correct the document")


COUNTED = {
    "systems": lambda: len(finished(physics.systems())),
    "integrators": lambda: len(finished(physics.integrators())),
    "presets": lambda: len(finished(scenefile.presets())),
}
"""What sentences count: "28 systems", "All 86 presets"."""
OTHERWISE = {"trials, of six systems": "those of a test", "56 when this was measured": "a measurement of its day"}
"""Sentences that count something else, with the reason."""


@pytest.mark.parametrize("document", NAMES)
def test_counts_in_sentences_are_those_of_the_program(document):
    text = prose(document)
    for sentence in OTHERWISE:
        text = text.replace(sentence, "")
    for found in re.finditer(rf"\b(\d+|{'|'.join(WORDS)}) ({'|'.join(COUNTED)})\b", text):
        said = WORDS.index(found[1]) if found[1] in WORDS else int(found[1])
        right = COUNTED[found[2]]()
        assert said == right, f"{document} says {found[0]!r}, there are {right}: correct it, or list it in OTHERWISE"


@pytest.mark.release
def test_systems_are_all_described():
    missing = [name for name in finished(physics.systems()) if f"`{name}`" not in text_of("docs/systems.md")]
    assert not missing, f"docs/systems.md says nothing of {', '.join(missing)}: write what it simulates"


@pytest.mark.release
def test_integrators_are_all_described():
    missing = [
        method.name
        for method in (physics.integrator(name) for name in finished(physics.integrators()))
        if f"`{method.name}`" not in text_of("docs/systems.md")
    ]
    assert not missing, f"docs/systems.md does not name {', '.join(missing)}: add them under Integrators"


def test_outcomes_of_maps_are_all_described():
    table = text_of("docs/command-line.md")
    missing = [each.name for each in outcomes.OUTCOMES if not re.search(rf"`{each.name}[:`]", table)]
    assert not missing, f"docs/command-line.md: the table of --of has no {', '.join(missing)}"


def test_rooms_are_all_described():
    assert all(f"`{room}`" in text_of("docs/scene-files.md") for room in Room)


def test_the_fit_to_the_filmed_pendulum_has_the_same_numbers_everywhere():
    text = text_of("docs/fitting.md")
    printed = [f"{float(each):.2f}°" for each in re.findall(r"^theta_[12] {4}([\d.]+) +0\.3 +°$", text, re.MULTILINE)]
    gravity = re.search(r"^gravity +([\d.]+) +([\d.]+) +m/s²", text, re.MULTILINE)
    assert gravity is not None and len(printed) == 2
    row = f"| 0 to 2.5 s | yes | {printed[0]}, {printed[1]} | {gravity[1]} ± {gravity[2]} |"
    assert row in text, f"docs/fitting.md: the table below must have {row}"


def test_the_largest_file_of_the_ensemble_is_as_said():
    """States of all copies at all times, as numbers that are not compressed."""
    copies, rows = 10000, 101
    size = 8 * copies * rows * len(physics.system("gyroscope").variables) / 1e6
    assert f"-o many.npz   # at most {size:.1f} MB\n" in text_of("docs/command-line.md")


PAGES = re.compile(r"^\| ([a-z0-9-]+) \| (live|recording) \| ([\d.]+) \|", re.MULTILINE)
"""A row of the table of pages: preset, kind, size [MB]."""


@pytest.mark.release
def test_table_of_pages_has_every_preset():
    rows = PAGES.findall(text_of("docs/export.md"))
    cure = "PAGES_FOLDER=build/pages python -m tests.game.export.measure_pages"
    assert [name for name, *_ in rows] == finished(scenefile.presets()), f"the table of docs/export.md is old: {cure}"


def test_recordings_are_named():
    sentence = re.search(r"of the presets, (.*?), whose", prose("docs/export.md"))
    kinds = PAGES.findall(text_of("docs/export.md"))
    recordings = {name for name, kind, _ in kinds if kind == "recording"}
    assert sentence is not None and recordings == {name for name, *_ in kinds if re.search(rf"\b{name}\b", sentence[1])}


def test_large_pages_are_named():
    sentence = re.search(r"(\w+) presets are above [\d.]+ MB, as the command says(.*?)\.", prose("docs/export.md"))
    large = {
        name for name, _, size in PAGES.findall(text_of("docs/export.md")) if float(size) * 1e6 > page_file.MAX_BYTES
    }
    assert sentence, "docs/export.md says no more which presets have large pages"
    assert set(re.findall(r"`([^`]+)`", sentence[2])) == large, f"docs/export.md: by its table these are large: {large}"
    assert sentence[1].lower() == (WORDS[len(large)] if large else "no")


GLB = re.compile(r"^\| ([a-z0-9-]+) \| [\d.]+ \| \d+ \| ([\d.]+) MB \|", re.MULTILINE)
"""A row of the table of glTF files: preset, size [MB]."""


@pytest.mark.long
@pytest.mark.parametrize(("name", "size"), GLB.findall(text_of("docs/export.md")))
def test_sizes_of_gltf_files_are_as_said(tmp_path, name, size):
    assert here("export", name, "-o", "a.glb", cwd=tmp_path).returncode == 0
    found = (tmp_path / "a.glb").stat().st_size / 1e6
    assert found == pytest.approx(float(size), rel=0.1), (
        f"docs/export.md says {size} MB of {name}.glb: it has {found:.2f}"
    )


def test_packages_are_all_in_the_architecture():
    text = text_of("docs/architecture.md")
    for half in ("physics", "game"):
        folders = [path.name for path in (ROOT / half).iterdir() if (path / "__init__.py").is_file()]
        missing = [name for name in folders if f"`{name}/`" not in text]
        assert not missing, f"docs/architecture.md: the table of {half}/ has no {', '.join(missing)}"


CAMPAIGNS = {
    "systems × integrators, starts, steps": (test_runs.test_random_runs_end_well_or_with_a_reason,),
    "scene files, values and bytes": (
        test_files.test_random_scene_files_are_read_or_refused, test_files.test_random_texts_are_no_scene,
    ),
    "entries of logs": (test_files.test_random_entries_of_logs_replay_or_are_refused,),
    "settings, profiles": (
        test_files.test_random_settings_are_used_or_named,
        test_files.test_random_profiles_are_read_or_refused_without_their_text,
    ),
    "commands, options, values": (test_command_line.test_random_commands_end_with_a_documented_code_and_one_line,),
}  # fmt: skip
"""What is random, as docs/reliability.md says it, and the campaigns of it."""


def cases(campaign) -> tuple[int, int]:
    """Return how many cases a campaign has in `make test`, and how many among the long tests."""
    (marked,) = (mark.args[1] for mark in campaign.pytestmark if mark.name == "parametrize")
    long = [each.values[1] for each in marked if hasattr(each, "values")]
    return sum(each[1] for each in marked if not hasattr(each, "values")), sum(long)


@pytest.mark.parametrize("random", CAMPAIGNS)
def test_numbers_of_random_cases_are_those_of_the_campaigns(random):
    short, long = (f"{sum(each):,}".replace(",", " ") for each in zip(*map(cases, CAMPAIGNS[random]), strict=True))
    (row,) = (line for line in text_of("docs/reliability.md").splitlines() if f"| {random} |" in line)
    said = tuple(cell.strip() for cell in row.split("|")[4:6])
    assert said == (short, long), f"docs/reliability.md, {random!r}: the campaigns have {short} and {long} cases"


QUOTED = {
    "*low*, half the pixels each way": "Polhode, low, 50%",
    "*low*": "Polhode, low, 100%",
    "*medium*": "Polhode, medium, 100%",
    "*high*": "Polhode, high, 100%",
    "*high*, the camera moving": "Polhode, high, 100%, eye moving",
}
"""Rows of the table of docs/measuring.md, and those of docs/bench.md that they quote."""


def cells(document: str, first: str) -> list[str]:
    """Return the cells of the row of a table that begins with `first`, without the first one."""
    rows = ([cell.strip() for cell in line.strip("|").split("|")] for line in text_of(document).splitlines())
    return next((row[1:] for row in rows if row[0] == first), [])


@pytest.mark.parametrize("row", QUOTED)
def test_measured_pictures_are_those_of_the_bench(row):
    time, classic, _, *filament = cells("docs/bench.md", QUOTED[row])
    said = [each.removesuffix(" faster") for each in cells("docs/measuring.md", row)]
    assert said == [time, classic, *filament], (
        f"docs/measuring.md, {row}: docs/bench.md was measured anew: copy its row"
    )


@pytest.mark.parametrize(
    ("first", "words"),
    [
        ("MuJoCo, classic", "| {} · "),
        ("MuJoCo, Filament", "· {} · "),
        ("MuJoCo, Filament, reflecting floor, physical", "· {} |"),
        ("MuJoCo, classic, bare", "the classic renderer takes {}."),
    ],
)
def test_measured_rivals_are_those_of_the_bench(first, words):
    right = words.format(cells("docs/bench.md", first)[0])
    assert right in prose("docs/measuring.md"), f"docs/measuring.md has no {right!r}, as docs/bench.md says of {first}"


def test_measured_dots_are_those_of_the_bench():
    few, many = (cells("docs/bench.md", f"{count:,} dots")[1] for count in (100_000, 1_000_000))
    right = f"A hundred thousand dots of an ensemble add {few} to a picture, a million {many}."
    assert right in prose("docs/measuring.md"), f"docs/bench.md was measured anew: {right}"


def test_median_times_of_the_card_are_those_of_its_page():
    said = []
    for part in text_of("docs/card.md").split("\n## ")[1:]:
        rows = [line.split("|")[2:-1] for line in part.splitlines() if re.match(r"\| [a-z0-9-]+ \| [\d.]+ \|", line)]
        said += [f"{statistics.median(float(row[k]) for row in rows):.1f}" for k in (0, 2, 4)]
    words = "{}, {} and {} ms in *low*, *medium* and *high* at 1920×1080, and {}, {} and {} ms at 3840×2160"
    right = words.format(*said)
    assert right in prose("docs/measuring.md"), f"docs/card.md was measured anew: {right}"


def test_the_mistake_that_is_shown_is_told_so(tmp_path):
    text = text_of("docs/your-own.md")
    (shown,) = re.findall(r"^    polhode: (class Bead: .*)$", text, re.MULTILINE)
    path, _ = write_system("bead", tmp_path)
    path.write_text(path.read_text("utf-8").replace("dy[0] = y[1]", "dy[0] = y[7]"), "utf-8")
    with pytest.raises(BadInput) as told:
        load_file(path)
    assert str(told.value) == shown
