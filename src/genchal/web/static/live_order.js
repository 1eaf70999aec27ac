// Numbers that are held against each other are listed in order as they are typed, equal ones together.

import { made } from "./say.js";

export function numberOf(typed) {
  const text = typed.normalize("NFKC").trim();
  if (!/^[+-]?\d{1,15}([.,]\d{1,15})?$/.test(text)) return null;
  const isGrouped = /^[+-]?[1-9]\d{0,2}([.,]\d{3})+$/.test(text); // 1,000 or 1.000: one, or a thousand?
  return isGrouped ? null : Number(text.replace(",", "."));
}

export function enhanceLiveOrder(form) {
  for (const panel of form.querySelectorAll("[data-live-order]")) {
    const own = [...form.querySelectorAll("[data-order]")].filter(one => one.dataset.order === panel.dataset.liveOrder);
    const update = () => show(panel, own);
    for (const one of own) one.addEventListener("input", update);
    form.addEventListener("restored", update);
    panel.hidden = false;
    update();
  }
}

function show(panel, widgets) {
  const common = commonStart(widgets.map(one => one.dataset.about));
  const groups = new Map();
  for (const one of widgets) {
    const number = numberOf(one.querySelector("input").value);
    if (number !== null && number > 0) groups.set(number, [...(groups.get(number) ?? []), one.dataset.about]);
  }
  const rows = [...groups].sort(([a], [b]) => b - a).map(([number, labels]) => {
    const row = made("li");
    const names = made("span");
    labels.forEach((label, place) => {
      names.append(place ? " = " : "", made("span", { class: "common" }, common), label.slice(common.length));
    });
    row.append(names, made("span", { class: "amount" }, String(number)));
    return row;
  });
  panel.querySelector("ol").replaceChildren(...rows);
  panel.querySelector(".hint").hidden = rows.length > 0;
}

// What all labels begin with ("Text "): a narrow page leaves it to be heard.
function commonStart(labels) {
  const start = labels[0].slice(0, labels[0].lastIndexOf(" ") + 1);
  return labels.every(one => one.startsWith(start)) ? start : "";
}
