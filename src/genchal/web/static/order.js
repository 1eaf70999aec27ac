// Ranking: press texts in order to place them, then drag them or use keys. Lists of places stay behind it as the answer.

import { made, say } from "./say.js";

export function enhanceOrder(widget, form) {
  const ranking = new Ranking(widget);
  form.addEventListener("restored", () => ranking.load());
}

class Ranking {
  constructor(widget) {
    this.widget = widget;
    this.hasTies = "hasTies" in widget.dataset;
    const list = widget.querySelector(".entries");
    this.entries = [...list.querySelectorAll(".entry")].map(one => ({
      label: one.dataset.label,
      item: one.dataset.item,
      text: one.querySelector(".entry-text"),
      select: one.querySelector("select"),
    }));
    list.hidden = true;
    this.places = made("ol", { class: "places" });
    this.pool = made("div", { class: "pool" });
    this.live = made("p", { class: "quiet", role: "status" });
    list.before(this.places);
    widget.append(this.pool, this.live);
    widget.querySelector(".best").before(made("p", { class: "hint how" }, say("how_to_place")));
    this.load();
    document.addEventListener("keydown", event => this.pressed(event));
  }

  // A digit places a text next: 1 the first, as they were shown.
  pressed(event) {
    if (!/^[1-9]$/.test(event.key) || event.ctrlKey || event.altKey || event.metaKey) return;
    if (document.querySelector('[data-widget="order"]') !== this.widget && !this.widget.contains(event.target)) return;
    if (event.target.matches?.("input, textarea, select")) return;
    const entry = this.entries[Number(event.key) - 1];
    if (!entry || this.where(entry)) return;
    event.preventDefault();
    this.add(entry);
  }

  // Groups of entries that share a place, best first.
  load() {
    const numbers = [...new Set(this.entries.map(one => Number(one.select.value)).filter(Boolean))].sort((a, b) => a - b);
    this.groups = numbers.map(number => this.entries.filter(one => Number(one.select.value) === number));
    this.draw();
  }

  where(entry) {
    const group = this.groups.findIndex(one => one.includes(entry));
    return group < 0 ? null : { group, rank: 1 + this.groups.slice(0, group).flat().length };
  }

  change(entry, focus, act) {
    act();
    this.groups = this.groups.filter(group => group.length);
    for (const one of this.entries) one.select.value = this.where(one)?.rank ?? "";
    this.draw();
    this.focus(entry, focus);
    const place = this.where(entry);
    const values = { text: entry.label, place: place?.rank, total: this.entries.length };
    this.live.textContent = say(!place ? "taken_out" : this.groups[place.group].length > 1 ? "tied" : "placed", values);
    entry.select.dispatchEvent(new Event("change", { bubbles: true }));
  }

  take(entry) {
    for (const group of this.groups) if (group.includes(entry)) group.splice(group.indexOf(entry), 1);
  }

  add(entry) {
    const left = this.entries.find(one => one !== entry && !this.where(one));
    this.change(entry, "grip", () => this.groups.push([entry]));
    if (left) this.focus(left, "add");
  }

  remove(entry) {
    this.change(entry, "add", () => this.take(entry));
  }

  // A place up or down; out of a tie first.
  move(entry, step) {
    const { group } = this.where(entry);
    const isTied = this.groups[group].length > 1;
    if (!isTied && !this.groups[group + step]) return;
    this.change(entry, step < 0 ? "up" : "down", () => {
      this.take(entry);
      const at = isTied ? group + (step < 0 ? 0 : 1) : group + step;
      if (!isTied) this.groups.splice(group, 1);
      this.groups.splice(at, 0, [entry]);
    });
  }

  tie(entry) {
    const { group } = this.where(entry);
    const isJoined = this.groups[group].indexOf(entry) > 0;
    if (!this.hasTies || (!isJoined && group === 0)) return;
    this.change(entry, "tie", () => {
      this.take(entry);
      if (isJoined) this.groups.splice(group + 1, 0, [entry]);
      else this.groups[group - 1].push(entry);
    });
  }

  drop(entry, onto, how) {
    if (entry === onto) return;
    this.change(entry, "grip", () => {
      this.take(entry);
      const group = this.groups.findIndex(one => one.includes(onto));
      if (how === "tie") this.groups[group].push(entry);
      else this.groups.splice(how === "before" ? group : group + 1, 0, [entry]);
    });
  }

  draw() {
    this.places.replaceChildren(...this.groups.map(group => {
      const place = made("li", { class: "place" });
      const together = made("div");
      together.append(...group.map(entry => this.drawPlaced(entry, group)));
      place.append(made("span", { class: "rank", "aria-hidden": "true" }, `${this.where(group[0]).rank}.`), together);
      return place;
    }));
    const left = this.entries.filter(entry => !this.where(entry));
    const head = left.length ? [made("p", { class: "end" }, say("unplaced"))] : [];
    this.pool.replaceChildren(...head, ...left.map(entry => this.drawLeft(entry)));
  }

  drawLeft(entry) {
    const button = made("button", { type: "button", class: "entry", "data-item": entry.item, "data-act": "add" });
    const aim = made("span", { class: "quiet" }, `${say("place_next", { text: entry.label })}: `);
    button.append(aim, this.copy(entry, "span"));
    button.addEventListener("click", () => this.add(entry));
    return button;
  }

  drawPlaced(entry, group) {
    const row = made("div", { class: "entry", "data-item": entry.item });
    const { group: number } = this.where(entry);
    const tool = (act, sign, isAble, back, attributes = {}) => {
      const label = say(act === "grip" ? "drag" : act, { text: entry.label });
      const all = { type: "button", "data-act": act, "aria-label": label, title: label, ...attributes };
      const button = made("button", all, sign);
      button.disabled = !isAble;
      if (back) button.addEventListener("click", back);
      return button;
    };
    const grip = tool("grip", "⠿", true, null, { class: "grip" });
    const tools = made("div", { class: "tools" });
    const isTied = group.length > 1;
    const isJoined = group.indexOf(entry) > 0;
    const tie = tool("tie", "=", isJoined || number > 0, () => this.tie(entry), { "aria-pressed": String(isJoined) });
    tools.append(
      tool("up", "↑", isTied || number > 0, () => this.move(entry, -1)),
      tool("down", "↓", isTied || number < this.groups.length - 1, () => this.move(entry, 1)),
      ...(this.hasTies ? [tie] : []),
      tool("remove", "×", true, () => this.remove(entry)),
    );
    row.append(grip, this.copy(entry), tools);
    this.letDrag(grip, row, entry);
    grip.addEventListener("keydown", event => {
      const act = {
        ArrowUp: () => this.move(entry, -1),
        ArrowDown: () => this.move(entry, 1),
        "=": () => this.tie(entry),
        Delete: () => this.remove(entry),
      }[event.key];
      if (!act) return;
      event.preventDefault();
      act();
      if (this.where(entry)) this.focus(entry, "grip");
    });
    return row;
  }

  // The text with its label; inside a button as plain parts.
  copy(entry, kind = "div") {
    if (kind === "div") return entry.text.cloneNode(true);
    const copy = made("span", { class: "entry-text" });
    const text = entry.text.querySelector(".text");
    const label = made("span", { class: "label", dir: "auto" }, entry.label);
    const own = made("span", { class: text.className, dir: "auto" });
    own.append(...text.cloneNode(true).childNodes);
    copy.append(label, made("br"), own);
    return copy;
  }

  focus(entry, act) {
    const isOwn = one => one.closest("[data-item]").dataset.item === entry.item;
    const own = [...this.widget.querySelectorAll("[data-act]")].filter(isOwn);
    const named = own.find(one => one.dataset.act === act && !one.disabled);
    (named ?? own.find(one => !one.disabled))?.focus();
  }

  letDrag(grip, row, entry) {
    let target = null;
    const signs = ["drop-before", "drop-after", "drop-tie"];
    const clear = () => this.places.querySelectorAll(".entry").forEach(one => one.classList.remove(...signs));
    grip.addEventListener("pointerdown", event => {
      if (event.button !== 0) return;
      grip.setPointerCapture(event.pointerId);
      row.classList.add("dragged");
    });
    grip.addEventListener("pointermove", event => {
      if (!grip.hasPointerCapture(event.pointerId)) return;
      clear();
      target = this.under(event, row);
      target?.row.classList.add(`drop-${target.how}`);
      const edge = 60;
      if (event.clientY < edge) scrollBy(0, -12);
      if (event.clientY > innerHeight - edge) scrollBy(0, 12);
    });
    const end = isDropped => {
      row.classList.remove("dragged");
      clear();
      if (isDropped && target) this.drop(entry, target.entry, target.how);
      target = null;
    };
    grip.addEventListener("pointerup", () => end(true));
    grip.addEventListener("pointercancel", () => end(false));
  }

  // What a dragged text would be dropped on: before another, after it, or beside it as its equal.
  under(event, own) {
    for (const row of this.places.querySelectorAll(".entry")) {
      const box = row.getBoundingClientRect();
      if (row === own || event.clientY < box.top || event.clientY > box.bottom) continue;
      const share = (event.clientY - box.top) / box.height;
      const how = this.hasTies && share > 0.3 && share < 0.7 ? "tie" : share < 0.5 ? "before" : "after";
      return { row, how, entry: this.entries.find(one => one.item === row.dataset.item) };
    }
    return null;
  }
}
