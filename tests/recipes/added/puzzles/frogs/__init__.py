"""Frogs and toads, who want to change places on a row of stones."""
