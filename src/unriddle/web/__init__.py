"""The page: a local server, and in `static/` what it sends to the browser.

The page holds no rules. It asks over a WebSocket and receives positions, legal moves, the figures
of running searches and replayed solutions; it draws them and turns gestures into moves.
"""
