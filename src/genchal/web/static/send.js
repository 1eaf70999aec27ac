// Sending a sheet: once, whatever happens. Without script the form is sent as forms are.

import { answersOf, unanswered } from "./answers.js";
import { drop, keep, kept, whenKeptElsewhere, whenSent } from "./keep.js";
import { pauseAfter, post, put } from "./outbox.js";
import { clearProblems, showProblems, showUnanswered } from "./problems.js";
import { notice, say, state } from "./say.js";

export class Sending {
  constructor(form, draft, timing, mayLeave) {
    Object.assign(this, { form, draft, timing, mayLeave });
    this.button = form.querySelector('.send button[type="submit"]');
    this.isBusy = false;
    this.isSent = false;
    this.tries = 0;
    this.timer = null;
    this.letter = null;
  }

  watch() {
    const sheet = this.form.dataset.sheet;
    this.form.addEventListener("submit", event => this.submitted(event));
    whenKeptElsewhere(`sent.${sheet}`, () => this.over());
    addEventListener("online", () => this.letter && this.send());
    // The study has just shown this sheet without answers: it knows better than the device what it has. Only a page that
    // comes back from memory, or is overtaken by another window, may be out of date.
    addEventListener("pageshow", event => event.persisted && this.over());
    drop(`sent.${sheet}`);
    this.resume();
    this.wait();
  }

  // What this sheet could not send before the page was loaded again.
  resume() {
    const letter = kept(`outbox.${this.key()}`);
    if (letter) this.begin(letter);
  }

  key() {
    return this.form.elements._key?.value ?? this.form.dataset.sheet;
  }

  // A sheet that was sent already, in another window or before going back, cannot be sent again.
  over() {
    const sent = whenSent(this.form.dataset.sheet);
    if (!sent || this.isBusy) return;
    this.isSent = true;
    this.draft.end();
    this.timing.end();
    this.freeze(true);
    notice(say("sent_elsewhere"), sent.next ? { href: sent.next, text: say("go_on") } : null);
  }

  // Some pages want to be looked at for a while.
  wait() {
    const left = Math.ceil(Number(this.form.dataset.minimumSeconds) - this.timing.sinceShown() / 1000);
    if (!(left > 0)) {
      if (this.isEarly) {
        state("");
        document.getElementById("state").removeAttribute("aria-live");
      }
      this.isEarly = false;
      if (!this.isBusy) this.button.removeAttribute("aria-disabled");
      return;
    }
    this.isEarly = true;
    this.button.setAttribute("aria-disabled", "true");
    document.getElementById("state").setAttribute("aria-live", "off"); // nobody wants to hear seconds counted
    state(say("wait", { seconds: left }));
    setTimeout(() => this.wait(), 500);
  }

  submitted(event) {
    event.preventDefault();
    if (this.isBusy || this.isEarly || this.isSent) return;
    const missing = unanswered(this.form);
    if (missing.length) {
      showUnanswered(this.form, missing);
      return;
    }
    clearProblems(this.form);
    if (!this.mayLeave(this.form)) return;
    const fields = new URLSearchParams(new FormData(this.form));
    fields.set("_timings", JSON.stringify(this.timing.report()));
    this.begin({
      key: this.key(),
      sheet: this.form.dataset.sheet,
      study: document.body.dataset.study ?? "",
      rater: document.body.dataset.rater ?? "",
      action: this.form.action,
      page: location.href,
      body: fields.toString(),
      answers: answersOf(this.form),
      draft: this.draft.number,
    });
  }

  begin(letter) {
    this.letter = letter;
    this.isKept = put(letter);
    this.isBusy = true;
    this.draft.hold(true);
    this.tries = 0;
    this.freeze(true);
    this.send();
  }

  freeze(isFrozen) {
    this.form.querySelector(".columns").inert = isFrozen;
    this.button.toggleAttribute("aria-disabled", isFrozen);
    if (isFrozen) this.button.setAttribute("aria-disabled", "true");
  }

  async send() {
    if (this.isOnItsWay) return;
    this.isOnItsWay = true;
    clearTimeout(this.timer);
    state(say("sending"));
    const result = await post(this.letter);
    this.isOnItsWay = false;
    if (result.status === "again") this.again(result.isBusy);
    else if (result.status === "stored") this.sent(result.next);
    else if (result.status === "answered") this.answered(result);
    else if (result.status === "elsewhere") this.elsewhere(result);
    else this.back(result);
  }

  sent(next) {
    this.isSent = true;
    this.isBusy = false;
    this.draft.end();
    this.timing.end();
    this.letter = null;
    notice("");
    location.assign(next);
  }

  // Other answers were stored before, from another device perhaps: these were not.
  answered(result) {
    this.isSent = true;
    this.isBusy = false;
    this.letter = null;
    this.draft.end();
    this.timing.end();
    state("");
    notice(result.message, { href: result.next, text: say("go_on") });
  }

  // Somebody else takes part in this browser now. The answers wait here until their own rater is back.
  elsewhere(result) {
    this.isSent = true;
    this.isBusy = false;
    this.letter = null;
    this.draft.end();
    this.timing.end();
    state("");
    notice(result.message);
  }

  again(isBusy) {
    const seconds = pauseAfter(this.tries);
    this.tries += 1;
    state("");
    notice(say(!this.isKept ? "not_kept" : isBusy ? "kept_busy" : "kept", { seconds }));
    this.timer = setTimeout(() => this.send(), 1000 * seconds);
  }

  // The study wants something changed: everything is still there.
  back(result) {
    this.letter = null;
    this.isBusy = false;
    this.freeze(false);
    this.draft.hold(false);
    this.draft.number += 1;
    keep(this.draft.name, { number: this.draft.number, answers: answersOf(this.form), at: Date.now() });
    state("");
    notice("");
    if (result.status === "problems") showProblems(this.form, result.problems);
    else notice(result.message ?? say("refused"), result.next ? { href: result.next, text: say("go_on") } : null);
  }
}
