// What is wrong with answers: a line at each of them, and a list at the top with links.

import { made, say } from "./say.js";

export function widgetOf(form, field) {
  const found = form.elements.namedItem(field);
  const element = found instanceof RadioNodeList ? found[0] : found;
  return element?.closest("[data-widget]") ?? form.querySelector(`[data-name="${CSS.escape(field)}"]`);
}

function mark(widget, sentence) {
  const line = document.getElementById(`${widget.id}-problem`);
  if (line) {
    line.textContent = sentence;
    line.hidden = !sentence;
  }
  widget.classList.toggle("wrong", Boolean(sentence));
  const isGroup = widget.getAttribute("role") === "radiogroup";
  const controls = isGroup ? [widget] : widget.querySelectorAll('input:not([type="hidden"]), textarea');
  for (const one of controls) {
    if (sentence) one.setAttribute("aria-invalid", "true");
    else one.removeAttribute("aria-invalid");
  }
}

export function clearProblems(form) {
  form.querySelectorAll("[data-widget]").forEach(widget => mark(widget, ""));
  document.getElementById("problems").hidden = true;
}

// `problems` are {field, sentence} of the study, or {widget, sentence, listed} of this page.
export function showProblems(form, problems) {
  clearProblems(form);
  const list = document.querySelector("#problems ul");
  list.replaceChildren();
  const seen = new Set();
  for (const { field, widget = null, sentence, listed = sentence } of problems) {
    const own = widget ?? (field ? widgetOf(form, field) : null);
    const item = made("li", {}, own ? "" : sentence);
    if (own && seen.has(own)) continue;
    if (own) {
      seen.add(own);
      mark(own, sentence);
      item.append(made("a", { href: `#${own.id}` }, listed));
    }
    list.append(item);
  }
  document.getElementById("problems").hidden = problems.length === 0;
  form.dispatchEvent(new CustomEvent("problems", { detail: [...seen] }));
  focusProblem(form);
}

function questionOf(widget) {
  return widget.querySelector("legend, label, p").textContent.trim();
}

export function showUnanswered(form, widgets) {
  showProblems(form, widgets.map(widget => ({
    widget,
    sentence: say(widget.dataset.widget === "slider" ? "unanswered_slider" : "unanswered"),
    listed: questionOf(widget),
  })));
}

// Focus goes to the first answer that needs another look, or to the list where no answer is to blame.
export function focusProblem(form) {
  const widget = form.querySelector("[data-widget].wrong");
  const list = document.getElementById("problems");
  if (!widget) {
    if (!list.hidden) list.focus();
    return;
  }
  focusIn(widget);
}

export function focusIn(widget) {
  const able = [...widget.querySelectorAll('input:not([type="hidden"]), textarea, select, button, [tabindex="0"]')];
  const target = able.find(one => !one.disabled && one.getClientRects().length > 0) ?? widget;
  target.focus();
  widget.scrollIntoView({ block: "center" });
}

// A problem goes away as soon as its answer is changed.
export function forgetMended(form) {
  for (const kind of ["input", "change"]) {
    form.addEventListener(kind, event => {
      const widget = event.target.closest?.("[data-widget]");
      if (widget) mark(widget, "");
    });
  }
}
