// Digits choose: 1 the first answer of the question where one is, 2 the second, and so on; Enter sends. Arrow keys move
// within a question as browsers have it. Where numbers are asked for, digits are typed into the first empty field, and
// Enter goes on to the next one.

import { unanswered } from "./answers.js";

const MOST = 9;

export function enhanceKeys(form) {
  const widgets = [...form.querySelectorAll('[data-widget="choice"], [data-widget="checks"]')];
  for (const widget of widgets) optionsOf(widget).forEach((option, place) => number(option, place));
  const hint = document.getElementById("keys");
  if (hint) hint.hidden = widgets.length === 0;
  const numbers = [...form.querySelectorAll(".number input")];
  const emptyOne = () => numbers.find(field => isShown(field) && field.value.trim() === "");
  if (hint && numbers.length) hint.hidden = false;
  document.addEventListener("keydown", event => {
    if (event.key === "Enter" && numbers.includes(event.target) && event.target.value.trim() !== "" && emptyOne()) {
      event.preventDefault();
      emptyOne().focus();
      return undefined;
    }
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target)) return;
    if (event.key === "Enter") return send(form, event);
    if (!/^[1-9]$/.test(event.key)) return undefined;
    if (event.target === document.body && emptyOne()) {
      emptyOne().focus(); // the digit goes there
      return undefined;
    }
    const widget = currentOf(widgets, event.target);
    const option = widget && optionsOf(widget)[Number(event.key) - 1];
    if (!option) return undefined;
    event.preventDefault();
    option.click();
    return goOn(widgets, widget, option);
  });
}

function optionsOf(widget) {
  return [...widget.querySelectorAll('input[type="radio"], input[type="checkbox"]')];
}

// Shown beside an answer, unless it says the same number itself.
function number(option, place) {
  const label = option.closest("label");
  const says = label.querySelector("span")?.firstChild?.textContent.trim();
  if (place < MOST && says !== String(place + 1) && !label.closest(".scale")) label.dataset.key = place + 1;
}

function isTyping(target) {
  return target.matches?.('textarea, select, input:not([type="radio"]):not([type="checkbox"]):not([type="range"])');
}

function isShown(widget) {
  return widget.getClientRects().length > 0;
}

// The question that a digit answers: where the focus is, else the first one that is open, else the only one there is.
function currentOf(widgets, target) {
  const shown = widgets.filter(isShown);
  const own = shown.find(widget => widget.contains(target));
  return own ?? shown.find(widget => unanswered(widget.parentElement).includes(widget)) ?? (shown.length === 1 ? shown[0] : null);
}

function goOn(widgets, widget, option) {
  const left = widgets.filter(one => isShown(one) && unanswered(one.parentElement).includes(one));
  const isOver = widget.dataset.widget === "choice" && left.length > 0;
  const target = isOver ? optionsOf(left[0])[0] : option;
  target.focus({ preventScroll: !isOver });
}

// Browsers send a form when Enter is pressed in one of its fields; here also where nothing has the focus.
function send(form, event) {
  if (event.target !== document.body && !event.target.matches("main, section, [type=checkbox]")) return;
  event.preventDefault();
  const button = [...form.querySelectorAll('.paging .primary, .send [type="submit"]')].find(isShown);
  button?.click();
}
