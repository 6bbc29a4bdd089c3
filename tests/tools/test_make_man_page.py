"""The man page that the package brings, and what it says of a command."""

from game.cli.main import commands
from tools.make_man_page import FILE, escaped, page


def test_page_is_that_of_the_commands():
    assert FILE.read_text("utf-8") == page(), "type: python -m tools.make_man_page"


def test_page_has_every_command():
    assert all(f".SS polhode {name} " in page() for name in commands.commands)


def test_texts_are_literal():
    assert escaped(".dot \\ a-b\n c") == "\\&.dot \\e a\\-b c"
