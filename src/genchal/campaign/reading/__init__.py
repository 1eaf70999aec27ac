"""Files become instances and submissions.

In: paths, and the task format if it is known.
Out: instances, and outputs aligned with them; every problem with its line.
"""
