"""What the metrics of the image-caption challenge (Chen et al. 2015) have in common."""

from dataclasses import replace

from genchal.domain import Batch, Case, Tokens
from genchal.text.tokenisers.blanks_inside import cut_at_blanks


def caption_tokens(batch: Batch, tok: str, case: Case) -> Tokens:
    """Texts as words without white space: BLEU and CIDEr of the caption metrics cut even tokens at blanks."""
    tokens = batch.tokens(tok, case)
    encoded = cut_at_blanks(tokens.encoded)
    return tokens if encoded is tokens.encoded else replace(tokens, encoded=encoded)
