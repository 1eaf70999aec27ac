/* The chosen instance: its input, its references, and what the systems made of it. */

function outputsView(root, data, choice) {
  const FEW = 3; /* references shown before the rest is asked for */
  const MOST_COLUMNS = 4; /* of numbers beside the texts; with more, numbers stand below them */
  const MANY = 20; /* systems, of which those out of sight are not laid out */
  const part = (name) => root.querySelector("." + name);
  const { index, systems } = data;
  const table = part("systems");
  const hidden = new Set();
  const basis = part("basis");
  const narrow = matchMedia("(max-width: 820px)");
  let shown = null;

  function addColumns() {
    for (const column of index.columns) {
      const head = element("th", "number");
      const button = element("button");
      head.scope = "col";
      head.dataset.first = column.higher === false ? "ascending" : "descending";
      button.type = "button";
      button.append(element("bdi", "", column.label));
      if (column.people) button.append(element("span", "by-people", column.simulated ? "simulated" : "people"));
      head.append(button);
      table.tHead.rows[0].append(head);
    }
    table.setAttribute("role", "table");
    for (const group of [table.tHead, table.tBodies[0]]) group.setAttribute("role", "rowgroup");
    for (const head of table.tHead.rows[0].cells) head.setAttribute("role", "columnheader");
    table.tHead.rows[0].setAttribute("role", "row");
  }

  /* Blocks instead of rows where there is no room for columns; roles keep it a table for those who hear it. */
  function arrange() {
    table.classList.toggle("long", systems > MANY);
    table.classList.toggle("stacked", narrow.matches || index.columns.length > MOST_COLUMNS);
  }

  function addBases() {
    const options = [["", "nothing"], ["closest", "the closest reference"], ["first", "the first reference"]];
    const group = element("optgroup");
    group.label = "Output of";
    group.append(...index.systems.map((name, place) => new Option(name || "(unnamed)", String(place))));
    basis.append(...options.map(([value, label]) => new Option(label, value)), group);
    basis.addEventListener("change", () => shown !== null && show(shown));
  }

  function basisOf(text, texts, system) {
    if (basis.value === "closest") return closestText(texts.references, text);
    if (basis.value === "first") return texts.references[0] ?? null;
    return basis.value === "" || Number(basis.value) === system ? null : texts.outputs[Number(basis.value)];
  }

  function showInput({ input, pairs }, pattern) {
    const box = part("input");
    if (input !== null) {
      const text = element("p", "plain-input");
      text.dir = "auto";
      text.append(...(input ? markedNodes(input, { hits: hitSpans(input, choice.find) }) : ["(no input)"]));
      box.replaceChildren(text);
      return;
    }
    box.replaceChildren(...pairs.map(([slot, value], place) => {
      const chip = element("span", "chip");
      const marked = pattern && pattern.places.get(fold(value.trim()));
      chip.append(element("span", "slot", slot));
      if (value) {
        const box = element("bdi", "slot-value");
        box.append(...markedNodes(value, { hits: hitSpans(value, choice.find) }));
        chip.append(box);
      }
      if (marked !== undefined && marked !== null) chip.classList.add("slot-" + (place === marked ? place : marked) % SLOT_COLOURS);
      return chip;
    }));
  }

  function showReferences({ references, pairs }, pattern, all) {
    const few = all || references.length <= FEW + 1 ? references : references.slice(0, FEW);
    part("references").replaceChildren(...few.map((text) => {
      const item = element("li");
      item.dir = "auto";
      if (!text) item.textContent = "(empty)";
      else item.append(...markedNodes(text, { hits: hitSpans(text, choice.find), slots: slotSpans(text, pattern, pairs) }));
      return item;
    }));
    part("references-title").textContent = references.length ? "References (" + references.length + ")" : "No references";
    const more = part("more-references");
    more.hidden = few.length === references.length;
    more.textContent = "Show all " + references.length;
    more.onclick = () => {
      showReferences({ references, pairs }, pattern, true);
      part("references").tabIndex = -1;
      part("references").focus();
    };
  }

  function scoreCell(column, value, judgements, low, high) {
    const cell = element("td", "number", Number.isNaN(value) ? "–" : value.toFixed(column.decimals));
    cell.dataset.label = column.label;
    cell.setAttribute("role", "cell");
    if (Number.isNaN(value)) {
      cell.title = column.people ? "not judged" : "not scored";
      return cell;
    }
    cell.dataset.sort = value;
    if (judgements) cell.append(element("small", "judgements", "n = " + judgements));
    const meter = element("span", "meter");
    meter.style.setProperty("--share", (high > low ? (100 * (value - low)) / (high - low) : 100) + "%");
    cell.append(meter);
    if (column.higher !== null && high > low && value === (column.higher ? high : low)) cell.classList.add("best");
    return cell;
  }

  function textCell(texts, system, pattern) {
    const text = texts.outputs[system];
    const cell = element("td", "text");
    cell.dir = "auto";
    cell.setAttribute("role", "cell");
    if (text === null || text === "") {
      cell.append(element("em", "gone", text === null ? "missing" : "(empty)"));
      return cell;
    }
    const from = basisOf(text, texts, system);
    const compared = from === null ? {} : differences(from, text);
    const marks = { hits: hitSpans(text, choice.find), slots: slotSpans(text, pattern, texts.pairs), ...compared };
    cell.append(...markedNodes(text, marks));
    return cell;
  }

  function showOutputs(instance, texts, pattern) {
    const numbers = (values) => (values ? values.subarray(instance * systems, (instance + 1) * systems) : null);
    const columns = index.columns.map((column, place) => ({
      column, values: numbers(data.columns[place]), counts: numbers(data.counts[place]),
    })).map((given) => {
      const known = given.values ? Array.from(given.values).filter((value) => !Number.isNaN(value)) : [];
      return { ...given, low: Math.min(...known), high: Math.max(...known) };
    });
    const pinned = [choice.worse, choice.better].filter((system) => system >= 0);
    const order = [...new Set([...pinned, ...index.systems.keys()])].filter((system) => !hidden.has(system));
    table.tBodies[0].replaceChildren(...order.map((system) => {
      const row = element("tr", pinned.includes(system) ? "pinned" : "");
      const head = element("th", "system");
      row.setAttribute("role", "row");
      head.setAttribute("role", "rowheader");
      head.scope = "row";
      head.dataset.sort = index.systems[system];
      head.append(element("bdi", "", index.systems[system] || "(unnamed)"));
      row.append(head, textCell(texts, system, pattern));
      for (const { column, values, counts, low, high } of columns) {
        row.append(scoreCell(column, values ? values[system] : NaN, counts ? counts[system] : 0, low, high));
      }
      return row;
    }));
    part("outputs-title").textContent = hidden.size ? "Outputs (" + order.length + " of " + systems + " systems)" : "Outputs";
    explain(texts, pattern);
    again();
  }

  /* What the marks mean; only those that can be there. */
  function explain(texts, pattern) {
    const meaning = part("meaning");
    const parts = [];
    if (basis.value) {
      const nothing = (basis.value === "closest" || basis.value === "first") && !texts.references.length;
      if (nothing) parts.push(["This instance has no reference to compare with."]);
      else parts.push([element("ins", "", "underlined"), ": only here; ", element("del", "", "struck out"), ": only in the text compared with."]);
    }
    if (pattern) parts.push(["Coloured: values of the input, word for word, in the colour of their slot."]);
    meaning.replaceChildren(...parts.map((nodes) => {
      const line = element("span");
      line.append(...nodes);
      return line;
    }));
    meaning.hidden = !parts.length;
  }

  /* False while the texts are not there. */
  function show(instance) {
    shown = instance;
    const texts = data.texts(instance);
    part("id").textContent = index.ids[instance] || "(unnamed)";
    part("waiting").hidden = texts !== null;
    part("contents").hidden = texts === null;
    if (texts === null) return false;
    const pattern = slotPattern(texts.pairs);
    showInput(texts, pattern);
    showReferences(texts, pattern, false);
    showOutputs(instance, texts, pattern);
    return true;
  }

  /* Boxes that choose the systems whose outputs are shown. */
  function addSystemBoxes() {
    const boxes = index.systems.map((name, system) => {
      const [label, box] = [element("label"), element("input")];
      box.type = "checkbox";
      box.checked = true;
      box.addEventListener("change", () => {
        if (box.checked) hidden.delete(system);
        else hidden.add(system);
        if (shown !== null) show(shown);
      });
      label.append(box, element("bdi", "", name || "(unnamed)"));
      return { label, box, system };
    });
    const all = (checked) => () => {
      for (const { box, system } of boxes) {
        box.checked = checked;
        if (checked) hidden.delete(system);
        else hidden.add(system);
      }
      if (shown !== null) show(shown);
    };
    part("shown-systems").append(...boxes.map(({ label }) => label));
    part("show-all").addEventListener("click", all(true));
    part("show-none").addEventListener("click", all(false));
  }

  addColumns();
  arrange();
  narrow.addEventListener("change", arrange);
  addBases();
  addSystemBoxes();
  const again = sortable(table);
  return { show };
}
