"""English abbreviations that are written with a dot; in lower case, without it."""

_BEFORE_MORE = """
adm approx apr aug ave avg blvd capt cf col ct dec dept dr e.g est ext feb fig ft gen gov hon hwy i.e jan jr jul lt maj
max min misc mon mr mrs ms mt no nov oct orig pg ph pp prof pt rd ref rep reps rev sat sen sens sep sept sgt sr st tel
thu thur thurs tue tues univ viz vol vs wed
"""
_MAYBE_LAST = "a.m al bros co corp etc fri hr hrs inc lb lbs ltd oz p.m phd sun u.k u.s u.s.a wk yr yrs"

BEFORE_MORE = frozenset(_BEFORE_MORE.split())  # nearly always followed by more of the sentence
MAYBE_LAST = frozenset(_MAYBE_LAST.split())  # may also be the last word of a sentence
ABBREVIATIONS = BEFORE_MORE | MAYBE_LAST
