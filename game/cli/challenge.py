"""`polhode challenge`: the challenges and what a person has achieved, and the judgement of a log."""

from __future__ import annotations

from pathlib import Path

import click

from game import scenefile
from game.challenges.records import ChallengeRecord, ChallengeRecords
from game.cli.json_text import json_text
from game.model.errors import DIFFERS
from game.scenefile import Scene
from game.session import challenge_log
from game.session.past.event_log import read
from physics import BadInput
from physics.errors import unknown


def show_challenges(as_json: bool) -> int:
    """Print the challenges that are shipped, with the best results in this folder of settings."""
    records = ChallengeRecords()
    found = {name: scenefile.read(path) for name, path in scenefile.challenge_files().items()}
    if as_json:
        click.echo(json_text({name: _described(scene, records.best(scene)) for name, scene in found.items()}))
        return 0
    for name, scene in found.items():
        best = records.best(scene)
        click.echo(f"{name:<20}{scene.title}{'' if best is None else f': {_result(scene, best)}'}")
    click.echo("polhode run NAME opens one; polhode challenge NAME tells its rules")
    return 0


def show_challenge(name: str, as_json: bool) -> int:
    """Print the rules of a challenge: one that is shipped, or that of a scene file. Raises BadInput."""
    scene = _challenge(name)
    best = ChallengeRecords().best(scene)
    if as_json:
        click.echo(json_text(_described(scene, best)))
        return 0
    spec = scene.challenge
    assert spec is not None
    click.echo(f"{scene.title}\n{spec.rules}")
    medals = ", ".join(f"{medal} {getattr(spec, medal):g} {spec.unit}".rstrip() for medal in scenefile.MEDALS[::-1])
    click.echo(f"{medals}; may be changed: {', '.join(spec.change) or 'nothing'}")
    if best is not None:
        click.echo(f"Your best: {_result(scene, best)}")
    return 0


def judge_log(name: str, path: Path, as_json: bool) -> int:
    """Print what the log of an attempt proves, and return the exit code: 1 where it proves no medal. Raises BadInput.

    name: of the challenge, "" for whichever it is.
    """
    log = read(path)
    if name and log.scene.name != _challenge(name).name:
        raise BadInput(f"log {path}: is of {log.scene.name}, not of {name}")
    try:
        verdict = challenge_log.judged(log)
    except BadInput as error:
        raise BadInput(f"log {path}: {error}") from None
    if as_json:
        click.echo(json_text(verdict._asdict()))
    elif verdict.medal:
        click.echo(f"{verdict.title}: {verdict.medal}, {verdict.score:.6g} {verdict.unit}".rstrip())
    else:
        click.echo(f"polhode: {path}: {verdict.title}: no medal: {verdict.fault}", err=True)
    return 0 if verdict.medal else DIFFERS


def _challenge(name: str) -> Scene:
    """Return the scene of a challenge. Raises BadInput."""
    if not name.endswith(".toml") and name not in scenefile.challenge_files():
        raise unknown("challenge", name, (*scenefile.challenge_files(), "or a scene file FILE.toml"))
    scene = scenefile.load(name)
    if scene.challenge is None:
        raise BadInput(f"scene file {name}: has no table [challenge]")
    return scene


def _result(scene: Scene, best: ChallengeRecord) -> str:
    assert scene.challenge is not None
    return f"{best.medal}, {best.score:.6g} {scene.challenge.unit}".rstrip()


def _described(scene: Scene, best: ChallengeRecord | None) -> dict[str, object]:
    import msgspec

    assert scene.challenge is not None
    told = msgspec.structs.asdict(scene.challenge)
    told["watch"] = {name: msgspec.to_builtins(each) for name, each in scene.challenge.watch.items()}
    return {"title": scene.title, "note": scene.note, **told, "best": None if best is None else best.score,
            "medal": None if best is None else best.medal}  # fmt: skip
