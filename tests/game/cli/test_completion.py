"""Completion in a shell, as click's scripts ask for it."""

import pytest
from click.shell_completion import ShellComplete

from game.cli.main import COMPLETE, PROGRAM, SHELLS, commands
from tests.game.cli.test_main import here


def complete(args, incomplete):
    asked = ShellComplete(commands, {}, PROGRAM, COMPLETE)
    return [item.value for item in asked.get_completions(args, incomplete)]


def test_first_word_is_a_command():
    assert complete([], "ex") == ["export"] and "simulate" in complete([], "")


def test_scenes_and_options_are_completed():
    assert complete(["simulate"], "fast-") == ["fast-cone"]
    assert complete(["render", "loops"], "--trans") == ["--transparent"]


def test_files_are_completed_where_no_scene_is_called_so():
    (item,) = ShellComplete(commands, {}, PROGRAM, COMPLETE).get_completions(["run"], "./my")
    assert item.type == "file"


@pytest.mark.parametrize("shell", SHELLS)
def test_script_asks_the_program(shell):
    done = here("completion", shell)
    assert f"{COMPLETE}={shell}_complete" in done.stdout
