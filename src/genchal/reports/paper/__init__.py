"""Results as a paper has them: method texts written from the settings, references, a draft of the section "Evaluation".

In: the results of a campaign.
Out: files of LaTeX, Markdown and BibTeX, as texts.
"""
