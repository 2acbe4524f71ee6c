// Who is here, and what the event is called, are those of the day that is chosen. A name that
// somebody wrote stays. Without this script the page says so when it is sent.
const form = document.querySelector("form[data-proposed]");

async function follow() {
  const { date, name } = form.elements;
  const wanted = new URL(location);
  wanted.searchParams.set("date", date.value);
  const answer = await fetch(wanted);
  if (!answer.ok || wanted.searchParams.get("date") !== date.value) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const parts = page.querySelectorAll("[data-of-day]");
  document.querySelectorAll("[data-of-day]").forEach((part, at) => part.replaceWith(parts[at]));
  const { proposed } = page.querySelector("form[data-proposed]").dataset;
  if (name.value === form.dataset.proposed) name.value = proposed;
  form.dataset.proposed = proposed;
}

/** Another beginning fills the form in anew, but for the day and for a name that somebody wrote. */
function keep({ currentTarget: link }) {
  const { date, name } = form.elements;
  const wanted = new URL(link.href);
  wanted.searchParams.set("date", date.value);
  if (name.value !== form.dataset.proposed) wanted.searchParams.set("name", name.value);
  link.href = wanted;
}

/** A season that was begun beside this page can be chosen; whatever is typed here stays. */
async function offerSeasons() {
  const answer = await fetch(location);
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const { season } = form.elements;
  const chosen = season.value;
  season.replaceChildren(...page.querySelector("select[name=season]").options);
  season.value = chosen;
}

document
  .querySelector("[data-begin-season]")
  ?.addEventListener("click", () => window.addEventListener("focus", offerSeasons));
form?.elements.date.addEventListener("change", follow);
for (const link of document.querySelectorAll("[data-begins] a")) link.addEventListener("click", keep);
