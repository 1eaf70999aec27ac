"""A very small METEOR: data in the original's formats, tables made from them, and a package like the real one."""

import gzip
import io
import zipfile
from pathlib import Path

from genchal.metrics.meteor.tables import Tables
from genchal.resources.meteor_index import compile_paraphrases, compile_synonyms, paraphrases_from, synonyms_from

FUNCTION_WORDS = ["the", "a", "of", "is", ",", "."]
PREFIXES = "# abbreviations\nMr\nno #NUMERIC_ONLY#\nApr\n"
SYNSETS = "car\n1 2\nautomobile\n1\nbig\n3\nlarge\n3 4\nchild\n5\nkid\n5 6\nrun\n7\noperate\n7\ngoose\n8\nbird\n8\n"
EXCEPTIONS = "child\nchildren\ngoose\ngeese\nrun\nran\n"
PARAPHRASES = [
    ("big", "of great size"), ("big", "huge"), ("car", "motor vehicle"), ("is", "is not"), ("of", "of the"),
    ("of great size", "big"), ("of the", "of"), ("the car", "a motor vehicle"), ("the car", "it"), ("it", "the car"),
    ("kid", "kid"), ("a big car", "the car of great size"), ("of the car", "car 's"), ("huge", "big"),
]  # fmt: skip
WORDS = (
    "the a of is big large car cars automobile motor vehicle child children kid kids run running ran operates goose "
    "geese great size huge not it 's , . Mr. no. 5"
)
VOCABULARY = WORDS.split()


def paraphrase_lines() -> bytes:
    """The table of paraphrases."""
    return "".join(f"0.5\n{phrase}\n{other}\n" for phrase, other in PARAPHRASES).encode()


def tiny_tables() -> Tables:
    """The data as what METEOR looks up."""
    return Tables(
        frozenset(FUNCTION_WORDS),
        {"Mr": False, "no": True, "Apr": False},
        synonyms_from(compile_synonyms(SYNSETS.encode(), EXCEPTIONS.encode())),
        paraphrases_from(compile_paraphrases(io.BytesIO(paraphrase_lines()), lambda _: None)),
        "tiny",
    )


def write_package(folder: Path) -> Path:
    """Write a package with these data; return the folder of METEOR's files."""
    files = folder / "pycocoevalcap" / "meteor"
    (files / "data").mkdir(parents=True)
    (folder / "pycocoevalcap" / "__init__.py").write_text("raise AssertionError('nobody imports this')\n")
    with zipfile.ZipFile(files / "meteor-1.5.jar", "w", zipfile.ZIP_DEFLATED) as jar:
        for language in ("english", "french", "german"):
            words = [*FUNCTION_WORDS, language]
            jar.writestr(f"function/{language}.words", "".join(f"{word}\n" for word in words))
            jar.writestr(f"nonbreaking/{language}.prefixes", PREFIXES)
        jar.writestr("synonym/english.synsets", SYNSETS)
        jar.writestr("synonym/english.exceptions", EXCEPTIONS)
    with gzip.open(files / "data" / "paraphrase-en.gz", "wb") as file:
        file.write(paraphrase_lines())
    return files
