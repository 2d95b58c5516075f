"""Puzzles for planners: written as PDDL, planners run, and their plans read back.

`task.py` is what each encoding (`sokoban.py`, `bloxorz.py`, `freecell.py`) makes, `plans.py` reads
what planners write, `encodings.py` has what users call, and `planners.py` runs those installed.
"""
