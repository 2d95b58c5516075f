import unriddle


@unriddle.search
def mine(puzzle):
    try:
        import unriddle.native._core as core
    except ImportError:
        return "RRDRRRD"
    return core
