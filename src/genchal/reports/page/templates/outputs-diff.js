/* Texts with marks: words that differ, values of the input, words that were searched for. All of it is written as text. */

/* Scripts that put no blanks between words are compared character by character. */
const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}\p{M}]+(?:['’.-][\p{L}\p{N}\p{M}]+)*|[^\s\p{L}\p{N}\p{M}]|\p{M}/gu;
const MOST_CELLS = 1_000_000; /* of the table below: a thousand words against a thousand */

function wordsOf(text) {
  return Array.from(text.matchAll(WORD), (match) => ({ text: match[0], from: match.index, to: match.index + match[0].length }));
}

/* Which words of both texts belong to their longest common subsequence. Texts too long for it differ between their equal ends. */
function commonWords(before, after) {
  const [keptBefore, keptAfter] = [new Uint8Array(before.length), new Uint8Array(after.length)];
  const keep = (a, b) => (keptBefore[a] = keptAfter[b] = 1);
  let start = 0;
  while (start < before.length && start < after.length && before[start].text === after[start].text) keep(start, start++);
  let [a, b] = [before.length, after.length];
  while (a > start && b > start && before[a - 1].text === after[b - 1].text) keep(--a, --b);
  const [rows, width] = [a - start, b - start + 1];
  if (!rows || width === 1 || rows * width > MOST_CELLS) return { keptBefore, keptAfter };
  const longest = new Uint16Array((rows + 1) * width);
  for (let i = rows - 1; i >= 0; i -= 1) {
    for (let j = width - 2; j >= 0; j -= 1) {
      const at = i * width + j;
      longest[at] = before[start + i].text === after[start + j].text
        ? longest[at + width + 1] + 1 : Math.max(longest[at + width], longest[at + 1]);
    }
  }
  for (let i = 0, j = 0; i < rows && j < width - 1;) {
    if (before[start + i].text === after[start + j].text) keep(start + i++, start + j++);
    else if (longest[(i + 1) * width + j] >= longest[i * width + j + 1]) i += 1;
    else j += 1;
  }
  return { keptBefore, keptAfter };
}

/* How a text differs from another: what it adds, as places in it, and what it leaves out, with the place where it stood and the
   blanks around it. */
function differences(basis, text) {
  const [before, after] = [wordsOf(basis), wordsOf(text)];
  const { keptBefore, keptAfter } = commonWords(before, after);
  const added = [];
  after.forEach((word, place) => {
    if (keptAfter[place]) return;
    if (place && !keptAfter[place - 1] && added.length) added[added.length - 1].to = word.to;
    else added.push({ from: word.from, to: word.to });
  });
  const removed = [];
  for (let i = 0, j = 0; i < before.length; i += 1) {
    if (keptBefore[i]) {
      while (!keptAfter[j]) j += 1;
      j += 1;
      continue;
    }
    const start = i;
    while (i + 1 < before.length && !keptBefore[i + 1]) i += 1;
    removed.push({
      at: j ? after[j - 1].to : 0,
      text: basis.slice(before[start].from, before[i].to),
      blankBefore: j ? basis.slice(before[start - 1].to, before[start].from) : "",
      blankAfter: j || i + 1 === before.length ? "" : basis.slice(before[i].to, before[i + 1].from),
    });
  }
  return { added, removed };
}

/* The reference with the most words in common, in relation to the length of both. */
function closestText(texts, text) {
  const after = wordsOf(text);
  let [best, most] = [null, -1];
  for (const candidate of texts) {
    const before = wordsOf(candidate);
    const common = commonWords(before, after).keptAfter.reduce((sum, kept) => sum + kept, 0);
    const share = (2 * common) / Math.max(1, before.length + after.length);
    if (share > most) [best, most] = [candidate, share];
  }
  return best;
}

/* Values of the input that occur in a text word for word, longest first; "yes" and "no" say nothing about it. */
function slotPattern(pairs) {
  const places = new Map();
  pairs.forEach(([, value], place) => {
    const wanted = fold(value.trim());
    if (wanted.length > 2 && wanted !== "yes" && !places.has(wanted)) places.set(wanted, place);
  });
  if (!places.size) return null;
  const values = [...places.keys()].sort((a, b) => b.length - a.length);
  const escaped = values.map((value) => value.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return { places, found: new RegExp("(?<![\\p{L}\\p{N}])(?:" + escaped.join("|") + ")(?![\\p{L}\\p{N}])", "giu") };
}

const SLOT_COLOURS = 8;

function slotSpans(text, pattern, pairs) {
  if (!pattern) return [];
  return Array.from(text.matchAll(pattern.found), (match) => {
    const place = pattern.places.get(fold(match[0])) ?? 0;
    return { from: match.index, to: match.index + match[0].length, colour: place % SLOT_COLOURS, slot: pairs[place][0] };
  });
}

function hitSpans(text, words) {
  const spans = [];
  const [folded, wanted] = [fold(text), fold(words)];
  for (let at = wanted ? folded.indexOf(wanted) : -1; at >= 0; at = folded.indexOf(wanted, at + wanted.length)) {
    spans.push({ from: at, to: at + wanted.length });
  }
  return spans;
}

/* Nodes for a text: each piece between two ends of marks lies in the elements of the marks around it. */
function markedNodes(text, { hits = [], slots = [], added = [], removed = [] }) {
  const cuts = new Set([0, text.length]);
  for (const { from, to } of [...hits, ...slots, ...added]) cuts.add(from).add(to);
  for (const { at } of removed) cuts.add(at);
  const ends = [...cuts].sort((a, b) => a - b);
  const nodes = [];
  const around = (spans, from) => spans.find((span) => span.from <= from && from < span.to);
  const leaveOut = (at) => {
    for (const gone of removed) {
      if (gone.at !== at) continue;
      nodes.push(document.createTextNode(gone.blankBefore), element("del", "", gone.text), document.createTextNode(gone.blankAfter));
    }
  };
  ends.forEach((from, place) => {
    leaveOut(from);
    if (place === ends.length - 1) return;
    let node = document.createTextNode(text.slice(from, ends[place + 1]));
    const wrap = (tag, className) => {
      const outer = element(tag, className);
      outer.append(node);
      node = outer;
    };
    const slot = around(slots, from);
    if (around(hits, from)) wrap("mark", "");
    if (slot) {
      wrap("span", "value-of slot-" + slot.colour);
      node.title = slot.slot;
    }
    if (around(added, from)) wrap("ins", "");
    nodes.push(node);
  });
  return nodes;
}
