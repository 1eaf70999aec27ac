// "None of these" excludes the boxes above it, and a corrected text the box that says there is nothing to correct.

export function enhanceChecks(widget, form) {
  const none = widget.querySelector(".none input");
  const others = [...widget.querySelectorAll('input[type="checkbox"]')].filter(one => one !== none);
  widget.addEventListener("change", event => {
    if (!event.target.checked) return;
    for (const one of event.target === none ? others : [none]) one.checked = false;
  });
  if (others.length) return;
  const text = widget.closest("section").querySelector("textarea");
  text?.addEventListener("input", () => {
    if (text.value !== text.defaultValue) none.checked = false;
  });
  none.addEventListener("change", () => {
    if (none.checked && text) text.value = beginning(text, form);
  });
}

// What the text was before anybody changed it: what the passage above it says.
function beginning(text) {
  return text.closest("section").querySelector("[data-passage] .text")?.textContent ?? text.defaultValue;
}
