// Drafts: what was answered so far, kept on the device at once and by the study every few seconds, under a rising number.

import { answersOf, restore } from "./answers.js";
import { keep, kept } from "./keep.js";
import { livesOn } from "./outbox.js";
import { say, state } from "./say.js";

const PAUSE = 1000; // milliseconds without typing before the study is told
const OFTEN = 5000; // and never more often than this

export class Draft {
  constructor(form, timing) {
    this.form = form;
    this.timing = timing;
    this.name = `draft.${form.dataset.sheet}`;
    this.number = Number(form.dataset.draftNumber) || 0;
    this.told = 0; // when the study was told last
    this.isNew = false;
    this.timer = null;
    this.isOver = false;
    this.isHeld = false; // while the answers themselves are on their way
  }

  // Newest of the study's draft, which is in the form already, and the device's.
  restore() {
    const local = kept(this.name);
    if (!local || !(local.number > this.number) || !local.answers) return;
    this.number = local.number;
    restore(this.form, local.answers);
  }

  watch() {
    for (const kind of ["input", "change"]) this.form.addEventListener(kind, () => this.changed());
    document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && this.tell());
    for (const kind of ["pagehide", "online"]) addEventListener(kind, () => this.tell());
  }

  changed() {
    if (this.isOver) return;
    this.number = Math.max(this.number, kept(this.name)?.number ?? 0) + 1; // another window may have been ahead
    keep(this.name, { number: this.number, answers: answersOf(this.form), at: Date.now() });
    this.isNew = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.tell(), Math.max(PAUSE, this.told + OFTEN - Date.now()));
  }

  // A page may be closed while it tells: the browser then goes on without it.
  async tell() {
    const address = this.form.dataset.draftUrl;
    if (!this.isNew || this.isOver || this.isHeld || !address) return;
    this.isNew = false;
    this.told = Date.now();
    clearTimeout(this.timer);
    const fields = new URLSearchParams(answersOf(this.form));
    for (const own of this.form.querySelectorAll('input[type="hidden"][name^="_"]')) fields.set(own.name, own.value);
    fields.set("_draft", this.number);
    fields.set("_timings", JSON.stringify(this.timing.report()));
    const keepalive = livesOn(fields.toString());
    const number = String(this.number);
    let isSaved = false;
    try {
      const response = await fetch(address, { method: "POST", body: fields, keepalive, credentials: "same-origin" });
      isSaved = response.headers.get("Genchal-Draft") === number; // only the study says so
    } catch { /* it is on this device, and told with the next change or when the connection is back */ }
    if (!isSaved) this.isNew = true;
    if (!this.isOver) state(say(isSaved ? "draft_saved" : "draft_kept"));
  }

  hold(isHeld) {
    this.isHeld = isHeld;
  }

  end() {
    this.isOver = true;
    clearTimeout(this.timer);
  }
}
