"""The raters' web app: addresses, pages, cookies, and the server that runs them.

In: requests, and an open store.
Out: pages and redirects; every answer goes through `campaign.studies.steps` into the store.
"""
