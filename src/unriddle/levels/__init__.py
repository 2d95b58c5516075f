"""The level packs that come with the program, as text; SOURCES.md names their origin."""


def read_pack(path: str) -> str:
    """The text of a shipped pack, such as `sokoban/uit.xsb`."""
    from importlib import resources  # takes longer to load than all of this package

    return resources.files(__name__).joinpath(path).read_text(encoding="utf-8")
