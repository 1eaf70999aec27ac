// Marking words: by mouse, finger or keys. Select one or several, then say what they are.

import { choicesOf } from "./marks.js";
import { made, say } from "./say.js";

export function enhanceSpans(widget, form) {
  const marking = new Marking(widget);
  form.addEventListener("restored", () => marking.load());
}

class Marking {
  constructor(widget) {
    this.widget = widget;
    this.text = widget.querySelector(".words");
    this.words = [...widget.querySelectorAll(".word")];
    this.panel = widget.querySelector(".marker");
    this.none = widget.querySelector(".none input");
    const read = name => JSON.parse(this.panel.dataset[name]);
    const zipped = (values, labels) => values.map((value, n) => ({ value, label: labels[n] }));
    this.categories = zipped(read("categories"), read("categoryLabels"));
    this.severities = zipped(read("severities"), read("severityLabels"));
    this.field = made("input", { type: "hidden", name: widget.dataset.name });
    this.field.value = widget.dataset.spans || this.fromLists();
    this.list = made("ul", { class: "marks", "aria-label": say("marks") });
    this.live = made("p", { class: "quiet", role: "status" });
    const how = made("p", { class: "hint", id: `${widget.id}-how` }, `${say("how_to_mark")} `);
    how.append(made("span", { class: "by-keys" }, say("how_to_mark_keys")));
    this.text.before(how);
    this.panel.after(this.list, this.live, this.field);
    widget.querySelector(".unscripted").remove();
    widget.classList.add("scripted");
    this.prepare();
    this.load();
  }

  // Marks of words one by one, as a page without script sends them: equal neighbours make a span.
  fromLists() {
    const spans = [];
    let before = "";
    [...this.widget.querySelectorAll(".unscripted select")].forEach((list, n) => {
      const [category, severity = ""] = list.value.split("/");
      const { start, end } = this.bounds(n, n);
      if (list.value && list.value === before && end > start) spans[spans.length - 1].end = end;
      else if (list.value) spans.push({ start, end, category, ...(severity && { severity }) });
      before = list.value;
    });
    return spans.length ? JSON.stringify(spans) : "";
  }

  bounds(from, to) {
    return { start: Number(this.words[from].dataset.start), end: Number(this.words[to].dataset.end) };
  }

  load() {
    let sent = [];
    try {
      sent = JSON.parse(this.field.value || "[]");
    } catch { /* not ours: begin again */ }
    const at = (key, value) => this.words.findIndex(word => Number(word.dataset[key]) === value);
    const last = this.words.length - 1;
    this.spans = sent.map(({ start, end, category, severity = "" }) => (start === end // what is missing: the last word
      ? { from: last, to: last, category, severity }
      : { from: at("start", start), to: at("end", end), category, severity }
    )).filter(one => one.from >= 0 && one.to >= one.from);
    this.select(null);
  }

  prepare() {
    this.text.setAttribute("role", "group");
    this.text.setAttribute("aria-label", say("words"));
    this.text.setAttribute("aria-describedby", `${this.widget.id}-how`);
    this.words.forEach((word, n) => {
      word.setAttribute("role", "button");
      word.setAttribute("tabindex", n === 0 ? "0" : "-1");
      word.addEventListener("keydown", event => this.key(event, n));
    });
    let from = null; // where the mouse went down
    this.text.addEventListener("pointerdown", event => {
      const n = this.words.indexOf(event.target.closest(".word"));
      from = event.pointerType === "mouse" && event.button === 0 && n >= 0 ? n : null;
      if (from !== null) event.preventDefault(); // no selection of the browser's own
    });
    this.text.addEventListener("pointerover", event => {
      const n = this.words.indexOf(event.target.closest(".word"));
      if (from !== null && n >= 0 && n !== from) this.select({ anchor: from, end: n });
    });
    addEventListener("pointerup", () => { from = null; });
    this.text.addEventListener("click", event => {
      const n = this.words.indexOf(event.target.closest(".word"));
      if (n < 0 || (this.chosen && this.covers(n) && this.chosen.anchor !== this.chosen.end)) return; // a drag ended here
      this.press(n);
    });
  }

  // Pressing a marked word takes up its mark; another word beside a selection takes in all between them.
  press(n) {
    const span = this.spans.find(one => one.from <= n && n <= one.to);
    if (span && !this.chosen) this.select({ anchor: span.from, end: span.to, span });
    else if (this.chosen && !this.chosen.span && !this.covers(n)) this.select({ anchor: this.chosen.anchor, end: n });
    else if (this.chosen && this.covers(n)) this.select(null);
    else this.select(span ? { anchor: span.from, end: span.to, span } : { anchor: n, end: n });
    this.rove(n);
  }

  key(event, n) {
    const isBack = getComputedStyle(this.text).direction === "rtl" ? "ArrowRight" : "ArrowLeft";
    const isOn = isBack === "ArrowLeft" ? "ArrowRight" : "ArrowLeft";
    const last = this.words.length - 1;
    const to = { [isBack]: n - 1, [isOn]: n + 1, ArrowUp: n - 1, ArrowDown: n + 1, Home: 0, End: last }[event.key];
    if (to !== undefined) {
      const next = Math.min(Math.max(to, 0), last);
      if (event.shiftKey) this.select({ anchor: this.chosen?.anchor ?? n, end: next });
      this.rove(next, true);
    } else if (event.key === "Enter" || event.key === " ") {
      if (!this.chosen) this.press(n);
      this.panel.querySelector("button")?.focus();
    } else if (event.key === "Escape") this.select(null);
    else if (event.key === "Delete" || event.key === "Backspace") {
      const span = this.spans.find(one => one.from <= n && n <= one.to);
      if (span) this.unmark(span);
    } else return;
    event.preventDefault();
  }

  rove(n, isFocused = false) {
    this.words.forEach((word, own) => word.setAttribute("tabindex", own === n ? "0" : "-1"));
    if (isFocused) this.words[n].focus();
  }

  covers(n) {
    return Math.min(this.chosen.anchor, this.chosen.end) <= n && n <= Math.max(this.chosen.anchor, this.chosen.end);
  }

  isMissing(n) {
    return this.words[n].classList.contains("missing");
  }

  select(chosen) {
    if (chosen && chosen.anchor !== chosen.end) { // what is missing stands alone
      if (this.isMissing(chosen.end)) chosen = { ...chosen, end: chosen.end - 1 };
      if (this.isMissing(chosen.anchor)) chosen = { ...chosen, anchor: chosen.end };
    }
    this.chosen = chosen;
    this.category = chosen?.span?.category ?? null;
    this.severity = chosen?.span?.severity || null;
    this.draw();
  }

  quote(from, to) {
    if (this.isMissing(from)) return this.words[from].textContent;
    const range = document.createRange();
    range.setStartBefore(this.words[from]);
    range.setEndAfter(this.words[to]);
    return range.toString().trim();
  }

  name({ category, severity }) {
    const of = (list, value) => list.find(one => one.value === value)?.label;
    return [of(this.categories, category), of(this.severities, severity)].filter(Boolean).join(" · ");
  }

  pick(what, value) {
    this[what] = value;
    if (this.category === null || (this.severities.length && !this.severity)) {
      this.drawPanel();
      this.panel.querySelector(`[data-pick="${what}"][aria-pressed="true"]`)?.focus();
      return;
    }
    const from = Math.min(this.chosen.anchor, this.chosen.end);
    const to = Math.max(this.chosen.anchor, this.chosen.end);
    const span = { from, to, category: this.category, severity: this.severity ?? "" };
    this.spans = this.spans.filter(one => one.to < from || one.from > to); // no word has two marks
    this.spans.push(span);
    this.none.checked = false;
    this.store();
    this.select(null);
    this.rove(from, true);
    this.live.textContent = say("marked", { mark: `${this.quote(from, to)}: ${this.name(span)}` });
  }

  unmark(span) {
    this.spans = this.spans.filter(one => one !== span);
    this.store();
    this.select(null);
    this.rove(span.from, true);
    this.live.textContent = say("unmarked");
  }

  store() {
    this.spans.sort((a, b) => a.from - b.from);
    const sent = this.spans.map(({ from, to, category, severity }) => (
      { ...this.bounds(from, to), category, ...(severity && { severity }) }
    ));
    this.field.value = sent.length ? JSON.stringify(sent) : "";
    this.field.dispatchEvent(new Event("change", { bubbles: true }));
  }

  draw() {
    this.words.forEach((word, n) => {
      const span = this.spans.find(one => one.from <= n && n <= one.to);
      word.classList.toggle("marked", Boolean(span));
      word.classList.toggle("selected", Boolean(this.chosen) && this.covers(n));
      word.classList.toggle("joined", this.chosen && this.covers(n) ? this.covers(n + 1) : Boolean(span) && n < span.to);
      word.setAttribute("aria-pressed", String(Boolean(this.chosen) && this.covers(n)));
      if (span) word.setAttribute("aria-label", say("mark", { words: word.textContent, mark: this.name(span) }));
      else word.removeAttribute("aria-label");
    });
    this.list.replaceChildren(...this.spans.map(span => {
      const words = this.quote(span.from, span.to);
      const item = made("li");
      item.append(made("span", { dir: "auto" }, say("mark", { words, mark: this.name(span) })));
      const button = made("button", { type: "button", "aria-label": say("unmark", { words }) }, say("unmark_short"));
      button.addEventListener("click", () => this.unmark(span));
      item.append(button);
      return item;
    }));
    this.list.hidden = this.spans.length === 0;
    this.drawPanel();
  }

  drawPanel() {
    this.panel.hidden = !this.chosen;
    if (!this.chosen) return this.panel.replaceChildren();
    const { anchor, end } = this.chosen;
    const words = this.quote(Math.min(anchor, end), Math.max(anchor, end));
    const selected = made("p", { class: "question", dir: "auto" }, say("selected", { words }));
    const of = (what, options) => choicesOf(this.widget.id, what, options, this[what], value => this.pick(what, value));
    const parts = [selected, ...of("category", this.categories)];
    if (this.severities.length) parts.push(...of("severity", this.severities));
    const cancel = made("button", { type: "button" }, say("unselect"));
    cancel.addEventListener("click", () => {
      this.select(null);
      this.rove(Math.min(anchor, end), true);
    });
    return this.panel.replaceChildren(...parts, cancel);
  }
}
