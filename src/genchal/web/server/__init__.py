"""The process that serves pages: its connections with their limits, and how it starts and ends.

In: an application, an address, signals.
Out: requests that arrive in time; after the last one, a database that is closed.
"""
