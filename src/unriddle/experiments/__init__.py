"""Experiments: a spec becomes runs, the runs become a table, plots and a report.

Each table that a report has published is a spec in `specs/`, with the published figures; whoever
wants other levels, solvers, settings, seeds or limits writes a spec of their own
(docs/experiments.md). `reports` holds the searches of the reports themselves.
"""
