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
        from unriddle.cli import run

        code = run(sys.argv[1:])
    except KeyboardInterrupt:  # while the program is still being loaded
        code = 130
    sys.exit(code)


if __name__ == "__main__":
    main()
