// What was typed and is not stored is not left behind without asking: the matches are drawn from
// what is stored.
const form = document.querySelector("[data-unstored]");
let changed = Boolean(form?.querySelector(".field--bad"));
let sent = false;

form?.addEventListener("input", () => (changed = true));
form?.addEventListener("submit", () => (sent = true));
addEventListener("pageshow", () => (sent = false));
addEventListener("beforeunload", (event) => {
  if (changed && !sent) event.preventDefault();
});
