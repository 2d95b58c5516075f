"""Puzzles for planners: written as PDDL, planners run, and their plans read back.

`task.py` is what each encoding (`sokoban.py`, `bloxorz.py`, `freecell.py`) makes, `plans.py` reads
what planners write, and `encodings.py` has what users call. `planners.py` knows the planners of
others that may be installed, and `run.py` runs them.
"""
