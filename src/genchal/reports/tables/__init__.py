"""Results as tables: text, LaTeX, Markdown, CSV, HTML and JSON, each written once, for every result.

In: `Table`s and payloads of results from `domain.results`.
Out: strings.
"""
