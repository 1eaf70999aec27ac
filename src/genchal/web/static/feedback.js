// What the page says once a text has been written: it points at something in the scene, and the text stays as it is.

export function enhanceFeedback(widget) {
  widget.dataset.isWaiting = "";
}

// Whether one may go on from a part of the page; feedback that is still waiting is shown first, and holds one up once.
export function mayLeave(part) {
  const waiting = [...part.querySelectorAll('[data-widget="feedback"][data-is-waiting]')];
  for (const feedback of waiting) {
    delete feedback.dataset.isWaiting;
    feedback.hidden = false;
    const section = feedback.closest("section");
    section.querySelector("textarea").readOnly = true;
    const { row, column } = feedback.dataset;
    section.querySelector(`.picture-entity[data-row="${row}"][data-column="${column}"]`)?.classList.add("pointed-at");
  }
  waiting[0]?.focus();
  return waiting.length === 0;
}
