"""The parts of ranking: methods, tests between systems, and the tables made from ratings."""
