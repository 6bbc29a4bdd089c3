from game.session import challenge_log
from tests.game.challenges.test_challenges import FLIP, played
from tests.game.cli.test_main import here


def test_the_command_line_lists_tells_and_judges(tmp_path):
    session, path = played("catch-the-flip", FLIP), tmp_path / "flip.log"
    path.write_bytes(challenge_log.proof_bytes(session))
    done = here("challenge", "--log", str(path))
    assert done.returncode == 0 and "Catch the flip: gold" in done.stdout
    assert "town-gate" in here("challenge").stdout and "lean_rate" in here("challenge", "no-hands").stdout
    path.write_bytes(path.read_bytes().replace(b'"omega_1":0.1', b'"omega_1":0.11'))
    done = here("challenge", "--log", str(path))
    assert done.returncode == 1 and "no medal: " in done.stderr
    assert "did you mean 'town-gate'" in here("challenge", "town-gates").stderr
