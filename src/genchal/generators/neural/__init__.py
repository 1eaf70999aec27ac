"""Neural generators for slots and values and for dialogue acts: one core with options, and named systems in `systems/`.

In: training instances with references, then inputs. Modules that need torch are imported when it is needed.
Out: texts, and what was learnt as arrays.
"""
