"""Grading: what a student hands in, run apart from everything else and judged by the rules.

A submission is not trusted. Its code runs in a process of its own (`child.py`), which knows the
rules of the puzzles and no solver; everything that decides about points happens in the process of
the grader: plans are replayed, estimates are compared with exact distances, time is what the system
has counted. docs/grading.md says what is measured where, and what the protection is not.
"""
