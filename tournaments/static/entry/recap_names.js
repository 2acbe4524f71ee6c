// The names above the columns of a sheet: shorter ones where the phone has no room for a word.

import { Fitting } from "./fitting.js";
import { shortened } from "./names.js";

const fitting = new Fitting(document.body);
for (const row of document.querySelectorAll(".recap thead tr")) {
  const nodes = [...row.querySelectorAll("[data-name]")];
  const levels = shortened(nodes.map(({ textContent }) => textContent));
  nodes.forEach((node, place) => fitting.put(node, levels.map((names) => names[place])));
}
