// Every page: sends what was kept on the device, keeps buttons from being pressed twice, copies the completion code.

import { pauseAfter, post, waiting } from "./outbox.js";
import { made, notice, say } from "./say.js";

// Sends what other pages could not; `except` is the sheet that looks after itself.
export async function sendKept(except = null, tries = 0) {
  for (const letter of waiting().filter(one => one.sheet !== except)) {
    const result = await post(letter);
    if (result.status === "stored") notice(say("late_sent"));
    if (result.status === "answered") notice(result.message);
    if (result.status === "problems" || result.status === "refused") {
      notice(result.message ?? say("late_problem"), { href: letter.page, text: say("open") });
    }
    if (result.status === "again") {
      notice(say("kept"));
      setTimeout(() => sendKept(except, tries + 1), 1000 * pauseAfter(tries));
      return;
    }
  }
}

export function guardForms() {
  for (const form of document.querySelectorAll("form:not(#sheet)")) {
    let isSent = false;
    form.addEventListener("submit", event => {
      if (isSent) event.preventDefault();
      isSent = true;
    });
    addEventListener("pageshow", () => { isSent = false; }); // somebody went back
  }
}

function offerCopies() {
  for (const button of document.querySelectorAll("[data-copy]")) {
    if (!navigator.clipboard) continue;
    button.hidden = false;
    button.textContent = say("copy");
    const told = button.insertAdjacentElement("afterend", made("span", { role: "status" }));
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
      told.textContent = say("copied");
    });
  }
}

if (!document.getElementById("sheet")) {
  guardForms();
  offerCopies();
  sendKept();
  addEventListener("online", () => sendKept());
  document.querySelector('[aria-invalid="true"] input')?.focus();
}
