"""Dependency trees and the inputs of surface realisation that are derived from them.

In: trees of a treebank (Universal Dependencies): words in order, with forms.
Out: shallow inputs (T1) and deep inputs (T2) in the manner of SR'18, and what every deep word stands for.
"""
