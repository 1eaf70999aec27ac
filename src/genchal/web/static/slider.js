// A slider that is no answer until it was touched; then it fills in the number that stands for it.

import { say } from "./say.js";

const KEYS = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown", "Enter", " "]);

export function enhanceSlider(widget, form) {
  const number = widget.querySelector("input[name]");
  const range = widget.querySelector('input[type="range"]');
  const value = widget.querySelector(".value");
  number.hidden = true;
  widget.querySelector(".track").hidden = false;
  widget.querySelector("label").removeAttribute("for"); // the slider has the same name itself

  const show = () => {
    const isTouched = number.value !== "";
    range.value = isTouched ? number.value : range.dataset.start;
    const share = (range.value - range.min) / (range.max - range.min);
    range.style.setProperty("--filled", isTouched ? `calc(${share} * (100% - 1.75rem) + 0.875rem)` : "0%");
    range.setAttribute("aria-valuetext", isTouched ? range.value : say("untouched"));
    widget.classList.toggle("untouched", !isTouched);
    if (value) value.textContent = isTouched ? range.value : "–";
  };
  const touch = () => {
    if (number.value === range.value) return;
    number.value = range.value;
    show();
    number.dispatchEvent(new Event("input", { bubbles: true }));
  };
  range.addEventListener("input", touch);
  range.addEventListener("pointerup", touch); // pressed where it stands: that is an answer too
  range.addEventListener("keydown", event => {
    if (event.key === "Enter") event.preventDefault(); // or the form would be sent
    if (KEYS.has(event.key) && !event.key.startsWith("Arrow")) queueMicrotask(touch);
  });
  form.addEventListener("restored", show);
  show();
}
