"""How networks learn: preparation, passes, early stopping, reinforcement, styles, and going on after a kill.

In: pairs and a plan.
Out: arrays of what was learnt, and how far training has come.
"""
