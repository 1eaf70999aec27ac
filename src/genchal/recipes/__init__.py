"""Shipped campaigns, and the published numbers they are compared with.

In: nothing; these are files.
Out: a campaign.toml with what it needs, and tables as TSV.
"""
