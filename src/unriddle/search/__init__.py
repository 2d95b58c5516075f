"""The textbook searches: they know no puzzle, no clock and no screen."""
