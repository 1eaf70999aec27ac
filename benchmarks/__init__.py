"""Speed, measured against peers in the same run. One question per file; `make bench` asks them all."""
