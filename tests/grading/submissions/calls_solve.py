import unriddle


@unriddle.search
def mine(puzzle):
    try:
        return unriddle.solve("bloxorz/1").plan
    except ImportError:
        return "RRDRRRD"
