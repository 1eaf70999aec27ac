"""What people said, as part of a campaign: ratings in files and answers of studies become human evaluations of a track.

In: `[[ratings]]` and `[[study]]` of a campaign, the scores of a track.
Out: `HumanEvaluation`s, which are stored, and found again as long as nothing that they depend on changes.
"""
