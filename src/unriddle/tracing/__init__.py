"""Traces: a search of the book, step by step, with everything that happens on the way."""
