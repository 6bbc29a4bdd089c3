"""Entry point of `polhode` and of `python -m game`."""

import signal

from game import interruption


def main() -> None:
    """Load the command line and run it; exits with its code."""
    interruption.end_on_signals()
    from game import startup

    startup.hurry()
    from game.cli.main import main as command_line

    try:
        command_line()
    except KeyboardInterrupt:  # as its own treatment of it ended
        interruption.end_now(signal.SIGINT)


if __name__ == "__main__":
    main()
