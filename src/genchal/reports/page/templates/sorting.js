"use strict";

/* Tables whose header buttons sort their rows. The first click puts the best first, the second turns the order round. */
function sortable(table) {
  const [body, ...more] = table.tBodies;
  const heads = [...table.tHead.rows[0].cells];
  const collator = new Intl.Collator(undefined, { numeric: true });

  function sort(head, direction) {
    delete table.dataset.sorted; /* rules between clusters belong to the first order */
    for (const other of heads) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", direction);
    const column = heads.indexOf(head);
    const sign = direction === "ascending" ? 1 : -1;
    const byName = !head.classList.contains("number");
    const key = (cell) => cell.dataset.sort ?? (byName ? cell.textContent.trim() : undefined);
    const rows = [...[body, ...more].flatMap((part) => [...part.rows])].map((row, place) => ({ row, place, key: key(row.cells[column]) }));
    rows.sort((a, b) => {
      /* What is not scored stays below, whichever way the column is sorted. */
      if (a.key === undefined || b.key === undefined) {
        return (a.key === undefined) - (b.key === undefined) || a.place - b.place;
      }
      const difference = byName ? collator.compare(a.key, b.key) : Number(a.key) - Number(b.key);
      return sign * difference || a.place - b.place;
    });
    body.append(...rows.map((item) => item.row));
    for (const other of more) other.remove(); /* rules stood between the bodies */
  }

  for (const head of heads) {
    const button = head.querySelector("button");
    if (!button) continue;
    button.addEventListener("click", () => {
      const first = head.dataset.first;
      const second = first === "ascending" ? "descending" : "ascending";
      sort(head, head.getAttribute("aria-sort") === first ? second : first);
    });
  }

  /* For rows that were drawn again: the order that was last asked for. */
  return function again() {
    const head = heads.find((other) => other.hasAttribute("aria-sort"));
    if (head) sort(head, head.getAttribute("aria-sort"));
  };
}
