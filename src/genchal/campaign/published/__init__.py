"""Published numbers beside ours: tables are read, views compute their cells, and every cell gets a verdict.

In: files of published numbers with tolerances, the results of a campaign, and the data behind the tables.
Out: `PublishedNumbers`, which the report draws and sums up.
"""
