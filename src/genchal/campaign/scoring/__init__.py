"""Outputs become scores: request, rows, evidence; then scores, comparisons, similarities.

In: instances, submissions, and the metrics that somebody asks for.
Out: `Scoring`, `Comparisons` and `Similarities`, each number with its signature.
"""
