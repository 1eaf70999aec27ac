// Answers on their way. They are kept on the device first, and dropped only when the study has said what became of them.
// Each carries the key of its page (`_key`), so that what is sent twice is stored once.
//
// A form is sent with "Accept: application/json". What the study says has a receipt, {"status", "sheet", "key"}, which names
// the sheet and the key that were sent: no page of a proxy or of a hotel's network can look like it. Status is "stored";
// "problems" with {"problems": [{"field", "sentence"}]}; "answered" where other answers were stored before; "elsewhere"
// where somebody else uses this browser now; "refused". Everything else means: try again.

import { drop, keep, kept, keptNames, noteSent } from "./keep.js";

const PATIENCE = 30_000; // milliseconds for an answer
const SMALL = 30_000; // bytes: browsers send 64 KiB in all for pages that are gone, the rest fails
const BACKOFF = [2, 5, 10, 20, 40, 60]; // seconds

// Seconds until the next try.
export function pauseAfter(tries) {
  return BACKOFF[Math.min(tries, BACKOFF.length - 1)];
}

// Whether a body can be sent even if its page is closed meanwhile.
export function livesOn(body) {
  return body.length <= SMALL;
}

export function put(letter) {
  return keep(`outbox.${letter.key}`, letter);
}

// Letters that may be sent from a page of this rater: on a shared device those of others wait for their own.
export function waiting() {
  const { study = "", rater = "" } = document.body.dataset;
  const isOthers = letter => letter.rater && letter.study === study && letter.rater !== rater;
  return keptNames("outbox.").map(kept).filter(letter => letter && letter.action && !isOthers(letter));
}

// Sends one letter and says what became of it: {status: a receipt's status or "again", ...}.
export async function post(letter) {
  const { response, said } = await ask(letter);
  if (!response) return { status: "again" };
  const receipt = said?.receipt;
  if (!receipt || receipt.key !== letter.key || receipt.sheet !== letter.sheet) {
    return { status: "again", isBusy: true }; // not from the study, or the study is busy
  }
  const { status } = receipt;
  const result = { status, next: said.next, message: said.message, problems: said.problems };
  if (status === "stored" || status === "answered") {
    noteSent(letter.sheet, said.next);
    drop(`outbox.${letter.key}`);
  } else if (status === "problems" || status === "refused") {
    // The answers live on as a draft, newer than any other.
    keep(`draft.${letter.sheet}`, { number: letter.draft + 1, answers: letter.answers, at: Date.now() });
    drop(`outbox.${letter.key}`);
  } else if (status !== "elsewhere") {
    return { status: "again", isBusy: true };
  }
  return result;
}

// The answer to a letter with what it says; nothing where there is none in time.
async function ask(letter) {
  const limit = typeof AbortController === "function" ? new AbortController() : null; // older browsers wait for ever
  const timer = setTimeout(() => limit?.abort(), PATIENCE);
  try {
    const response = await fetch(letter.action, {
      method: "POST",
      headers: { Accept: "application/json", "Content-Type": "application/x-www-form-urlencoded;charset=UTF-8" },
      body: letter.body,
      keepalive: livesOn(letter.body),
      credentials: "same-origin",
      ...(limit ? { signal: limit.signal } : {}),
    });
    return { response, said: await read(response) };
  } catch {
    return {};
  } finally {
    clearTimeout(timer);
  }
}

// What is not JSON is no word of the study. One that was cut off may have been stored: the key makes asking again harmless.
async function read(response) {
  try {
    return await response.json();
  } catch {
    return null;
  }
}
