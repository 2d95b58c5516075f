"""`unriddle completion`: commands and options, completed by the shell."""

from __future__ import annotations

from typing import Annotated, Literal

from cyclopts import Parameter


def completion(
    shell: Annotated[Literal["bash", "zsh", "fish"], Parameter(help="Which shell.")], /
) -> int:
    """Write the script to standard output."""
    from unriddle.cli import app

    print(app.generate_completion(shell=shell))
    return 0
