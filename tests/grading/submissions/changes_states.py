"""For a puzzle of a teacher whose states can be changed."""

import unriddle


@unriddle.search
def mine(puzzle):
    state = puzzle.initial
    while not puzzle.is_goal(state):
        state.stones -= 1
    return []
