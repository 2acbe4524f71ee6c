// Who keeps the table, asked again and again. It is all that the pages on which deals are entered
// fetch as HTML, so that they do without htmx, which weighs as much as a third of what they have.

const EVERY = 2000; // milliseconds
const PATIENCE = 10000;

const place = document.querySelector("[data-keeper]");
const asked = { cache: "no-cache", headers: { "HX-Request": "true" } };
let shown = null;
let waits = false;

const read = async () => {
  const answer = await fetch(place.dataset.keeper, { ...asked, signal: AbortSignal.timeout(PATIENCE) });
  return answer.ok ? answer.text() : null;
};

const ask = async () => {
  if (document.hidden || waits) return;
  waits = true;
  const says = await read().catch(() => null);
  waits = false;
  place.toggleAttribute("data-lost", says === null);
  if (says === null || says === shown) return;
  shown = says;
  place.innerHTML = says;
};

setInterval(ask, EVERY);
document.addEventListener("visibilitychange", ask);
