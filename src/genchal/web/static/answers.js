// Answers of a form: reading them, putting them back, and whether there is one at all.

export function answersOf(form) {
  return Object.fromEntries([...new FormData(form)].filter(([name]) => isTyped(name)));
}

// Fields of the page itself begin with an underscore; of them only the comment is somebody's words.
function isTyped(name) {
  return !name.startsWith("_") || name === "_comment";
}

// Puts answers back into the form; widgets that show them in their own way hear "restored".
export function restore(form, answers) {
  for (const field of form.elements) {
    if (!field.name || !isTyped(field.name)) continue;
    if (field.type === "checkbox" || field.type === "radio") field.checked = answers[field.name] === field.value;
    else if (field.name in answers) field.value = answers[field.name];
  }
  const remark = form.querySelector("details.remark");
  if (remark?.querySelector("textarea").value) remark.open = true;
  form.dispatchEvent(new Event("restored"));
}

const isAnswered = {
  choice: widget => widget.querySelector(":checked") !== null,
  number: widget => widget.querySelector("input").value.trim() !== "",
  slider: widget => widget.querySelector("input[name]").value !== "",
  order: widget => [...widget.querySelectorAll("select")].every(select => select.value !== ""),
  checks: widget => widget.querySelector(":checked") !== null || widget.classList.contains("alone"),
  spans: widget => widget.querySelector(":checked") !== null || Boolean(widget.querySelector("input[type=hidden]")?.value),
  writing: widget => widget.querySelector("textarea").value.trim() !== "" || isAloneTicked(widget),
  pointing: widget => widget.querySelector("[data-place]").value !== "",
};

// A text may stay empty where a box below it says that there is nothing to write.
function isAloneTicked(widget) {
  return widget.closest("section")?.querySelector(".alone :checked") != null;
}

// Widgets without an answer; whether an answer is a good one is for the study to say.
export function unanswered(part) {
  return [...part.querySelectorAll("[data-widget]")].filter(one => isAnswered[one.dataset.widget]?.(one) === false);
}
