// The deals of a sheet: the names above its columns, shorter ones where the phone has no room for a
// word, and which deals lie open.

import { Fitting } from "./fitting.js";
import { shortened } from "./names.js";

const fitting = new Fitting(document.body);
for (const row of document.querySelectorAll(".recap thead tr")) {
  const nodes = [...row.querySelectorAll("[data-name]")];
  const levels = shortened(nodes.map(({ textContent }) => textContent));
  nodes.forEach((node, place) => fitting.put(node, levels.map((names) => names[place])));
}

/** The deals that an address or a refused form leads to do not lie folded. */
function unfold() {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const refused = document.querySelector(".recap .protest[open]");
  for (const node of [named, refused]) {
    const block = node?.closest(".recap-block");
    if (!block || block.open) continue;
    block.open = true;
    node.scrollIntoView();
  }
}

unfold();
addEventListener("hashchange", unfold);
