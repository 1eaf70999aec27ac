"""Files that we read and write: texts under any compression, data sets, tables, weights, stored results.

In: paths and names.
Out: values that the libraries take; files that appear whole or not at all.
"""
