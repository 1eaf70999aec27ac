"""What `genchal agree` is made of: judgements made ready, measured, and raters checked."""
