"""CoNLL-U: dependency trees, ordered (Universal Dependencies) or scrambled, as surface realisation gets them.

The Surface Realisation tasks (Mille et al. 2018, 2019, 2020) hand out trees in the columns of CoNLL-U: shallow ones
(T1: all words, without their order and inflection) and deep ones (T2: content words only, with predicate-argument
labels). The sentences to be generated come in a file of their own: a table, which is read as references.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import count, groupby

from genchal.domain import DependencyTree, Instance, Node, Task
from genchal.errors import InvalidInput, counted
from genchal.tasks.columns import has_columns
from genchal.tasks.findings import shortened
from genchal.tasks.outputs import OutputRecord
from genchal.tasks.table import TableTask

COLUMNS = 10
REQUIRED = 8  # CoNLL-X files may end after `deprel`; what is missing is unspecified

_ID = re.compile(r"[1-9][0-9]*(?:-[1-9][0-9]*)?|[0-9]+\.[1-9][0-9]*")  # a word, a range of words, an empty node
_HEAD = re.compile(r"[0-9]+|_")

_Lines = list[tuple[int, str]]


class ConllU(Task):
    """Trees separated by blank lines; the comments `text` and `sent_id` are the reference and the id.

    An id that comes a second time gives way to the sentence's number, and so does one in the older manner without `=`.
    Several roots are accepted. Heads that are missing, point nowhere or run in a circle are not: no walk from the root
    would meet all words.
    """

    name = "conllu"
    summary = "CoNLL-U dependency trees: Universal Dependencies, and the shallow and deep inputs of the SR tasks."

    def parse(self, lines: Iterable[str], source: str) -> Iterator[Instance]:
        """Read one instance a sentence."""
        seen: set[str] = set()
        for number, block in enumerate(_blocks(lines), start=1):
            tree = _tree(block, source)
            identity = next(name for name in _identities(tree, number) if name not in seen)
            seen.add(identity)
            is_identified = identity in _values(tree.comments, "sent_id")
            yield Instance(identity, tree, tuple(_values(tree.comments, "text")), is_identified=is_identified)

    def render(self, instances: Iterable[Instance]) -> Iterator[str]:
        """Write trees with their comments; a reference that no comment holds becomes one."""
        for instance in instances:
            tree = instance.input
            if not isinstance(tree, DependencyTree):
                raise InvalidInput(
                    f"instance '{instance.id}' has no dependency tree", "Write it in the format that it was read from."
                )
            yield from (f"# {comment}" for comment in tree.comments)
            held = set(_values(tree.comments, "text"))
            for text in instance.references:
                if text not in held:
                    yield f"# text = {text}".replace("\n", " ")  # a comment is one line
            yield from map("\t".join, tree.nodes)
            yield ""


class SurfaceRealisation(ConllU):
    """The files of the Surface Realisation tasks: trees with their sentences, or the table of sentences beside them.

    SR'18 hands out scrambled trees without comments, and the sentences as `row, sent_id, text`; row n belongs to tree
    n. SR'19 and SR'20 have ordered trees whose comments `text` are the sentences.
    """

    name = "sr"
    summary = "The Surface Realisation tasks: CoNLL-U trees with `# text = ...`, or the table of sentences (row, text)."

    def parse(self, lines: Iterable[str], source: str) -> Iterator[Instance]:
        """Read one instance a sentence."""
        everything = list(lines)
        first = next((line for line in everything if line.strip()), "")
        if has_columns(first):
            return TableTask().name_columns(self.named_columns).parse(everything, source)
        return super().parse(everything, source)


def has_trees(lines: Iterable[str]) -> bool:
    """Whether a file is CoNLL-U, by its first line that is neither blank nor a comment: a numbered word with a head."""
    first = next((line for line in lines if line.strip() and not line.startswith("#")), "")
    cells = first.split("\t")
    return REQUIRED <= len(cells) <= COLUMNS and bool(_ID.fullmatch(cells[0])) and bool(_HEAD.fullmatch(cells[6]))


def read_tree_outputs(lines: Iterable[str], source: str) -> list[OutputRecord]:
    """Read outputs that stand above their trees, as ``# text = ...``; a tree without one is a missing output."""
    outputs = []
    seen: set[str] = set()
    for number, block in enumerate(_blocks(lines), start=1):
        tree = _tree(block, source)
        identity = next(name for name in _identities(tree, number) if name not in seen)
        seen.add(identity)
        outputs.append(OutputRecord(block[0][0], next(_values(tree.comments, "text"), None), id=identity))
    if all(output.text is None for output in outputs):
        raise InvalidInput(
            f"{source}: no sentence has a text", "Write it above each tree as # text = ..., or give one text per line."
        )
    return outputs


def _blocks(lines: Iterable[str]) -> Iterator[_Lines]:
    for is_blank, block in groupby(enumerate(lines, start=1), key=lambda numbered: not numbered[1].strip()):
        if not is_blank:
            yield list(block)


def _tree(block: _Lines, source: str) -> DependencyTree:
    comments: list[str] = []
    nodes: list[Node] = []
    numbers: list[int] = []
    for number, line in block:
        if line[0] == "#":
            comments.append(line[1:].removeprefix(" "))
            continue
        cells = line.split("\t")
        if len(cells) != COLUMNS:
            cells = _padded(cells, f"{source}, line {number}")
        if not _ID.fullmatch(cells[0]):
            raise InvalidInput(
                f"{source}, line {number}: '{shortened(cells[0], 30)}' is not the id of a word",
                "Start the line with a number (3), a range (3-4) or an empty node's number (3.1).",
            )
        nodes.append(Node._make(cells))
        numbers.append(number)
    if not nodes:
        raise InvalidInput(
            f"{source}, line {block[0][0]}: comments without a tree",
            "Put the tree right below its comments, without a blank line between, or remove them.",
        )
    _check(nodes, numbers, source)
    return DependencyTree(tuple(nodes), tuple(comments))


def _padded(cells: list[str], place: str) -> list[str]:
    if REQUIRED <= len(cells) < COLUMNS:
        return cells + ["_"] * (COLUMNS - len(cells))
    if len(cells) == 1 and len(cells[0].split()) >= REQUIRED:
        remedy = "There are spaces where tabs should be (an editor or a copy may have changed them): use tabs."
    else:
        remedy = "Write id, form, lemma, upos, xpos, feats, head, deprel, deps, misc with tabs between; _ is no value."
    raise InvalidInput(f"{place}: {counted(len(cells), 'column')}, expected {COLUMNS}", remedy)


def _check(nodes: list[Node], numbers: list[int], source: str) -> None:
    """Refuse what is no tree: an id given twice, a head that is not there, a circle of heads."""
    if len({node.id for node in nodes}) != len(nodes):
        _raise_repeated(nodes, numbers, source)
    heads = {node.id: node.head for node in nodes if node.id.isdecimal()}
    ends = {"0", *(node.id for node in nodes if "." in node.id)}  # empty nodes have no head of their own
    if not ends.union(heads).issuperset(heads.values()):
        for node, number in zip(nodes, numbers, strict=True):
            if node.id in heads and node.head not in heads and node.head not in ends:
                head = shortened(node.head, 30)
                raise InvalidInput(
                    f"{source}, line {number}: head '{head}' of word {node.id} is not a word of the tree",
                    "Write the id of another word of this sentence in column 7, or 0 for the root.",
                )
    reached = ends
    for start in heads:
        path: dict[str, None] = {}
        at = start
        while at not in reached:
            if at in path:
                circle = list(path)[list(path).index(at) :]
                shown = " > ".join(circle if len(circle) <= 8 else [*circle[:7], "..."])
                raise InvalidInput(
                    f"{source}, line {numbers[[node.id for node in nodes].index(at)]}: the heads form a cycle"
                    f" ({shown} > {at})",
                    "Make one of these words depend on a word outside the cycle, or on 0.",
                )
            path[at] = None
            at = heads[at]
        reached.update(path)


def _raise_repeated(nodes: list[Node], numbers: list[int], source: str) -> None:
    first: dict[str, int] = {}
    for node, number in zip(nodes, numbers, strict=True):
        if node.id in first:
            raise InvalidInput(
                f"{source}, line {number}: id {node.id} is already in line {first[node.id]}",
                "Give every word of a sentence its own number; a blank line ends a sentence.",
            )
        first[node.id] = number


def _identities(tree: DependencyTree, number: int) -> Iterator[str]:
    """Names for a sentence in the order of preference: its own, its number, its number with an addition."""
    yield from _values(tree.comments, "sent_id")
    yield str(number)
    yield from (f"{number}.{addition}" for addition in count(2))


def _values(comments: Iterable[str], key: str) -> Iterator[str]:
    """Yield what the comments `key = ...` say, if anything."""
    for comment in comments:
        if comment.startswith(key):
            name, _, value = comment.partition("=")
            if name.rstrip() == key and (value := value.strip()):
                yield value
