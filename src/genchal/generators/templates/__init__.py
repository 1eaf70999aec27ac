"""Generators that fill in words around values: templates, rules and a small grammar, hand-written or mined.

In: slots and values, or dialogue acts; wordings of a domain, or training references to take them from.
Out: texts.
"""
