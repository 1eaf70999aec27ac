// Buttons for what words can be marked as. Marks that say "name: value" stand in a line for each name.

import { made, say } from "./say.js";

export function choicesOf(id, what, options, picked, pick) {
  const hint = made("p", { class: "hint", id: `${id}-${what}` }, say(what));
  const all = made("div", { role: "group", "aria-labelledby": hint.id });
  const lines = made("div", { class: "named" });
  const others = made("div", { class: "choices" });
  const named = new Map();
  const button = ({ value, label }, text) => {
    const seen = text === label ? {} : { "aria-label": label };
    const attributes = { type: "button", "data-pick": what, "aria-pressed": String(picked === value), ...seen };
    const one = made("button", attributes, text);
    one.addEventListener("click", () => pick(value));
    return one;
  };
  for (const option of options) {
    const [name, value] = partsOf(option.label);
    if (value === "") others.append(button(option, name));
    else {
      if (!named.has(name)) {
        named.set(name, made("div", { class: "choices" }));
        lines.append(made("span", { "aria-hidden": "true" }, name), named.get(name));
      }
      named.get(name).append(button(option, value));
    }
  }
  all.append(...(named.size ? [lines] : []), ...(others.childElementCount ? [others] : []));
  return [hint, all];
}

function partsOf(label) {
  const at = label.indexOf(": ");
  return at < 0 ? [label, ""] : [label.slice(0, at), label.slice(at + 2)];
}
