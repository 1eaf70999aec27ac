/* The list of instances: only the entries that can be seen are in the page, whatever the number of instances. */

const ENTRY_HEIGHT = 86; /* pixels, as in the style sheet */

/* A bar per system, from the lowest to the highest score of the instance; a gap is an output without a score. */
function scoreStrip(scores) {
  const [BAR, HEIGHT] = [scores.length > 30 ? 2 : 4, 16];
  let [low, high] = [Infinity, -Infinity];
  for (const score of scores) {
    if (score < low) low = score;
    if (score > high) high = score;
  }
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  let drawn = "";
  scores.forEach((score, place) => {
    if (Number.isNaN(score)) return;
    const tall = high > low ? 3 + ((HEIGHT - 3) * (score - low)) / (high - low) : HEIGHT / 2;
    drawn += "M" + place * BAR + " " + HEIGHT + "v" + -tall.toFixed(1) + "h" + (BAR - 1) + "v" + tall.toFixed(1) + "z";
  });
  path.setAttribute("d", drawn);
  svg.setAttribute("viewBox", "0 0 " + scores.length * BAR + " " + HEIGHT);
  svg.setAttribute("width", scores.length * BAR);
  svg.setAttribute("height", HEIGHT);
  svg.setAttribute("class", "strip");
  svg.setAttribute("aria-hidden", "true");
  svg.append(path);
  return svg;
}

/* Where the different outputs part: the start of the first word that is not the same in all of them. */
function partingPlace(said) {
  if (said.length < 2) return 0;
  let end = Math.min(...said.map((text) => text.length));
  for (const text of said) {
    let same = 0;
    while (same < end && text[same] === said[0][same]) same += 1;
    end = same;
  }
  while (end > 0 && !/\s/u.test(said[0][end - 1])) end -= 1;
  return end;
}

/* Text around the first hit, or from the place where outputs part. */
function snippet(className, text, from, words) {
  const line = element("span", className);
  const [hit] = hitSpans(text, words);
  const start = hit ? Math.max(0, hit.from - 24) : from;
  const shown = text.slice(start, start + 160);
  line.dir = "auto";
  line.append((start ? "…" : ""), ...markedNodes(shown, { hits: hitSpans(shown, words) }));
  return line;
}

/* `draw(place)` makes an entry, `chosenPlace()` says which is chosen (or -1). */
function virtualList(list, draw, chosenPlace) {
  const sizer = list.querySelector(".sizer");
  let count = 0;
  let drawn = new Map();
  /* Kept here, because asking the page for them makes it lay out everything that has changed. */
  let [top, height] = [0, 800];

  function refresh(afresh) {
    if (afresh) drawn = new Map();
    const from = Math.max(0, Math.floor(top / ENTRY_HEIGHT) - 4);
    const to = Math.min(count, Math.ceil((top + height) / ENTRY_HEIGHT) + 4);
    const chosen = chosenPlace();
    const wanted = new Map();
    const add = (place) => wanted.set(place, drawn.get(place) ?? made(place));
    /* The chosen entry stays, as the list names it as its active one. */
    if (chosen >= 0 && chosen < from) add(chosen);
    for (let place = from; place < to; place += 1) add(place);
    if (chosen >= to) add(chosen);
    drawn = wanted;
    const entries = [...wanted.values()];
    if (entries.length !== sizer.children.length || entries.some((entry, i) => sizer.children[i] !== entry)) sizer.replaceChildren(...entries);
    list.removeAttribute("aria-activedescendant");
    for (const [place, entry] of wanted) {
      entry.setAttribute("aria-selected", String(place === chosen));
      if (place === chosen) list.setAttribute("aria-activedescendant", entry.id);
    }
  }

  function made(place) {
    const entry = draw(place);
    entry.style.top = place * ENTRY_HEIGHT + "px";
    entry.dataset.place = place;
    entry.setAttribute("role", "option");
    entry.setAttribute("aria-setsize", String(count));
    entry.setAttribute("aria-posinset", String(place + 1));
    return entry;
  }

  function scroll(to) {
    top = Math.max(0, to);
    list.scrollTop = top;
  }

  list.addEventListener("scroll", () => {
    top = list.scrollTop;
    refresh(false);
  });
  new ResizeObserver(() => {
    height = list.clientHeight;
    refresh(false);
  }).observe(list);
  return {
    refresh,
    fill(length) {
      count = length;
      sizer.style.height = count * ENTRY_HEIGHT + "px";
      if (top) scroll(0);
      refresh(true);
    },
    /* Only the list is moved, never the page under the reader. */
    reveal(place) {
      const [above, below] = [place * ENTRY_HEIGHT, (place + 1) * ENTRY_HEIGHT - height];
      if (above < top) scroll(above);
      else if (below > top) scroll(below);
      refresh(false);
    },
  };
}
