// Messages in the language of the page, and the line at its top.

const messages = JSON.parse(document.body.dataset.messages || "{}");

export function say(key, values = {}) {
  return (messages[key] ?? key).replace(/\{(\w+)\}/g, (gap, name) => values[name] ?? gap);
}

// A new element with attributes and text; attributes that are null or false are left out.
export function made(name, attributes = {}, text = "") {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) element.setAttribute(key, value === true ? "" : value);
  }
  if (text) element.textContent = text;
  return element;
}

// Shows a line at the top of the page, perhaps with a link; an empty one hides it.
export function notice(text, link = null) {
  const line = document.getElementById("notice");
  line.replaceChildren(text);
  if (link) line.append(made("a", { href: link.href }, link.text));
  line.hidden = !text;
}

export function state(text) {
  const line = document.getElementById("state");
  if (line && line.textContent !== text) line.textContent = text;
}
