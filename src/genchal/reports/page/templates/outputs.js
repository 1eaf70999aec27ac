/* The outputs browser: one instance at a time, every text written as text. */
function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

function outputsBrowser(root, track, slug) {
  const CHUNK = 200; /* entries of the list that are drawn at a time */
  const FEW = 3; /* references shown before the rest is asked for */
  const part = (name) => root.querySelector("." + name);
  const [list, find, order] = [part("list"), part("find"), part("order")];
  const count = track.ids.length;
  const plain = track.inputs.map((input) =>
    typeof input === "string" ? input : input.map((pair) => pair[0] + "[" + pair[1] + "]").join(", "));
  const haystacks = new Array(count);
  const table = part("systems");
  const again = sortable(table);
  let entries = [...Array(count).keys()];
  let drawn = 0;
  let chosen = 0;

  function spread(measure, instance) {
    const values = track.scores[measure].map((system) => system[instance]).filter((value) => value !== null);
    return values.length > 1 ? Math.max(...values) - Math.min(...values) : -1;
  }

  function haystack(instance) {
    if (haystacks[instance] === undefined) {
      const outputs = track.outputs.map((system) => system[instance] || "");
      const texts = [track.ids[instance], plain[instance], ...track.references[instance], ...outputs];
      haystacks[instance] = texts.join("\n").toLowerCase();
    }
    return haystacks[instance];
  }

  /* The list on the left. */

  function entry(place) {
    const instance = entries[place];
    const item = element("li", "entry");
    item.id = "entry." + slug + "." + instance;
    item.setAttribute("role", "option");
    item.dataset.instance = instance;
    const id = element("span", "entry-id", track.ids[instance] || "(unnamed)");
    const text = element("span", "entry-text", plain[instance] || "(no input)");
    id.dir = text.dir = "auto";
    item.append(id, text);
    if (order.value !== "file") {
      const difference = spread(Number(order.value), instance);
      id.append(element("span", "entry-spread", difference < 0 ? "–" : "Δ " + difference.toFixed(3)));
    }
    return item;
  }

  function draw(atLeast) {
    const end = Math.min(entries.length, Math.max(drawn + CHUNK, atLeast));
    for (; drawn < end; drawn += 1) list.append(entry(drawn));
  }

  function mark(scroll) {
    const place = entries.indexOf(chosen);
    if (place >= drawn) draw(place + 1);
    for (const item of list.children) {
      const current = Number(item.dataset.instance) === chosen;
      item.setAttribute("aria-selected", String(current));
      if (!current) continue;
      list.setAttribute("aria-activedescendant", item.id);
      /* Only the list is moved, never the page under the reader. */
      const above = item.offsetTop - list.offsetTop;
      if (scroll && above < list.scrollTop) list.scrollTop = above;
      const below = above + item.offsetHeight - list.clientHeight;
      if (scroll && below > list.scrollTop) list.scrollTop = below;
    }
    if (place < 0) list.removeAttribute("aria-activedescendant");
    part("position").textContent = place < 0 ? "" : place + 1 + " of " + entries.length;
    part("previous").disabled = place === 0 || !entries.length;
    part("next").disabled = place === entries.length - 1 || !entries.length;
  }

  function refill() {
    const wanted = find.value.trim().toLowerCase();
    entries = [...Array(count).keys()].filter((instance) => !wanted || haystack(instance).includes(wanted));
    if (order.value !== "file") {
      const keys = new Map(entries.map((instance) => [instance, spread(Number(order.value), instance)]));
      entries.sort((a, b) => keys.get(b) - keys.get(a) || a - b);
    }
    part("found").textContent = entries.length === count ? count + " instances" : entries.length + " of " + count + " instances";
    list.replaceChildren();
    list.scrollTop = 0;
    drawn = 0;
    draw(0);
    if (entries.length) show(entries.includes(chosen) && order.value === "file" ? chosen : entries[0]);
    else mark(false);
  }

  /* The chosen instance on the right. */

  /* Values of the input that occur in a text, longest first; "yes" and "no" say nothing about it. */
  function pattern(input) {
    if (typeof input === "string") return null;
    const values = input.map((pair) => pair[1].trim()).filter((value) => value.length > 2 && value.toLowerCase() !== "yes");
    if (!values.length) return null;
    values.sort((a, b) => b.length - a.length);
    const escaped = values.map((value) => value.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    return new RegExp("(?<![\\p{L}\\p{N}])(" + escaped.join("|") + ")(?![\\p{L}\\p{N}])", "giu");
  }

  function underlined(text, values) {
    const parts = values ? text.split(values) : [text];
    return parts.map((piece, place) => (place % 2 ? element("u", "", piece) : document.createTextNode(piece)));
  }

  function showInput(input) {
    const box = part("input");
    if (typeof input === "string") {
      const text = element("p", "plain-input", input || "(no input)");
      text.dir = "auto";
      box.replaceChildren(text);
      return;
    }
    const chips = input.map((pair) => {
      const chip = element("span", "chip");
      const [slot, value] = [element("span", "slot", pair[0]), element("bdi", "slot-value", pair[1])];
      chip.append(slot, value);
      return chip;
    });
    box.replaceChildren(...chips);
  }

  function showReferences(references, all) {
    const items = (all || references.length <= FEW + 1 ? references : references.slice(0, FEW)).map((text) => {
      const item = element("li", "", text || "(empty)");
      item.dir = "auto";
      return item;
    });
    part("references").replaceChildren(...items);
    part("references-title").textContent = references.length ? "References (" + references.length + ")" : "No references";
    const more = part("more-references");
    more.hidden = all || references.length <= FEW + 1;
    more.textContent = "Show all " + references.length;
    more.onclick = () => showReferences(references, true);
  }

  function scoreCell(measure, value, low, high) {
    const cell = element("td", "number", value === null ? "–" : value.toFixed(4));
    cell.dataset.label = measure.label;
    if (value === null) {
      cell.title = "not scored";
      return cell;
    }
    cell.dataset.sort = value;
    const meter = element("span", "meter");
    meter.style.setProperty("--share", (high > low ? (100 * (value - low)) / (high - low) : 100) + "%");
    cell.append(meter);
    if (measure.higher !== null && high > low && value === (measure.higher ? high : low)) cell.classList.add("best");
    return cell;
  }

  function showOutputs(instance) {
    const values = pattern(track.inputs[instance]);
    const columns = track.scores.map((systems) => systems.map((system) => system[instance]));
    const ends = columns.map((column) => {
      const known = column.filter((value) => value !== null);
      return [Math.min(...known), Math.max(...known)];
    });
    const rows = track.systems.map((name, system) => {
      const row = document.createElement("tr");
      const head = element("th", "system");
      head.scope = "row";
      head.dataset.sort = name;
      head.append(element("bdi", "", name || "(unnamed)"));
      const output = track.outputs[system][instance];
      const text = element("td", "text");
      text.dir = "auto";
      if (output === null || output === undefined) text.append(element("em", "gone", "missing"));
      else if (output === "") text.append(element("em", "gone", "(empty)"));
      else text.append(...underlined(output, values));
      row.append(head, text);
      columns.forEach((column, place) => row.append(scoreCell(track.measures[place], column[system], ...ends[place])));
      return row;
    });
    table.tBodies[0].replaceChildren(...rows);
    part("hint").hidden = !values;
    again();
  }

  function show(instance) {
    chosen = instance;
    part("id").textContent = track.ids[instance] || "(unnamed)";
    showInput(track.inputs[instance]);
    showReferences(track.references[instance], false);
    showOutputs(instance);
    mark(true);
  }

  /* An address that can be sent to a colleague. */
  function pick(instance) {
    show(instance);
    history.replaceState(null, "", "#outputs/" + slug + "/" + (instance + 1));
  }

  function step(by) {
    const place = Math.max(0, Math.min(entries.length - 1, entries.indexOf(chosen) + by));
    if (entries.length && entries[place] !== chosen) pick(entries[place]);
  }

  const KEYS = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity };
  list.addEventListener("click", (event) => {
    const item = event.target.closest("li");
    if (item) pick(Number(item.dataset.instance));
  });
  list.addEventListener("scroll", () => {
    if (list.scrollTop + 2 * list.clientHeight > list.scrollHeight) draw(0), mark(false);
  });
  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const typing = event.target === find || event.target === order;
    let by = 0;
    if (event.target === list || event.target === find) by = KEYS[event.key] || 0;
    if (event.target === find && !event.key.startsWith("Arrow")) by = 0;
    if (!typing && event.key === "ArrowRight") by = 1;
    if (!typing && event.key === "ArrowLeft") by = -1;
    if (!by) return;
    event.preventDefault();
    step(by);
  });
  part("previous").addEventListener("click", () => step(-1));
  part("next").addEventListener("click", () => step(1));
  find.addEventListener("input", refill);
  order.addEventListener("change", refill);
  refill();
  root.hidden = false;
  return { show, count };
}
