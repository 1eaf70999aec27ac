"""Studies: their design, what raters see (items, sheets, widgets), and platforms raters come from.

In: keys of `[[study]]`, after parsing.
Out: frozen types that elicitation, store, steps and pages share.
"""
