import unriddle


@unriddle.heuristic(puzzle="bloxorz", admissible=True)
def mine(puzzle):
    from unriddle.puzzles.bloxorz.heuristics import rolls

    return rolls(puzzle).estimate
