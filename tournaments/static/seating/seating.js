// Two players change places by dragging one onto the other; the page offers the same by two links.
// A mouse drags the name, a finger the grip beside it, so that the page still scrolls.
// While one is held over another, the cost of the swap stands beside the pointer; letting go opens
// the page that asks before anything is done.
const FAR = 8; // pixels that the pointer moves before a press is a drag
const page = document.querySelector("[data-swap]");
const said = new Map();
let held = null;

const chairAt = (event) =>
  document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-chair]") ?? null;

const fits = (chair) =>
  chair && chair !== held.chair && chair.dataset.round === held.chair.dataset.round;

const pair = (chair) =>
  new URLSearchParams({
    round: chair.dataset.round,
    one: held.chair.dataset.chair,
    other: chair.dataset.chair,
  });

const ask = (query) => {
  const key = query.toString();
  if (!said.has(key)) {
    const answer = fetch(`${page.dataset.swap}?${key}`).then((found) => (found.ok ? found.text() : ""));
    said.set(key, answer.catch(() => ""));
  }
  return said.get(key);
};

const begin = (event) => {
  const label = document.createElement("p");
  label.className = "held";
  label.textContent = held.name;
  document.body.append(label);
  held.label = label;
  held.chair.classList.add("chair--held");
  held.chair.setPointerCapture?.(event.pointerId);
};

const over = async (chair) => {
  held.over?.classList.remove("chair--over");
  held.over = chair;
  held.label.textContent = held.name;
  if (!chair) return;
  chair.classList.add("chair--over");
  const mine = held;
  const cost = await ask(pair(chair));
  if (held === mine && held.over === chair && cost) held.label.textContent = cost;
};

const end = () => {
  held?.label?.remove();
  held?.over?.classList.remove("chair--over");
  held?.chair.classList.remove("chair--held");
  held = null;
};

const press = (event) => {
  const chair = event.target.closest?.("[data-chair]");
  const grip = event.target.closest?.(".chair__grip");
  if (!chair || event.button !== 0 || (event.pointerType !== "mouse" && !grip)) return;
  held = { chair, name: chair.dataset.name, x: event.clientX, y: event.clientY };
};

const move = (event) => {
  if (!held) return;
  if (!held.label) {
    if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < FAR) return;
    begin(event);
  }
  held.label.style.translate = `${event.clientX}px ${event.clientY}px`;
  const chair = chairAt(event);
  const target = fits(chair) ? chair : null;
  if (target !== held.over) over(target);
};

const release = () => {
  if (!held?.label) {
    held = null;
    return;
  }
  // The click that follows belongs to the drag; where none follows, the next one is wanted.
  const swallow = (event) => event.preventDefault();
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }));
  const target = held.over && `${location.pathname}?${pair(held.over)}#swap`;
  end();
  if (target) location.assign(target);
};

if (page) {
  for (const chair of page.querySelectorAll("[data-chair]")) {
    const grip = document.createElement("span");
    grip.className = "chair__grip";
    grip.setAttribute("aria-hidden", "true");
    chair.append(grip);
  }
  page.addEventListener("dragstart", (event) => event.preventDefault());
  page.addEventListener("pointerdown", press);
  addEventListener("pointermove", move);
  addEventListener("pointerup", release);
  addEventListener("pointercancel", end);
  addEventListener("keydown", (event) => event.key === "Escape" && end());
}
