"""Make share/man/man1/polhode.1, the man page, from the command line itself.

    python -m tools.make_man_page

The package installs it; a test says when it is not that of the commands.
"""

from __future__ import annotations

from pathlib import Path

import click

import physics
from game.cli.main import PROGRAM, commands
from game.model.errors import EXIT_CODES
from tools.command_line import command_line

FILE = Path(__file__).parents[1] / "share" / "man" / "man1" / "polhode.1"


def escaped(text: str) -> str:
    """Return a text as roff shows it literally, in one line."""
    line = " ".join(text.split()).replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{line}" if line.startswith((".", "'")) else line


def options_of(command: click.Command, ctx: click.Context) -> list[str]:
    """Return the options of a command as lines of roff."""
    records = [
        found
        for each in command.get_params(ctx)
        if isinstance(each, click.Option) and (found := each.get_help_record(ctx)) is not None
    ]
    return [line for name, text in records for line in (".TP", f"\\fB{escaped(name)}\\fR", escaped(text))]


def page() -> str:
    """Return the man page."""
    top = click.Context(commands, info_name=PROGRAM, **commands.context_settings)
    lines = [
        f'.TH POLHODE 1 "" "Polhode {physics.__version__}" "User Commands"',
        ".SH NAME", f"polhode \\- {escaped((commands.help or '').rstrip('.'))}",
        ".SH SYNOPSIS", "\\fBpolhode\\fR [\\fISCENE\\fR]", ".br", "\\fBpolhode\\fR \\fICOMMAND\\fR [\\fIOPTION\\fR]...",
        ".SH DESCRIPTION",
        "Without a command,", "\\fBpolhode\\fR \\fISCENE\\fR", "means", "\\fBpolhode run\\fR \\fISCENE\\fR.",
        ".SH OPTIONS", *options_of(commands, top),
        ".SH COMMANDS",
    ]  # fmt: skip
    for name, command in sorted(commands.commands.items()):
        ctx = click.Context(command, info_name=name, parent=top)
        usage = " ".join(command.collect_usage_pieces(ctx))
        paragraphs = [escaped(each) for each in (command.help or "").split("\n\n")]
        lines += [f".SS {PROGRAM} {name} {escaped(usage)}", "\n.PP\n".join(paragraphs), *options_of(command, ctx)]
    lines += [".SH EXIT STATUS"]
    for code, meaning in EXIT_CODES.items():
        lines += [".TP", f"\\fB{code}\\fR", escaped(meaning)]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write the file."""
    FILE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    command_line().parse_args()
    main()
