"""Tables of ratings in shapes of their own: which column is what, and what its cells say.

In: tables, and what a user says about their columns.
Out: `Judgements`, which the layouts `long` and `wide` hand on.
"""
