"""What comes in: forms and cookies, who sends them, and whether they may.

In: requests of browsers.
Out: fields, studies and raters; or a refusal, before any step is called.
"""
