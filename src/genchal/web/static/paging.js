// One item after another, where a sheet is long or times are measured. All of it is one form, sent at the end.

import { unanswered } from "./answers.js";
import { mayLeave } from "./feedback.js";
import { clearProblems, showUnanswered } from "./problems.js";
import { made, say } from "./say.js";

export function enhancePaging(form) {
  const items = [...form.querySelectorAll("section.item[data-item]")];
  const isTimed = form.querySelector('[data-widget="pointing"]') !== null;
  if (items.length < 2 || !(isTimed || "oneAtATime" in form.dataset)) return;
  const send = form.querySelector(".send");
  const row = made("div", { class: "paging" });
  const back = made("button", { type: "button" }, say("back"));
  const where = made("p", { class: "where", role: "status" });
  const next = made("button", { type: "button", class: "primary" }, say("next"));
  row.append(back, where, next);
  send.before(row);
  let place = 0;

  const show = number => {
    place = number;
    const isLast = place === items.length - 1;
    items.forEach((item, own) => { item.hidden = own !== place; });
    where.textContent = say("item_of", { number: place + 1, total: items.length });
    back.hidden = place === 0 || isTimed; // what was pointed at once is not pointed at again
    next.hidden = isLast || (isTimed && unanswered(items[place]).length > 0);
    send.hidden = !isLast || (isTimed && unanswered(items[place]).length > 0);
  };
  const go = number => {
    show(number);
    items[place].setAttribute("tabindex", "-1");
    items[place].focus();
    items[place].scrollIntoView({ block: "nearest" });
  };
  const forward = () => {
    const missing = unanswered(items[place]);
    if (missing.length) return showUnanswered(form, missing);
    if (!mayLeave(items[place])) return undefined;
    clearProblems(form);
    return go(place + 1);
  };
  next.addEventListener("click", forward);
  back.addEventListener("click", () => go(place - 1));
  form.addEventListener("found", () => {
    show(place);
    (place === items.length - 1 ? send.querySelector("button") : next).focus();
  });
  form.addEventListener("problems", event => {
    const first = items.findIndex(item => event.detail.some(widget => item.contains(widget)));
    if (first >= 0) show(first);
  });
  // Enter in a field goes on; only the last item sends.
  form.addEventListener("submit", event => {
    if (place === items.length - 1) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    forward();
  }, { capture: true });

  const wrong = items.findIndex(item => item.querySelector(".wrong"));
  const open = items.findIndex(item => unanswered(item).length > 0);
  show(wrong >= 0 ? wrong : open >= 0 ? open : items.length - 1);
}
