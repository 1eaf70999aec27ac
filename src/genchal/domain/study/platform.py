"""How raters come to a study and leave it again: any platform that opens an address and takes back a code."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal
from urllib.parse import quote

from genchal.domain.settings import REQUIRED, setting
from genchal.errors import InvalidInput

_CODE = re.compile(r"[A-Za-z0-9_.-]{0,100}")
_PARAMETER = re.compile(r"[A-Za-z0-9_.-]{1,100}")


Work = Literal["full", "some", "none"]  # how much of what a rater was to do is done


@dataclass(frozen=True, slots=True)
class Codes:
    """What raters take back to where they came from: one code for each way in which a study ends."""

    complete: str = setting(
        "",
        "For raters who have done all their sheets. Default: a random code, made when the study is created.",
        example='"WALKS-ALL"',
    )
    partial: str = setting(
        "",
        "For raters who did some of their sheets, and for whom none is left. Default: a random code, where "
        "it is said how many a rater does.",
        example='"WALKS-SOME"',
    )
    returned: str = setting(
        "", "For people who came and found nothing to do. Default: no code.", example='"WALKS-NONE"'
    )
    screened_out: str = setting("", "For people who are not eligible. Default: no code.", example='"WALKS-OUT"')
    no_consent: str = setting("", "For people who do not agree to take part. Default: no code.", example='"WALKS-NO"')
    per_rater: bool | None = setting(
        None,
        "Whether every rater gets a code of their own, signed, so that nobody can pass it on. Default: yes, unless "
        "complete is given or raters come from a platform.",
        example="true",
    )

    def check(self) -> None:
        """Codes are plain: they become part of addresses."""
        for code in (self.complete, self.partial, self.returned, self.screened_out, self.no_consent):
            if not _CODE.fullmatch(code):
                raise InvalidInput(f"code '{code}'", "Use only letters, digits and the characters . _ -")

    def at_end(self, state: str, work: Work = "full") -> str:
        """The code for how the study ended for a rater who did so much work; none before the end."""
        codes = {
            # Who did a part, where that has a code, is not finished. Answers may be gone since, but the code was shown.
            "finished": self.complete,
            "working": self.partial if work == "some" else self.returned if work == "none" else "",
            "screened_out": self.screened_out,
            "removed": self.screened_out,
            "no_consent": self.no_consent,
        }
        return codes.get(state, "")


NO_CODES = Codes()


@dataclass(frozen=True, slots=True)
class Platform:
    """Where raters come from: the parameter that identifies them, others to store, and where they return to."""

    name: str = setting(REQUIRED, "Name of the platform; with the id, it identifies a rater.", example='"mturk"')
    id: str = setting(REQUIRED, "Parameter of the web address that contains the rater's id.", example='"workerId"')
    keep: tuple[str, ...] = setting(
        (), "Other parameters to store, separately from the answers.", example='["assignmentId", "hitId"]'
    )
    returns: str = setting(
        "",
        "Address to return to, with {code} in it. Default: raters are shown the code.",
        example='"https://crowd.example/done?code={code}"',
    )
    pattern: str = setting(
        "", "Regular expression that every id matches as a whole. Default: any id.", example='"A[A-Z0-9]{11,14}"'
    )
    signed: str = setting(
        "", "Parameter with the signature of the id: see genchal study links --signing-key.", example='"signature"'
    )

    @property
    def parameters(self) -> tuple[str, ...]:
        """All parameters of the address that say who somebody is."""
        return (self.id, *self.keep, *([self.signed] if self.signed else []))

    def check(self) -> None:
        """Whether raters can come in, and go back."""
        for parameter in self.parameters:
            if not _PARAMETER.fullmatch(parameter):
                raise InvalidInput(
                    f"parameter '{parameter}' of an address", "Use only letters, digits and the characters . _ -"
                )
        try:
            re.compile(self.pattern)
        except re.error as error:
            raise InvalidInput(f"pattern '{self.pattern}' ({error})", 'Write one such as "[A-Z0-9]{14}".') from None
        is_web = self.returns.startswith(("https://", "http://"))
        if self.returns and not (is_web and "{code}" in self.returns):
            raise InvalidInput(f"returns '{self.returns}'", 'Write an address: "https://.../complete?code={code}".')

    def return_address(self, code: str) -> str:
        """Where a rater goes with a code; nothing where there is nowhere to go, or nothing to bring."""
        return self.returns.replace("{code}", quote(code, safe="")) if code else ""


PROLIFIC = Platform(
    "prolific",
    "PROLIFIC_PID",
    ("STUDY_ID", "SESSION_ID"),
    "https://app.prolific.com/submissions/complete?cc={code}",
    pattern="[0-9a-fA-F]{24}",
)
