"""Generators learn and write: from instances, in folds, or once for all and kept in a model file.

In: training and test instances, settings, model files.
Out: outputs, submissions, model files.
"""
