"""How pip builds the project: by scikit-build-core, which is asked for the metadata first.

Whether the engine could be compiled shows in the tags of the wheel, and scikit-build-core insists
that they are those which it told before. What is told before the build are the metadata only, so
that pip need not compile for minutes while it says that it prepares them.
"""

from __future__ import annotations

from typing import Any

from scikit_build_core import build
from scikit_build_core.build import *  # noqa: F403 - the other hooks are its own


def build_wheel(
    wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None
) -> str:
    """The wheel; see PEP 517."""
    return build.build_wheel(wheel_directory, config_settings)


def build_editable(
    wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None
) -> str:
    """The wheel that leads to the sources; see PEP 660."""
    return build.build_editable(wheel_directory, config_settings)
