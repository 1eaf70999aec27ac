"""The parts of `judgements.agree`: judgements of one criterion, and one measure at a time.

In: ratings.
Out: coefficients with the design they were measured on.
"""
