/* The page as a whole: tables, tracks as tabs, and copying. */
(function () {
  const panels = [...document.querySelectorAll("main > .track")];
  const tabs = [...document.querySelectorAll(".tabs a")];
  document.documentElement.classList.add("scripted");

  for (const table of document.querySelectorAll("table.leaderboard, .statistics table.sortable")) sortable(table);

  function open(place) {
    panels.forEach((panel, other) => panel.classList.toggle("current", other === place));
    tabs.forEach((tab, other) => {
      if (other === place) tab.setAttribute("aria-current", "true");
      else tab.removeAttribute("aria-current");
    });
  }

  /* "#track.<slug>", "#<section>.<slug>", or "#outputs.<slug>=<id of an instance>", whose browser finds it. */
  function follow() {
    const [section, id] = location.hash.slice(1).split("=");
    const target = document.getElementById(section);
    const place = target ? panels.indexOf(target.closest(".track")) : -1;
    /* What stands below the tracks has moved since the browser looked for it. */
    if (place < 0) return target?.scrollIntoView({ behavior: "instant" });
    const moved = !panels[place].classList.contains("current");
    open(place);
    if (moved && id === undefined && target !== panels[place]) target.scrollIntoView({ behavior: "instant" });
  }

  tabs.forEach((tab, place) => {
    tab.addEventListener("click", (event) => {
      event.preventDefault();
      open(place);
      history.replaceState(null, "", tab.getAttribute("href"));
    });
    tab.addEventListener("keydown", (event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!by) return;
      event.preventDefault();
      const next = tabs[(place + by + tabs.length) % tabs.length];
      next.focus();
      next.click();
    });
  });

  for (const button of document.querySelectorAll(".copy")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      const code = button.parentElement.querySelector("code");
      const done = () => {
        button.textContent = "Copied";
        setTimeout(() => (button.textContent = "Copy"), 1600);
      };
      /* Where the clipboard is refused, the text is selected and the reader copies it. */
      const select = () => getSelection().selectAllChildren(code);
      if (navigator.clipboard) navigator.clipboard.writeText(code.textContent).then(done, select);
      else select();
    });
  }

  if (panels.length) open(0);
  follow();
  addEventListener("hashchange", follow);
})();
