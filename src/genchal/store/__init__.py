"""The store: studies, sheets, raters and judgements in SQLite or PostgreSQL. All SQL is here.

In: composed studies, raters, answers; functions take a transaction and are run by an open store:
``store.read(lambda t: find_study(t, "quality"))``, ``store.write(lambda t: lease_sheet(t, rater.id, ...))``.
Out: plain records, and ratings as exports have them. ``with open_store("campaign.db") as store`` opens one.
"""
