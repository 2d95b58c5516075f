"""The terminal: play, watch solvers and compare them, drawn with Textual.

No screen holds a rule. What is legal, lost or solved comes from `play.Session`, what there is comes
from the catalogue, and searches are runs of `solving`. Colours, keys and shapes are defined here.
"""
