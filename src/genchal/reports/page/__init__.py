"""The report as one web page that needs no server and no network.

In: the results of a campaign.
Out: HTML.
"""
