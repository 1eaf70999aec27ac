"""Pages of the raters' app as HTML, for every state a study can be in.

In: what a study asks, what a rater has answered, and what went wrong.
Out: HTML, written by the templates.
"""
