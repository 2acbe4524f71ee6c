// The deals of a sheet: the names above its columns, shorter ones where the phone has no room for a
// word, and which deals lie open.

import { Fitting } from "./fitting.js";
import { shortened } from "./names.js";

const fitting = new Fitting(document.body);
for (const row of document.querySelectorAll(".recap thead tr")) {
  const nodes = [...row.querySelectorAll("[data-name]")];
  fitting.putRow(nodes, shortened(nodes.map(({ textContent }) => textContent)));
}

/** The deals that an address leads to do not lie folded. */
function unfold() {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const block = named?.closest(".recap-block");
  if (!block || block.open) return;
  block.open = true;
  named.scrollIntoView();
}

unfold();
addEventListener("hashchange", unfold);
