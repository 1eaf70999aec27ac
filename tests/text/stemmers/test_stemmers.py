"""Stemmers: a word for every rule. All stems are those that METEOR 1.5's own stemmers give."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.text.stemmers import STEMMERS

STEMS = {
    "en": """
        caresses caress  ties tie  cries cri  gas gas  gaps gap  kiwis kiwi  bus bus  agreed agre  feed feed
        hopping hop  hoping hope  luxuriated luxuri  falling fall  hissing hiss  cry cri  by by  say say
        enjoy enjoy  youth youth  relational relat  conditional condit  rationally ration  hesitanci hesit
        digitizer digit  operator oper  feudalism feudal  decisiveness decis  hopefulness hope  sensibility sensibl
        geology geolog  slowly slowli  quickly quick  triplicate triplic  formative format  electrical electr
        goodness good  revival reviv  allowance allow  adjustment adjust  replacement replac  adoption adopt
        irritant irrit  rate rate  controll control  roll roll  cease ceas  generous generous  communism communism
        arsenal arsenal  skis ski  skies sky  dying die  news news  inning inning  proceed proceed  early earli
        atlas atlas  dog's dog  'tis tis  dogs' dog  it it  y y  restaurants restaur  located locat
        moderately moder
    """,
    "de": """
        aufeinanderfolgenden aufeinanderfolg  häuser haus  kindern kind  läufe lauf  autos autos  schönsten schon
        freundlichkeit freundlich  bedeutung bedeut  beständig bestand  wichtigsten wichtig  theoretisch theoret
        größe gross  bauer bau  neuen neu  heiserkeit heiser  eigen eig  ereignis ereignis  ab ab
        jährlich jahrlich  kategorischen kategor  liest liest  gesundheit gesund
    """,
    "es": """
        cheques chequ  dándole dandol  comiéndolo com  decirme dec  rápidamente rapid  nacionalidad nacional
        activamente activ  logías log  solución solucion  evidencia evident  posiblemente posibl  huyeron huyeron
        construyó constru  hablaríamos habl  llegue lleg  sigue sig  niños niñ  trabajadora trabaj
        gratuitamente gratuit  y y  oír oir  amabilidad amabil
    """,
    "fr": """
        continuation continu  majestueusement majestu  majesté majest  finissements fin  constamment const
        évidemment évident  doucement douc  royaux royal  chevaux cheval  heureuse heureux  activité activ
        électricité électr  logiquement logiqu  finissaient fin  mangeaient mang  jouions jouion  payé pai
        français franc  ambiguë ambigu  première premi  quelle quel  été été  bienveillante bienveil  yeux yeux
        qualité qualit  tapage tapag
    """,
    "ru": """
        вазы ваз  важная важн  прочитавшись прочита  красивейший красив  бегающими бега  радость радост
        возможность возможн  делала дела  смеяться смея  окнами окн  и и  длинный длин  ночь ноч  стекло стекл
    """,
}
PAIRS = [
    (language, *pair)
    for language, text in STEMS.items()
    for pair in zip(text.split()[::2], text.split()[1::2], strict=True)
]


@pytest.mark.parametrize(("language", "word", "stem"), PAIRS)
def test_words_have_the_stems_that_snowball_had_then(language: str, word: str, stem: str) -> None:
    assert STEMMERS[language](word) == stem


@pytest.mark.parametrize("language", list(STEMMERS))
@given(word=st.text(max_size=12) | st.text("abcdefgilmnorstuvyéèäßñíщьстенияа'", max_size=12))
def test_any_word_has_a_stem_that_is_hardly_longer(language: str, word: str) -> None:
    assert len(STEMMERS[language](word)) <= len(word) + max(word.count("ß"), 1)
