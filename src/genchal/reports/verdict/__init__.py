"""The verdict of the report in words.

In: the results of a track.
Out: claims, each with the test behind it and its sentence.
"""
