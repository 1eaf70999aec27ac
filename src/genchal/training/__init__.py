"""Training of the tagger-parser. `network`, `opinions` and `loop` need torch, and are imported when it is needed."""
