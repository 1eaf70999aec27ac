// Limits of a text while it is typed: its length, and characters that it may not have.

import { say } from "./say.js";

export function enhanceWriting(widget, form) {
  const text = widget.querySelector("textarea");
  const count = widget.querySelector(".count");
  const fewest = Number(widget.dataset.fewest);
  const most = Number(widget.dataset.most);
  const allowed = widget.dataset.allowed;

  const show = () => {
    const typed = [...text.value.replace(/\r\n?/g, "\n").trim()];
    const illegal = allowed ? illegalIn(text.value.normalize("NFC"), allowed) : [];
    const length = typed.length;
    const values = { length, fewest, most, characters: illegal.slice(0, 10).join(" ") };
    const isShort = length < fewest && fewest > 1;
    const key = illegal.length ? "illegal" : length > most ? "too_many" : isShort ? "too_few" : "enough";
    count.textContent = length === 0 && fewest <= 1 ? "" : say(key, values);
    count.classList.toggle("bad", key === "illegal" || key === "too_many");
    count.classList.toggle("good", key === "enough" && fewest > 1);
    grow(text);
  };
  let timer = null;
  text.addEventListener("input", () => {
    show();
    clearTimeout(timer);
    timer = setTimeout(() => count.setAttribute("role", "status"), 0); // heard once something was typed, not before
  });
  form.addEventListener("restored", show);
  show();
}

function illegalIn(text, allowed) {
  return [...new Set([...text].filter(one => !/[\p{L}\p{N}\p{Mn}\p{Mc}\s]/u.test(one) && !allowed.includes(one)))].sort();
}

// As high as the text needs.
function grow(text) {
  text.style.blockSize = "auto";
  text.style.blockSize = `${text.scrollHeight + 2}px`;
}
