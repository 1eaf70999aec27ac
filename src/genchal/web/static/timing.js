// How long a sheet took: time with somebody there, time without, and time out of sight, also over reloads.
//
// Sent as `_timings`: {"version", "shown_at", "sent_at", "last_answer_at" (ISO 8601), "wall_ms" (since first shown, by the
// clock), "page_ms" (since this load, by the steady clock), "active_ms", "idle_ms", "hidden_ms", "loads", "items": {item:
// {"active_ms", "first_ms" (since first shown), "last_answer_ms"}}}.

import { keep, kept } from "./keep.js";

const AWAKE = 30_000; // milliseconds after the last sign of life that still count as active
const SIGNS = ["pointerdown", "pointermove", "keydown", "scroll", "input", "touchstart", "wheel"];

export class Timing {
  constructor(form) {
    this.form = form;
    this.name = `timing.${form.dataset.sheet}`;
    const now = new Date().toISOString();
    this.own = kept(this.name) ?? {
      version: 1, shown_at: now, last_answer_at: null, active_ms: 0, idle_ms: 0, hidden_ms: 0, loads: 0, items: {},
    };
    this.own.loads += 1;
    this.loaded = performance.now();
    this.counted = this.loaded; // until when time has been counted
    this.sign = this.loaded; // the last sign of life
    this.item = null;
  }

  watch() {
    for (const kind of SIGNS) document.addEventListener(kind, event => this.alive(event), { passive: true, capture: true });
    for (const kind of ["visibilitychange", "focusin"]) document.addEventListener(kind, event => this.alive(event));
    for (const kind of ["blur", "focus", "pagehide"]) addEventListener(kind, () => this.count());
    for (const kind of ["input", "change"]) this.form.addEventListener(kind, event => this.answered(event));
    setInterval(() => this.count(), 1000);
    this.isVisible = document.visibilityState === "visible";
    this.hasFocus = document.hasFocus();
    this.count();
  }

  alive(event) {
    this.count();
    this.sign = performance.now();
    const item = event.target.closest?.("[data-item]")?.dataset.item;
    if (item && event.type !== "pointermove") this.at(item);
  }

  at(item) {
    this.count();
    this.item = item;
    this.own.items[item] ??= { active_ms: 0, first_ms: this.sinceShown(), last_answer_ms: null };
  }

  answered(event) {
    this.own.last_answer_at = new Date().toISOString();
    const item = event.target.closest?.("[data-item]")?.dataset.item;
    if (!item) return;
    this.at(item);
    this.own.items[item].last_answer_ms = this.sinceShown();
  }

  // Adds the time since the last call to what it was; what the page was is known from that call.
  count() {
    const now = performance.now();
    const passed = now - this.counted;
    const awake = Math.min(Math.max(this.sign + AWAKE - this.counted, 0), passed);
    if (!this.isVisible) this.own.hidden_ms += passed;
    else if (!this.hasFocus) this.own.idle_ms += passed;
    else {
      this.own.active_ms += awake;
      this.own.idle_ms += passed - awake;
      if (this.item) this.own.items[this.item].active_ms += awake;
    }
    this.counted = now;
    this.isVisible = document.visibilityState === "visible";
    this.hasFocus = document.hasFocus();
    if (!this.isOver) keep(this.name, this.own);
  }

  sinceShown() {
    return Date.now() - Date.parse(this.own.shown_at);
  }

  report() {
    this.count();
    return JSON.parse(JSON.stringify({
      ...this.own, sent_at: new Date().toISOString(), wall_ms: this.sinceShown(), page_ms: performance.now() - this.loaded,
    }, (_, value) => (typeof value === "number" ? Math.round(value) : value)));
  }

  end() {
    this.isOver = true;
  }
}
