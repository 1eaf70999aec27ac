"""The network and its parts: shapes, encoders and decoders, losses, classifiers.

In: meanings and texts as numbers.
Out: probabilities of tokens or features, and what training makes small.
"""
