"""How well raters agree: kappa, alpha, ICC, split halves, quality control.

In: judgements by rater and item.
Out: coefficients with their intervals.
"""
