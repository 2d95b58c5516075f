"""Experiments: a spec becomes runs, the runs become a table, plots and a report.

Each table that a report has published is a spec in `specs/`, with the published figures.
For other levels, solvers, settings, seeds or limits, write a spec of your own
(docs/experiments.md). `reports` holds the searches of the reports themselves.
"""
