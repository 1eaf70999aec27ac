"""All files of a paper's folder: the draft in LaTeX and Markdown, references, tables and figures."""

from __future__ import annotations

from genchal.domain.results.campaign import CampaignResults, TrackResults
from genchal.reports.figures.drawing import Drawing
from genchal.reports.figures.forest import draw_forest
from genchal.reports.figures.leaderboard import draw_intervals
from genchal.reports.figures.saving import Format, can_save, save_figure
from genchal.reports.names import slug, track_slugs
from genchal.reports.paper.citations import cited_keys, render_bibtex
from genchal.reports.paper.document import draft_sentences, render_latex_draft, render_markdown_draft
from genchal.reports.paper.evaluation import Findings, draft_evaluation
from genchal.reports.tables.campaign_tables import campaign_tables, table_files
from genchal.reports.verdict.write import write_verdict

FIGURES: tuple[Format, ...] = ("svg", "pdf")
# A paper around the section, for reading the draft by itself; a real paper has its own style.
PAPER = r"""% Compile with: pdflatex paper; bibtex paper; pdflatex paper; pdflatex paper
\documentclass[10pt]{article}
\usepackage[T1]{fontenc}
\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
\usepackage[margin=2.5cm]{geometry}
\usepackage{array,booktabs,graphicx,longtable,natbib,pdflscape}
\usepackage[hyphens]{url}
\providecommand{\doi}[1]{\url{https://doi.org/#1}}
\begin{document}
\input{evaluation.tex}
\bibliographystyle{plainnat}
\bibliography{references}
\end{document}
"""


def list_findings(track: TrackResults) -> list[str]:
    """What the results of a track say: the sentences of the report's verdict, each with a test behind it."""
    # What scores are of is said where the metrics are.
    return [claim.sentence for claim in write_verdict(track) if claim.kind != "scope"]


def paper_files(results: CampaignResults, findings: Findings = list_findings) -> dict[str, bytes]:
    """Make all files: relative path, with forward slashes, to content; `findings` are sentences about a track."""
    tables = campaign_tables(results)
    parts = draft_evaluation(results, tables, findings)
    texts = {
        "paper.tex": PAPER,
        "evaluation.tex": render_latex_draft(parts, tables),
        "evaluation.md": render_markdown_draft(parts, tables),
        "references.bib": render_bibtex(cited_keys(draft_sentences(parts))),
        **{f"tables/{name}": text for name, text in table_files(results).items()},
    }
    files = {path: text.encode("utf-8", errors="replace") for path, text in texts.items()}
    for name, drawing in paper_figures(results).items():
        files |= {f"figures/{name}.{kind}": save_figure(drawing, kind) for kind in FIGURES if can_save(kind)}
    return dict(sorted(files.items()))


def paper_figures(results: CampaignResults) -> dict[str, Drawing]:
    """The figures that the draft has, by name."""
    figures = {}
    for prefix, track in zip(track_slugs(results), results.tracks, strict=True):
        if track.measures:
            figures[prefix] = draw_intervals(track)
        for evaluation in track.people:
            for criterion in evaluation.criteria:
                name = f"{prefix}-{slug(evaluation.name)}-{slug(criterion.criterion)}-ranking"
                figures[name] = draw_forest(criterion.ranking)
    return figures
