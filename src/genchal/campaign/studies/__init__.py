"""Studies, from creation to export and erasure.

In: a campaign's outputs, and what raters send.
Out: sheets for the pages; ratings, identities and TUNA trials as files.
"""
