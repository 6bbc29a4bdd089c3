"""Entry point of `polhode` and of `python -m game`."""

from game import startup


def main() -> None:
    """Load the command line and run it; exits with its code."""
    startup.hurry()
    try:
        from game.cli.main import main as command_line
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    command_line()


if __name__ == "__main__":
    main()
