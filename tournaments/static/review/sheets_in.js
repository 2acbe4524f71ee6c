// A scanner types faster than a server answers: what it typed is sent in turn, and the field is
// free for the next sheet at once. Without this script the page works by itself.
const field = document.getElementById("sheets-code");

const show = (page) => {
  for (const id of ["sheets-said", "sheets-now"]) {
    const part = page.getElementById(id);
    if (part) document.getElementById(id).replaceChildren(...part.childNodes);
  }
};

const notReceived = (code) => {
  const said = document.createElement("p");
  said.className = "notice notice--bad sheets__said";
  said.textContent = [field.form.dataset.lost, code].filter(Boolean).join(" ");
  document.getElementById("sheets-said").replaceChildren(said);
};

const send = async (address, body) => {
  try {
    const answer = await fetch(address, { method: "POST", body, headers: { "X-Part": "1" } });
    if (!answer.ok) throw new Error(answer.status);
    show(new DOMParser().parseFromString(await answer.text(), "text/html"));
  } catch {
    notReceived(body.get("code"));
  }
};

let turn = Promise.resolve();

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-sheets]")) return;
  event.preventDefault();
  const body = new FormData(form);
  if (event.submitter?.name) body.set(event.submitter.name, event.submitter.value);
  const typed = form.contains(field);
  if (typed) field.value = "";
  // Where a finger taps, the field would only call the keyboard up.
  if (typed || !matchMedia("(pointer: coarse)").matches) field.focus({ preventScroll: !typed });
  turn = turn.then(() => send(form.action, body));
});
