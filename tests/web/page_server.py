"""`unriddle serve` for the tests in a browser, and the way to its page."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Page, expect

PROGRAM = Path(__file__).with_name("patience.py")
PATIENCE = 180_000
"""Milliseconds after which something that should be seen is a failure; a busy machine is slow."""
expect.set_options(timeout=PATIENCE)


class Server:
    """`unriddle serve` as a process; it keeps its port when it is started again."""

    def __init__(self) -> None:
        self.port = 0
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(PROGRAM), "serve", "--port", str(self.port)],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()
        self.port = int(self.address.rstrip("/").rpartition(":")[2])

    def stop(self) -> int:
        self.process.send_signal(signal.SIGINT)
        try:
            code = self.process.wait(PATIENCE / 1000)
        finally:
            self.process.kill()
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code


def visit(page: Page, server: Server, fragment: str = "") -> None:
    page.goto(server.address + fragment)
    expect(page.locator("main > *")).to_be_visible()
