// What is kept on this device, as JSON under names of our own. A browser that keeps nothing makes nothing fail.

const PREFIX = "genchal.";

export function kept(name) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name));
  } catch {
    return null;
  }
}

export function keep(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export function drop(name) {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch { /* there was nothing */ }
}

export function keptNames(beginning) {
  try {
    return Object.keys(localStorage).filter(one => one.startsWith(PREFIX + beginning)).map(one => one.slice(PREFIX.length));
  } catch {
    return [];
  }
}

// Calls back when another window of this browser keeps something under a name.
export function whenKeptElsewhere(name, back) {
  addEventListener("storage", event => {
    if (event.key === PREFIX + name && event.newValue !== null) back();
  });
}

// Forgets drafts and times of sheets that nobody came back to.
const LONG = 30 * 24 * 3600 * 1000; // milliseconds

export function tidy() {
  const since = Date.now() - LONG;
  for (const name of [...keptNames("draft."), ...keptNames("timing.")]) {
    const own = kept(name);
    if (!own || !((own.at ?? Date.parse(own.shown_at)) > since)) drop(name);
  }
}

// Which sheets have been sent from this browser, the last ones only, with the page that follows.
const MOST = 50;

export function noteSent(sheet, next) {
  keep(`sent.${sheet}`, { next, at: Date.now() });
  drop(`draft.${sheet}`);
  drop(`timing.${sheet}`);
  const old = keptNames("sent.").sort((a, b) => (kept(b)?.at ?? 0) - (kept(a)?.at ?? 0)).slice(MOST);
  old.forEach(drop);
}

export function whenSent(sheet) {
  return kept(`sent.${sheet}`);
}
