"""A joint tagger, lemmatiser and dependency parser, in numpy; `genchal.resources.parser` loads the weights."""
