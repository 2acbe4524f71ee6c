// What was typed is still there when the page comes back in another language.
const PLACE = "typed";
const fields = () => [
  ...document.querySelectorAll("main :is(input, select, textarea)[name]"),
].filter((field) => !["hidden", "password", "file", "submit"].includes(field.type));
const ticked = (field) => ["checkbox", "radio"].includes(field.type);

document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-keeps-typed]")) return;
  const typed = fields().map((field) => (ticked(field) ? field.checked : field.value));
  sessionStorage.setItem(PLACE, JSON.stringify({ path: location.pathname, typed }));
});

addEventListener("DOMContentLoaded", () => {
  const kept = JSON.parse(sessionStorage.getItem(PLACE) ?? "null");
  sessionStorage.removeItem(PLACE);
  const here = fields();
  if (kept?.path !== location.pathname || kept.typed.length !== here.length) return;
  here.forEach((field, at) => {
    if (ticked(field)) field.checked = kept.typed[at];
    else field.value = kept.typed[at];
  });
});
