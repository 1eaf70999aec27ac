/* The outputs browser of a track: its controls, its keys, and the addresses of its instances. */

function outputsBrowser(root, index) {
  const part = (name) => root.querySelector("." + name);
  const data = outputsData(index);
  const choice = emptyChoice();
  const view = outputsView(root, data, choice);
  const list = part("list");
  const address = "#outputs." + index.slug;
  let entries = [];
  let keys = null;
  let chosen = -1;
  let failed = "";

  /* Controls */

  const named = (names) => names.map((name, place) => new Option(name || "(unnamed)", String(place)));
  const hasMeasures = index.columns.length > 0;
  const hasPeople = index.columns.some((column) => column.people);
  const orders = [["file", "Order of the test set"]];
  if (hasMeasures) orders.push(["worst", "Worst first"]);
  if (index.columns.length > 1) orders.push(["disputed", "Most disputed"]);
  if (hasMeasures && data.systems > 1) orders.push(["spread", "Scores differ most"]);
  if (data.systems > 1) orders.push(["words", "Words differ most"]);
  part("order").append(...orders.map(([value, label]) => new Option(label, value)));
  for (const people of [false, true]) {
    const group = element("optgroup");
    group.label = people ? "Judgements of people" : "Measures";
    index.columns.forEach((column, place) => { if (column.people === people) group.append(new Option(column.label, String(place))); });
    if (group.children.length) part("measure").append(group);
  }
  part("of-system").append(new Option("All systems", "-1"), ...named(index.systems));
  for (const [name, label] of [["worse", "System A"], ["better", "System B"]]) part(name).append(new Option(label, "-1"), ...named(index.systems));
  part("errors").append(new Option("Any", ""), ...index.errors.map(({ label }, place) => new Option("With " + label, String(place))));
  if (index.errors.length) part("errors").append(new Option("Without " + index.errors[0].label, "none"));
  part("tag").append(new Option("Any", "-1"));
  for (const name of new Set(index.tags.map((tag) => tag.group))) {
    const group = element("optgroup");
    group.label = name;
    index.tags.forEach((tag, place) => { if (tag.group === name) group.append(new Option(tag.label, String(place))); });
    part("tag").append(group);
  }
  const away = (name, condition) => { part(name).closest(".field").hidden = condition; };
  away("measure", !hasMeasures);
  away("low", !hasMeasures);
  away("errors", !index.errors.length);
  away("tag", !index.tags.length);
  away("worse", !hasMeasures || data.systems < 2);
  away("shown-systems", data.systems < 2);

  function read() {
    choice.find = part("find").value.trim();
    choice.order = part("order").value;
    choice.column = Number(part("measure").value);
    choice.system = Number(part("of-system").value);
    choice.low = part("low").valueAsNumber;
    choice.high = part("high").valueAsNumber;
    choice.error = part("errors").value;
    choice.tag = Number(part("tag").value);
    choice.worse = Number(part("worse").value);
    choice.better = Number(part("better").value);
  }

  /* The fields of the score range show its ends. */
  function suggestRange() {
    const ends = data.columns[choice.column] ? standardOf(data, choice.column) : { low: NaN, high: NaN };
    for (const name of ["low", "high"]) part(name).placeholder = Number.isFinite(ends[name]) ? ends[name].toFixed(2) : "";
  }

  function clear() {
    part("find").value = part("low").value = part("high").value = part("errors").value = "";
    part("tag").value = part("worse").value = part("better").value = "-1";
    refill(false);
    list.focus();
  }

  /* The list */

  function entry(place) {
    const instance = entries[place];
    const item = element("div", "entry");
    const head = element("span", "entry-id");
    const id = element("bdi", "", index.ids[instance] || "(unnamed)");
    const texts = data.texts(instance);
    const values = data.columns[choice.column];
    const scores = values ? values.subarray(instance * data.systems, (instance + 1) * data.systems) : null;
    item.id = "entry." + index.slug + "." + instance;
    head.append(id);
    if (keys) {
      const key = element("span", "entry-key", keyText(choice, index.columns[choice.column], keys[instance]));
      if (choice.order === "disputed") key.title = "standard deviations between " + (hasPeople ? "people and measures" : "measures");
      head.append(key);
    }
    if (scores && data.systems > 1) head.append(scoreStrip(scores));
    item.append(head);
    if (texts) item.append(...(choice.find ? hitLines(texts) : differingLines(texts, scores)));
    return item;
  }

  /* Where the words were found: two of the texts. */
  function hitLines(texts) {
    const wanted = fold(choice.find);
    const from = [];
    if (choice.system < 0) from.push(...texts.pairs.map(([slot, value]) => [slot, value]), ["input", texts.input ?? ""]);
    texts.outputs.forEach((text, system) => { if (choice.system < 0 || system === choice.system) from.push([index.systems[system], text ?? ""]); });
    if (choice.system < 0) from.push(...texts.references.map((text) => ["reference", text]));
    const found = from.filter(([, text]) => fold(text).includes(wanted));
    const lines = found.slice(0, 2).map(([who, text]) => said("", who, "", text, 0));
    return lines.length ? lines : [said("", "id", "", "", 0)];
  }

  function said(sign, who, score, text, from) {
    const line = element("span", "entry-line");
    line.append(sign && element("span", "sign", sign), element("bdi", "who-said", who || "(unnamed)"), score && element("span", "entry-score", score));
    line.append(snippet("entry-text", text || "(empty)", from, choice.find));
    return line;
  }

  /* The best and the worst output from where they part: an input says little that tells instances apart. */
  function differingLines(texts, scores) {
    const there = texts.outputs.map((text, system) => system).filter((system) => texts.outputs[system] !== null);
    if (!there.length) return [element("span", "entry-line gone", "no outputs")];
    if (there.length === 1) return [said("", index.systems[there[0]], "", texts.outputs[there[0]], 0)];
    if (texts.said.length === 1) {
      const line = said("=", "all " + there.length, "", texts.said[0], 0);
      return [line];
    }
    const column = index.columns[choice.column];
    const scored = scores ? there.filter((system) => !Number.isNaN(scores[system])) : [];
    let [first, last] = [there[0], there.find((system) => texts.outputs[system] !== texts.outputs[there[0]])];
    let written = () => "";
    let signs = ["", ""];
    if (scored.length > 1) {
      const best = (a, b) => (isWorse(column, scores[a], scores[b]) ? b : a);
      const [top, bottom] = [scored.reduce(best), scored.reduce((a, b) => (isWorse(column, scores[b], scores[a]) ? b : a))];
      if (top !== bottom && scores[top] !== scores[bottom]) {
        [first, last] = [top, bottom];
        signs = ["▲", "▼"];
      }
      written = (system) => (Number.isNaN(scores[system]) ? "" : scores[system].toFixed(2));
    }
    const pair = [first, last];
    const from = partingPlace(pair.map((system) => texts.outputs[system]));
    return pair.map((system, place) => said(signs[place], index.systems[system], written(system), texts.outputs[system], from));
  }

  const rows = virtualList(list, entry, () => entries.indexOf(chosen));

  function place() {
    const at = entries.indexOf(chosen);
    part("position").textContent = at < 0 ? "" : (at + 1).toLocaleString("en") + " of " + entries.length.toLocaleString("en");
    part("previous").disabled = at === 0 || !entries.length;
    part("next").disabled = at === entries.length - 1 || !entries.length;
  }

  function report() {
    const [listed, all] = [entries.length, data.count].map((number) => number.toLocaleString("en"));
    const open = data.missing();
    let told = entries.length === data.count ? all + " instances" : listed + " of " + all + " instances";
    if (failed) told += "; the file " + failed + " cannot be read: keep the folder “data” beside this page";
    else if (open) told += "; reading data, " + open + (open === 1 ? " file" : " files") + " to go";
    if (part("found").textContent !== told) part("found").textContent = told;
    const filtered = hasFilters(choice);
    for (const button of root.querySelectorAll(".clear")) button.hidden = !filtered;
    part("nothing").hidden = entries.length > 0;
    list.hidden = !entries.length;
    root.querySelector(".filters summary").textContent = filtered && hasFilters({ ...choice, find: "" }) ? "Filters (on)" : "Filters";
  }

  /* The chosen instance stays chosen where it still is the natural one to look at. */
  function refill(keep) {
    read();
    wanted();
    suggestRange();
    ({ keys, listed: entries } = listedInstances(data, choice));
    const stay = entries.includes(chosen) && (keep || !keys);
    if (entries.length && !stay) chosen = entries[0];
    rows.fill(entries.length);
    if (entries.length) show(chosen);
    else place();
    report();
  }

  /* The chosen instance */

  function show(instance) {
    chosen = instance;
    const at = entries.indexOf(chosen);
    if (at >= 0) rows.reveal(at);
    else rows.refresh(false);
    place();
    if (!view.show(instance)) fetched("texts", data.chunkAt(instance)).then(() => chosen === instance && show(instance));
  }

  /* An address that can be sent to a colleague. A jump can be taken back; walking from one to the next leaves no trail. */
  function pick(instance, jump) {
    show(instance);
    const target = address + "=" + encodeURIComponent(index.ids[instance]);
    if (jump || !location.hash.startsWith(address + "=")) history.pushState(null, "", target);
    else history.replaceState(null, "", target);
  }

  function step(by) {
    const at = Math.max(0, Math.min(entries.length - 1, entries.indexOf(chosen) + by));
    if (entries.length && entries[at] !== chosen) pick(entries[at], false);
  }

  /* Data that come in files */

  function fetched(kind, number) {
    return data.need(kind, number).catch((error) => {
      failed = error.message;
      report();
      return new Promise(() => {});
    });
  }

  /* What the controls ask for comes before the rest. */
  function wanted() {
    const asked = [choice.column];
    if (choice.error) asked.push(index.errors[choice.error === "none" ? 0 : Number(choice.error)].column);
    if (choice.order === "disputed") asked.push(...index.columns.keys());
    for (const column of new Set(asked)) {
      if (index.columns[column] && !data.columns[column]) fetched("columns", column).then(() => refill(true));
    }
  }

  /* Reads the rest, file after file, and lets the reader do something in between. */
  async function readAll() {
    const pause = () => new Promise((resolve) => setTimeout(resolve, 0));
    for (const column of index.columns.keys()) {
      if (data.columns[column]) continue;
      await fetched("columns", column);
      if (chosen >= 0) view.show(chosen);
      report();
      await pause();
    }
    for (const chunk of index.starts.keys()) {
      if (data.chunks[chunk]) continue;
      await fetched("texts", chunk);
      data.fold(chunk);
      if (choice.find) refill(true);
      else rows.refresh(true), report();
      await pause();
    }
  }

  /* Events */

  const KEYS = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity };
  const WALK = { ArrowRight: 1, ArrowLeft: -1, j: 1, k: -1 };
  list.addEventListener("click", (event) => {
    const item = event.target.closest(".entry");
    if (item) pick(entries[Number(item.dataset.place)], true);
  });
  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const typing = event.target.matches("input, select");
    let by = event.target === list ? KEYS[event.key] || 0 : 0;
    if (event.target === part("find") && event.key.startsWith("Arrow")) by = KEYS[event.key] || 0;
    if (!typing) by = by || WALK[event.key] || 0;
    if (event.key === "/" && !typing) {
      event.preventDefault();
      part("find").select();
      part("find").focus();
    } else if (event.key === "Escape") {
      event.preventDefault();
      if (event.target === part("find") && part("find").value) {
        part("find").value = "";
        refill(true);
      }
      list.focus();
    } else if (by) {
      event.preventDefault();
      step(by);
    }
  });
  for (const name of ["find", "low", "high"]) part(name).addEventListener("input", () => refill(name === "find"));
  for (const name of ["order", "measure", "of-system", "errors", "tag", "worse", "better"]) part(name).addEventListener("change", () => refill(false));
  part("previous").addEventListener("click", () => step(-1));
  part("next").addEventListener("click", () => step(1));
  for (const button of root.querySelectorAll(".clear")) button.addEventListener("click", clear);

  root.hidden = false;
  if (hasMeasures && !data.columns[0]) fetched("columns", 0).then(() => refill(true));
  refill(true);
  fetched("texts", 0).then(() => data.missing() && refill(true));
  return {
    readAll,
    showId(id) {
      const instance = data.placeOf(id);
      if (instance >= 0) show(instance);
      return instance >= 0;
    },
  };
}

/* A track's outputs are drawn when the track is first to be seen, and the rest of its data read when they come near. */
(function () {
  const indexes = new Map(JSON.parse(document.getElementById("texts").textContent).map((index) => [index.slug, index]));
  const browsers = new Map();

  function open(root) {
    const { slug } = root.dataset;
    if (!browsers.has(slug)) browsers.set(slug, outputsBrowser(root, indexes.get(slug)));
    return browsers.get(slug);
  }

  function seen(margin, then) {
    const observer = new IntersectionObserver((changes) => {
      for (const { target, isIntersecting } of changes) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        then(open(target.querySelector(".browser")));
      }
    }, { rootMargin: margin });
    for (const root of document.querySelectorAll(".browser")) observer.observe(root.closest(".outputs"));
  }

  /* "#outputs.<slug>=<id of the instance>" */
  function follow() {
    const [, slug, id] = /^#outputs\.([a-z0-9-]+)=(.*)$/.exec(location.hash) ?? [];
    const root = slug && [...document.querySelectorAll(".browser")].find((other) => other.dataset.slug === slug);
    if (!root) return;
    let wanted = id;
    try {
      wanted = decodeURIComponent(id);
    } catch {
      /* An address written by hand: taken as it stands. */
    }
    /* The page opens the track first. */
    requestAnimationFrame(() => {
      if (!open(root).showId(wanted)) return;
      const { top, bottom } = root.getBoundingClientRect();
      if (top > innerHeight / 2 || bottom < innerHeight / 4) root.closest(".outputs").scrollIntoView({ behavior: "instant" });
    });
  }

  seen("1000000px", () => {});
  seen("1200px", (browser) => browser.readAll());
  addEventListener("hashchange", follow);
  follow();
})();
