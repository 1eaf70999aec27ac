"""How a database is opened, written to and watched, whichever of the two kinds it is.

In: an address; operations that take a transaction.
Out: what was committed, or one line that says what is wrong with the database.
"""
