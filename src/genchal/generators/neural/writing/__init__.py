"""How networks write: candidates by beams or drawing, and the choice among them.

In: trained networks and meanings.
Out: judged candidates, of which one becomes the output.
"""
