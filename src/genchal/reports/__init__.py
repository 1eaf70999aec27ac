"""Reports: the results of a campaign as a web page, tables, figures and JSON.

In: results; systems stand in the order of the leaderboard, withdrawn ones nowhere, anonymous ones without their team.
Out: text or bytes; the same results give the same bytes.
"""
