"""The directive ``{benchmarks}``: tables of the newest results in ``benchmarks/results/``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.util.docutils import SphinxDirective

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

RESULTS = Path(__file__).parents[2] / "benchmarks" / "results"


def table(path: Path) -> str:
    """Markdown of one day's results."""
    kept: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    machine, start, bootstrap = kept["machine"], kept["start"], kept["bootstrap"]
    rows = []
    for name, what in (
        ("bleu_campaign", "BLEU of the 21 primary E2E systems"),
        ("bleu_large", "BLEU of 63,000 segments"),
    ):
        one = kept[name]
        rows.append((f"{what}, {one['references']:,} references", one["ours"], one["theirs"], one["times_faster"]))
    chrf, five, meteor = kept["chrf_campaign"], kept["e2e_metrics"], kept["meteor"]
    for name, what in (("chrf", "chrF"), ("chrf_pp", "chrF++"), ("ter", "TER")):
        one = chrf[name]
        systems = "the 21 systems" if one["systems"] == 21 else "one system"
        rows.append((f"{what} of {systems}, its references cached", one["ours"], one["theirs"], one["times_faster"]))
    what = "BLEU, NIST, METEOR, ROUGE-L and CIDEr of the 21 systems, beside pycocoevalcap, NLTK and sacreBLEU"
    rows.append((what, five["ours"], five["theirs"], five["times_faster"]))
    cold = meteor["cold, one system"]
    rows.append(("METEOR of one system, beside the Java program", cold["ours"], cold["theirs"], cold["times_faster"]))
    lines = ["| question | genchal | peer (sacreBLEU unless said) | times faster |", "| --- | --- | --- | --- |"]
    lines += [
        f"| {what} | {ours['seconds']:.2f} s, {ours['peak_mb']:.0f} MB | {theirs['seconds']:.2f} s, "
        f"{theirs['peak_mb']:.0f} MB | {faster:.1f} |"
        for what, ours, theirs, faster in rows
    ]
    lines.append(
        f"| 1,000 resamples of 21 systems, in memory | {bootstrap['seconds']:.3f} s | "
        f"{bootstrap['sacrebleu_seconds']:.2f} s | {bootstrap['times_faster']:.0f} |"
    )
    paired = kept["paired"]
    lines += [
        f"| {what} of 210 pairs, in memory; the peer tests 20 | {paired[name]['seconds']:.3f} s | "
        f"{paired[name]['sacrebleu_seconds']:.2f} s | {paired[name]['times_faster_a_pair']:.0f} a pair |"
        for name, what in (
            ("bootstrap", "paired bootstrap (1,000)"),
            ("randomisation", "approximate randomisation (10,000)"),
        )
    ]
    encoding = ", ".join(
        f"{one['seconds']:.1f} s with `{name}` (peak {one['peak_mb']:.0f} MB, of which texts "
        f"{one['of_it_before_encoding_mb']:.0f} MB)"
        for name, one in kept["encoding"].items()
    )
    jobs, fuzz = kept["jobs"], kept["fuzz"]
    million, trueskill = kept["million"], kept["trueskill"]
    warm, compiling = meteor["warm, 21 systems"], meteor["compiling the tables"]
    notes = [
        (
            f"METEOR, warm: {warm['segments_per_second']:,.0f} segments a second with all references. Its tables are "
            f"compiled once, in {compiling['seconds']:.0f} s with {compiling['peak_mb']:.0f} MB."
        ),
        (
            "BLEU, chrF, ROUGE-L, CIDEr and DIST of a million segments with one reference, streamed in one process: "
            f"{million['ours']['seconds']:.0f} s, {million['ours']['peak_mb']:.0f} MB."
        ),
        (
            f"BLEU and ROUGE-L of the 63,000 segments: {jobs['serial_seconds']:.1f} s in one process, "
            f"{jobs['two_processes_seconds']:.1f} s in two ({jobs['times_faster']:.2f} times as fast). A million "
            f"segments with one reference, streamed: {jobs['million']['seconds']:.0f} s in two processes, at most "
            f"{jobs['million']['peak_mb']:.0f} MB in one of them."
        ),
        (
            f"The E2E report's ranking, {trueskill['runs']} TrueSkill runs over {trueskill['comparisons']:,} "
            "comparisons: "
            f"{trueskill['cpu_seconds']:.1f} s of processor time, with the package `trueskill` "
            f"{trueskill['trueskill_package_cpu_seconds']:.0f} s ({trueskill['measured_on']}): "
            f"{trueskill['times_faster']:.0f} times faster."
        ),
        f"Broken files fed to readers: {fuzz['inputs']:,}, all of them read or refused with a remedy.",
        f"Tokenising 100,000 segments with 8 references each, every text with a word of its own: {encoding}.",
        (
            f"`genchal --help` takes {start['help_seconds'] * 1000:.0f} ms, importing numpy alone "
            f"{start['import_numpy_seconds'] * 1000:.0f} ms; scoring one E2E system with BLEU and ROUGE-L takes "
            f"{start['score_one_system_seconds']:.2f} s from a cold start."
        ),
        (
            f"{path.stem}, {machine['cpu']}, {machine['cores']} cores, {machine['memory_gb']} GB; Python "
            f"{machine['python']}, numpy {machine['numpy']}, sacreBLEU {machine['sacrebleu']}."
        ),
    ]
    return "\n".join([*lines, "", "\n\n".join(notes)])


def one_core(path: Path) -> str:
    """Markdown of what scoring costs on one core, beside peers and the least that it could cost."""
    kept: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    found = {what: one for what, one in kept["one_core"].items() if "peer" in one}
    heads = ("processor seconds", "genchal", "without kernels", "peer", "times less", "floor", "times the floor")
    rows = [
        (
            what,
            f"{one['ours']:.2f}",
            f"{one['array_code']:.2f}" if "array_code" in one else "",
            f"{one['peer']:.1f}" + (f" (from {one['peer_scaled_from']})" if "peer_scaled_from" in one else ""),
            f"{one['times_less']:.1f}",
            f"{one['floor']:.2f}" if "floor" in one else "",
            f"{one['times_the_floor']:.1f}" if "floor" in one else "",
        )
        for what, one in found.items()
    ]
    warm, machine = kept["one_core"]["METEOR, warm"], kept["machine"]
    lines = [f"| {' | '.join(row)} |" for row in (heads, ("---",) * len(heads), *rows)]
    note = (
        f"METEOR, warm: {warm['ours_segments_a_second']:,} segments with all references in a second of processor time, "
        f"{warm['array_code_segments_a_second']:,} without kernels. {path.stem}, {machine['cpu']}."
    )
    return "\n".join([*lines, "", note])


def raters(path: Path) -> str:
    """Markdown of what the raters' server went through."""
    kept: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    heads = ("", "SQLite", "PostgreSQL")
    load, kill = (
        [kept[name][database] for database in ("sqlite", "postgresql")] for name in ("raters_load", "raters_kill")
    )

    def wait(one: dict[str, Any], kind: str) -> str:
        return " / ".join(f"{one['waits_ms'][kind][cut]:.0f}" for cut in ("p50", "p95", "p99")) + " ms"

    rows = [
        ("raters at once", *(f"{one['raters']:,}" for one in load)),
        ("minutes", *(f"{one['seconds'] / 60:.0f}" for one in load)),
        ("sheets sent a second", *(f"{one['submits_a_second']:.0f}" for one in load)),
        *(
            (f"{what}: median, 95 %, 99 %", *(wait(one, kind) for one in load))
            for kind, what in (("submit", "sending a sheet"), ("page", "the next page"), ("draft", "a draft"))
        ),
        ("cores: server, database, raters", *(_cores(one["cores"]) for one in load)),
        ("memory at first and at the end", *(_memory(one["server_memory_mb"]) for one in load)),
        ("confirmed, lost, doubled", *(f"{one['confirmed']:,}, {one['lost']}, {one['doubled']}" for one in load)),
        ("`kill -9` of the server under the same load", *(f"{one['kills']} times" for one in kill)),
        ("confirmed, lost, doubled", *(f"{one['confirmed']:,}, {one['lost']}, {one['doubled']}" for one in kill)),
    ]
    return "\n".join(f"| {' | '.join(row)} |" for row in (heads, ("---",) * 3, *rows))


def browser(path: Path) -> str:
    """Markdown of how quickly a large report answers."""
    kept: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    found, machine = kept["report_browser"], kept["machine"]
    changes = found["changes"]
    rows = [
        ("first paint", f"{found['first_paint_ms']} ms"),
        ("first entries of the list, with texts", f"{found['first_entries_ms']} ms"),
        ("all data read, in the background", f"{found['all_data_read_seconds']} s"),
        *((name.replace("_", " "), f"{cost['until_painted_ms']:.0f} ms") for name, cost in changes.items()),
        ("page, data beside it", f"{found['page_mb']} MB, {found['data_mb']} MB"),
        ("memory of the script", f"{found['heap_mb']} MB"),
    ]
    lines = [f"| {' | '.join(row)} |" for row in (("", "until it is painted"), ("---", "---"), *rows)]
    return "\n".join([*lines, "", f"{path.stem}, {machine['cpu']}, {machine['cores']} cores."])


def millions(path: Path) -> str:
    """Markdown of what large inputs cost."""
    kept: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    rows = [
        (
            f"`{_without_files(found['command'])}`",
            "Zipfian" if found["material"] == "zipf" else "E2E",
            f"{found['segments'] // 1_000_000} million",
            f"{found['peak_mb']} MB",
            f"{found['cpu_seconds_a_million']:.0f} s",
        )
        for found in kept["millions"].values()
    ]
    heads = ("command", "text", "segments", "largest memory of a process", "processor time a million")
    lines = [f"| {' | '.join(row)} |" for row in (heads, ("---",) * len(heads), *rows)]
    machine = kept["machine"]
    about = f"{path.stem}, {machine['cpu']}, {machine['cores']} cores, {machine['memory_gb']} GB."
    stages = ("scores and intervals", "bootstrap", "wilcoxon")
    after = [
        (
            f"{found['segments'] // 1_000_000} million",
            *(f"{found[stage]['cpu_seconds']:.1f} s, {found[stage]['peak_mb']} MB" for stage in stages),
        )
        for found in kept.get("streamed_rows", {}).values()
    ]
    if after:
        second = ("after measuring: two systems, BLEU", *stages)
        lines += ["", *(f"| {' | '.join(own)} |" for own in (second, ("---",) * len(second), *after))]
    return "\n".join([*lines, "", about])


def _without_files(command: str) -> str:
    """A command without what is the same in all."""
    left_out = ("outputs.txt", "others.txt", "segments.tsv", "references.txt", "-r", "--no-cache", "--json")
    return " ".join(word for word in command.split() if word not in left_out)


def _cores(given: dict[str, float]) -> str:
    return ", ".join(f"{given[name]:.2f}" for name in ("server", "database", "raters"))


def _memory(given: dict[str, float]) -> str:
    return f"{given['first']:.0f} MB, {given['last']:.0f} MB"


# What a table is made by, and a question that the results of the day must answer.
# A day's table of speed needs all of these: one question that was asked again by itself makes no table.
SPEED = (
    *("start", "bootstrap", "paired", "encoding", "bleu_campaign", "bleu_large", "chrf_campaign", "e2e_metrics"),
    *("meteor", "million", "jobs", "fuzz", "trueskill"),
)
TABLES = {
    "one_core": (one_core, ("one_core",)),
    "speed": (table, SPEED),
    "millions": (millions, ("millions",)),
    "raters": (raters, ("raters_load",)),
    "browser": (browser, ("report_browser",)),
}


class Benchmarks(SphinxDirective):
    """Shows a table: of speed, or with an argument of what TABLES names: millions, raters, browser."""

    optional_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Read the newest results that there are."""
        made, questions = TABLES[self.arguments[0] if self.arguments else "speed"]
        kept = {path: json.loads(path.read_text(encoding="utf-8")) for path in RESULTS.glob("*.json")}
        days = [path for path, found in kept.items() if all(question in found for question in questions)]
        newest = max(days, default=None)
        if newest is not None:
            self.env.note_dependency(str(newest))
        text = made(newest) if newest else "No results are kept in this copy; `make bench` makes them."
        return self.parse_text_to_nodes(text)


def setup(app: Sphinx) -> dict[str, object]:
    """Join Sphinx."""
    app.add_directive("benchmarks", Benchmarks)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
