// Read or hear a description, then point at what it means. Times run from the frame in which something is seen until the
// press that ends it: of the finger or key, not of the click that follows.

import { say } from "./say.js";

// Resolves when what was just shown has been painted: the frame after the one that paints it has begun.
function painted() {
  return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now()))));
}

const isPress = event => event.key === "Enter" || event.key === " ";

export function enhancePointing(widget, form) {
  const find = selector => widget.querySelector(selector);
  const [place, reading, finding] = ["[data-place]", "[data-reading]", "[data-finding]"].map(find);
  const [start, description, scene, found] = [".start", "[data-description]", "[data-scene]", "[data-found]"].map(find);
  const begin = find("[data-begin]");
  const proceed = find("[data-proceed]");
  const pacing = widget.dataset.pacing;
  let shownAt = null; // when the scene was seen; null: not yet, or no more

  const stage = (...seen) => [start, description, scene, found].forEach(one => one && (one.hidden = !seen.includes(one)));
  const showState = () => {
    found.textContent = say("found");
    stage(place.value ? found : start);
  };

  // The moment of a press, until the click that confirms it: who scrolls has not answered.
  const presses = (element, back) => {
    let pressedAt = null;
    element.addEventListener("pointerdown", event => { pressedAt = event.timeStamp; });
    element.addEventListener("pointercancel", () => { pressedAt = null; });
    element.addEventListener("click", event => {
      const at = pressedAt ?? event.timeStamp;
      pressedAt = null;
      back(at);
    });
    element.addEventListener("keydown", event => {
      if (!isPress(event)) return;
      event.preventDefault();
      if (!event.repeat) back(event.timeStamp);
    });
  };

  const showScene = async () => {
    stage(scene, pacing === "simultaneous" ? description : null);
    scene.querySelector("svg").scrollIntoView({ block: "nearest" });
    shownAt = await painted();
    scene.querySelector(".picture-entity").focus({ preventScroll: true, focusVisible: false });
  };

  let readFrom = null;
  presses(begin, async () => {
    if (pacing === "sequential") {
      stage(description);
      widget.focus({ preventScroll: true });
      readFrom = await painted();
      proceed.focus({ preventScroll: true });
      return;
    }
    const trouble = pacing === "heard" ? await listen(widget) : "";
    if (trouble) {
      found.textContent = say(trouble);
      stage(start, found);
      return;
    }
    showScene();
  });
  if (proceed) {
    presses(proceed, at => {
      if (readFrom === null) return;
      reading.value = (at - readFrom).toFixed(1);
      readFrom = null;
      showScene();
    });
  }

  const entities = [...scene.querySelectorAll(".picture-entity")];
  for (const entity of entities) {
    presses(entity, at => {
      if (shownAt === null || at < shownAt) return;
      finding.value = (at - shownAt).toFixed(1);
      shownAt = null;
      place.value = `r${entity.dataset.row}c${entity.dataset.column}`;
      silence(widget);
      showState();
      place.dispatchEvent(new Event("change", { bubbles: true }));
      found.focus();
      form.dispatchEvent(new Event("found"));
    });
    entity.addEventListener("keydown", event => {
      const next = neighbour(entities, entity, event.key);
      if (!next) return;
      event.preventDefault();
      next.focus();
    });
  }
  form.addEventListener("restored", showState);
  showState();
}

// The nearest thing in the direction of an arrow key.
function neighbour(entities, from, key) {
  const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[key];
  if (!step) return null;
  const away = entity => [entity.dataset.row - from.dataset.row, entity.dataset.column - from.dataset.column];
  const distance = entity => {
    const [down, right] = away(entity);
    const along = down * step[0] + right * step[1];
    const across = Math.abs(down * step[1]) + Math.abs(right * step[0]);
    return along > 0 ? along + 3 * across : Infinity;
  };
  const best = entities.reduce((one, two) => (distance(two) < distance(one) ? two : one));
  return distance(best) < Infinity ? best : null;
}

// Says the description, or plays it, and returns when it has begun: nothing, or the message that says why it has not.
async function listen(widget) {
  const audio = widget.querySelector("audio");
  if (audio) {
    try {
      if (audio.error) audio.load(); // it could not be fetched: try again
      audio.currentTime = 0;
      await audio.play();
      return "";
    } catch {
      return "no_sound";
    }
  }
  const speech = widget.querySelector("[data-speech]");
  if (!speech || !("speechSynthesis" in window)) return "no_speech";
  speechSynthesis.cancel();
  const said = new SpeechSynthesisUtterance(speech.dataset.speech);
  said.lang = speech.closest("[lang]").lang;
  speechSynthesis.speak(said);
  return "";
}

function silence(widget) {
  widget.querySelector("audio")?.pause();
  if ("speechSynthesis" in window) speechSynthesis.cancel();
}
