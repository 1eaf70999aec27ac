"""The campaign's file: its sections and keys, what contradicts in it, and where the files are that it names.

In: campaign.toml.
Out: a Campaign, or everything that is wrong with the file, a line each.
"""
