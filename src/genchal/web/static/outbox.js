// Answers on their way. They are kept on the device first, and dropped only when the study has said what became of them.
// Each carries the key of its page (`_key`), so that what is sent twice is stored once.
//
// A form is sent with "Accept: application/json". Answers: 200 {"next": address}; 422 {"problems": [{"field", "sentence"}]};
// any other 4xx {"message", "next"}. No answer, 408, 429 and 5xx mean: try again.

import { drop, keep, kept, keptNames, noteSent } from "./keep.js";

const PATIENCE = 30_000; // milliseconds for an answer
const SMALL = 30_000; // bytes: browsers send 64 KiB in all for pages that are gone, the rest fails

// Whether a body can be sent even if its page is closed meanwhile.
export function livesOn(body) {
  return body.length <= SMALL;
}

export function put(letter) {
  return keep(`outbox.${letter.key}`, letter);
}

export function waiting() {
  return keptNames("outbox.").map(kept).filter(letter => letter && letter.action);
}

// Sends one letter and says what became of it: {status: "sent" | "problems" | "refused" | "again", ...}.
export async function post(letter) {
  let response;
  try {
    response = await fetch(letter.action, {
      method: "POST",
      headers: { Accept: "application/json", "Content-Type": "application/x-www-form-urlencoded;charset=UTF-8" },
      body: letter.body,
      keepalive: livesOn(letter.body),
      credentials: "same-origin",
      signal: AbortSignal.timeout(PATIENCE),
    });
  } catch {
    return { status: "again" };
  }
  if (response.status >= 500 || response.status === 429 || response.status === 408) return { status: "again", isBusy: true };
  const isJson = (response.headers.get("Content-Type") ?? "").includes("json");
  let said = {};
  try {
    if (isJson) said = await response.json();
  } catch {
    return { status: "again" }; // cut off: it may have been stored, and the key makes asking again harmless
  }
  if (response.ok) {
    const next = said.next ?? response.url;
    drop(`outbox.${letter.key}`);
    noteSent(letter.sheet, next);
    return { status: "sent", next };
  }
  drop(`outbox.${letter.key}`);
  // The answers live on as a draft, newer than any other.
  keep(`draft.${letter.sheet}`, { number: letter.draft + 1, answers: letter.answers, at: Date.now() });
  if (response.status === 422 && said.problems) return { status: "problems", problems: said.problems };
  return { status: "refused", message: said.message, next: said.next };
}
