"""What a report has: figures and tables with the names of their files, section by section.

In: the results of a campaign.
Out: contents, which the page shows and which are saved as files.
"""
