"""Sheets of the gallery in other languages: German, and Arabic as one that is written from the right.

There is no catalogue of Arabic messages; what these sheets say is here, and what they do not say is English.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from gallery.pages import ASSETS, Example, form_of
from genchal.elicitation.messages import Messages, load_messages
from genchal.web.messages import ENGLISH_MESSAGES
from genchal.web.pages import rendering
from genchal.web.pages.page_frame import PageFrame, PageProgress

ARABIC_MESSAGES: Mapping[str, str] = {
    "text.label": "النص {letter}",
    "given.input": "ما يجب أن يقوله النص",
    "magnitude.standard": "النص المرجعي",
    "magnitude.worth": (
        "قيمة النص المرجعي {modulus}. أعطِ النص الأفضل منه مرتين ضعف هذه القيمة، والنص الأقل منه مرتين نصفها."
    ),
    "magnitude.hint_worth": "أي عدد أكبر من 0؛ العدد {modulus} يعني أنه بجودة النص المرجعي.",
    "rankme.ties": "أعطِ النصوص المتساوية في الجودة العدد نفسه.",
    "criterion.quality.question": "ما جودة هذا النص بصورة عامة؟",
    "criterion.readability.question": "هل هذا النص سهل القراءة؟",
    "criterion.readability.low": "لا يمكن قراءته",
    "criterion.readability.high": "سهل تمامًا",
    "slider.how": "حرّك كل مؤشر، حتى لو كان مكانه الأول هو ما تريده.",
    "slider.ignore_form": "لا تهتم بالتنسيق ولا بالمسافات.",
    "skip": "انتقل إلى السؤال",
    "progress": "الصفحة {number} من {total}",
    "instructions.again": "عرض التعليمات مرة أخرى",
    "live_order": "ترتيبك حتى الآن",
    "live_order.empty": "تظهر النصوص هنا عندما تكتب الأعداد.",
    "send": "إرسال ومتابعة",
    "script.next": "التالي",
    "script.back": "السابق",
    "script.item_of": "{number} من {total}",
}
ARABIC = Messages("ar", {**ENGLISH_MESSAGES, **ARABIC_MESSAGES})
TITLES = {"german": "Texte über Gaststätten", "arabic": "نصوص عن المطاعم"}
INSTRUCTIONS = {
    "german": "Lesen Sie jeden Text **einmal**, und geben Sie ihm dann eine Zahl.",
    "arabic": "اقرأ كل نص **مرة واحدة** ثم أعطه عددًا.",
}
EXAMPLES = (
    Example("rankme-german", "rankme", "german", ("quality",), size=3),
    Example("rankme-arabic", "rankme", "arabic", ("quality",), size=3),
    Example("sliders-arabic", "direct_assessment", "arabic", ("readability",), size=2),
)


def abroad_pages() -> dict[str, str]:
    """A page for every example."""
    return {one.name: _page(one) for one in EXAMPLES}


def _page(one: Example) -> str:
    is_german = one.instance == "german"
    texts = load_messages("de") if is_german else ARABIC
    frame = PageFrame(
        TITLES[one.instance], texts.language, PageProgress(3, 20), INSTRUCTIONS[one.instance], texts.language, ASSETS
    )
    frame = frame if is_german else replace(frame, own_texts=ARABIC)
    return rendering.render_sheet(frame, one.page(texts), {}, [], form_of(one.name))
