"""Random descriptions of machines are refused with one line that names what is wrong, or run."""

import random
import re
import time

import pytest
import tomli_w

import physics
from game import scenefile
from physics import BadInput
from physics.machines import TABLES
from physics.machines.equations import energy_size
from tests.fuzz.machines import random_machine, spoiled

LONGEST = 10.0
"""Greatest processor time of reading a description [s]."""
NAMED = re.compile(
    rf"(?:scene file \S+: )?(?:(?:{'|'.join(TABLES)}|machine)\b"
    r"|(?:joint|spring|rod|rope|gear|rack|screw|coupling|edge|rolling) \S+(?:: | = )"
    r'|body ".+" hangs on nothing|the loop through ".+"|the loops cannot|the given rates .*: \S|nothing can move)'
)
"""How messages begin that are not about a body."""
OF_LOOPS = "nothing can move", "cannot be closed", "contradict", "or closes a loop"
"""What may be wrong with a sound tree that gets rods and gears at random."""
SMALL = 1e-6
"""Error of the energy, as a part of its terms, that a method of order 4 may have with slow motions."""

ROUNDING = 1e-12
"""The same of machines at rest [J]."""


def refusal(read, given):
    """Return the message with which a description is refused, or "", after the checks that all have to pass."""
    begun = time.process_time()
    try:
        read(given)
    except BadInput as error:
        message = str(error)
    else:
        message = ""
    assert time.process_time() - begun < LONGEST, given
    assert len(message.splitlines()) < 2 and message.isprintable(), given
    return message


def names_what(message, machine):
    """Return whether a message names a table, or a part of the machine."""
    bodies = machine.get("bodies")
    names = [str(name) for name in bodies] if isinstance(bodies, dict) else []
    words = message.partition(".toml: ")[2] or message
    return bool(NAMED.match(message)) or any(words.startswith((f"{name}:", f"{name} ")) for name in names)


@pytest.mark.parametrize(("seed", "count"), [(0, 20), pytest.param(1, 3000, marks=pytest.mark.long)])
def test_descriptions_with_faults_load_or_are_refused(seed, count):
    dice, refused = random.Random(seed), 0
    for _ in range(count):
        machine = spoiled(dice, random_machine(dice))
        message = refusal(lambda given: physics.system("machine", {"machine": given}), machine)
        assert not message or names_what(message, machine), (message, machine)
        refused += bool(message)
    assert 0.4 * count < refused < count


@pytest.mark.parametrize(("seed", "count"), [(2, 15), pytest.param(3, 3000, marks=pytest.mark.long)])
def test_scene_files_with_faults_load_or_are_refused(tmp_path, seed, count):
    dice, file, refused = random.Random(seed), tmp_path / "a.toml", 0
    for _ in range(count):
        machine = spoiled(dice, random_machine(dice))
        try:
            file.write_text(tomli_w.dumps({"system": "machine", **machine}), encoding="utf-8")
        except (AttributeError, TypeError, ValueError):
            continue  # TOML has no such value
        message = refusal(scenefile.read, file)
        assert message.startswith("scene file ") or not message, machine
        refused += bool(message)
    assert 0.4 * count < refused < count


@pytest.mark.parametrize(("seed", "count"), [(4, 5), pytest.param(5, 300, marks=pytest.mark.long)])
def test_sound_machines_keep_their_balance_of_energy(record_property, seed, count):
    dice, refusals, ran, ended = random.Random(seed), [], 0, 0
    while ran < count:
        machine = random_machine(dice)
        try:
            system = physics.system("machine", {"machine": machine})
        except BadInput as error:
            refusals.append(str(error))
            continue
        run = physics.Simulation(system, "rk4", 1e-3)
        begun = system.energy(run.y)
        run.advance(200)
        ran, ended = ran + 1, ended + (run.divergence is not None)
        done = sum(abs(run.y[system.index(each.name)]) for each in system.variables if each.name in ("loss", "work"))
        size = energy_size(system.table, list(run.y)) + done
        assert run.divergence or abs(system.energy(run.y) - begun) <= SMALL * size + ROUNDING, machine
    record_property("counts", f"{ran} runs, {ended} ended with a reason")
    assert ended < 0.2 * count and len(refusals) < 0.5 * count
    assert all(any(each in told for each in OF_LOOPS) for told in refusals), refusals
