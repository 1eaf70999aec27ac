"""A study is made, shown, answered, watched, exported and forgotten.

In: a campaign's outputs, and what raters send.
Out: sheets for the pages; ratings, identities and TUNA trials as files.
"""
