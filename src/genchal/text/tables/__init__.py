"""Tables: CSV, TSV, JSON lines and JSON documents as columns, whatever they are about.

In: lines of text.
Out: headers, rows, objects, and columns of numbered names; which column is which is for others to say.
"""
