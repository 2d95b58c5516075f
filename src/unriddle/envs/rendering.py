"""How an environment is looked at: text, pixels, or a window."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
from gymnasium.error import DependencyNotInstalled

from unriddle.envs.kind import Grid, Scene
from unriddle.pictures import board_of
from unriddle.pictures.colours import THEMES
from unriddle.pictures.raster import Canvas


class Pictures:
    """Positions of one puzzle in pixels, all of the same size."""

    def __init__(self, scene: Scene) -> None:
        self._board = board_of(scene.puzzle, scene.widest())
        self._canvas = Canvas(self._board, THEMES["light"])

    def pixels(self, state: Any) -> Grid:
        """Height, width, and three colours."""
        return np.asarray(self._canvas.image(self._board.pieces(state, None)), np.uint8)


class Window:
    """A window that shows pixels, by pygame, as Gymnasium's own environments have it."""

    def __init__(self, title: str) -> None:
        try:
            pygame: Any = import_module("pygame")
        except ImportError as error:
            raise DependencyNotInstalled(
                "pygame is not installed: `pip install 'unriddle[envs]'`, or use "
                "render_mode='rgb_array'"
            ) from error
        self._pygame = pygame
        pygame.display.init()  # no sound is wanted, which not every machine has
        pygame.display.set_caption(title)
        self._clock = pygame.time.Clock()
        self._window: Any = None

    def show(self, pixels: Grid, fps: int) -> None:
        """Show a picture, and wait until it is time for the next one."""
        size = pixels.shape[1], pixels.shape[0]
        if self._window is None or self._window.get_size() != size:
            self._window = self._pygame.display.set_mode(size)
        surface = self._pygame.surfarray.make_surface(pixels.swapaxes(0, 1))
        self._window.blit(surface, (0, 0))
        self._pygame.event.pump()
        self._pygame.display.flip()
        self._clock.tick(fps)

    def close(self) -> None:
        """Close the window."""
        self._pygame.display.quit()
