"""What `genchal correlate` is made of: values of measures, joined, correlated, tested, and when not to trust them."""
