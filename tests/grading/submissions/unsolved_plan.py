import unriddle


@unriddle.search
def mine(puzzle):
    return [puzzle.actions(puzzle.initial)[0]]
