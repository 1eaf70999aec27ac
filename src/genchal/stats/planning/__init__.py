"""How large a study must be: variance components and power by simulation.

In: a pilot's ratings, or variances.
Out: power per size of study.
"""
