"""What operators do with a whole database: back up, restore, move, delete, and take what was erased out of its files.

In: an open store, or the addresses of two databases.
Out: the same rows elsewhere, compared value by value; or rows and free pages that are gone.
"""
