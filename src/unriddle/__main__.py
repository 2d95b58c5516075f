"""The command `unriddle`, also as `python -m unriddle`."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line and leave with its exit code."""
    if sys.argv[1:] == ["--version"]:  # answered without loading the command line
        from unriddle.version import __version__

        print(__version__)
        return
    try:
        code = _play(sys.argv[1:])
        if code is None:
            from unriddle.cli import run

            code = run(sys.argv[1:])
    except KeyboardInterrupt:  # while the program is still being loaded
        code = 130
    sys.exit(code)


def _play(arguments: list[str]) -> int | None:
    """Open the terminal app without loading the command line, which takes a fifth of its start.

    None if the arguments ask for more than a level, or if something is wrong: then the command line
    says what.
    """
    if arguments[:1] != ["play"] or len(arguments) > 2 or arguments[-1].startswith("-"):
        return None
    from unriddle.core import UnriddleError
    from unriddle.tui.launch import launch

    try:
        return launch(arguments[1] if len(arguments) > 1 else None)
    except UnriddleError:
        return None


if __name__ == "__main__":
    main()
