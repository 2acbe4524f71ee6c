// Parts that refresh themselves ([data-live]) rest while nobody looks, and a request that fails is
// said in the sentence with the id "lost"; htmx does the asking.
const isLive = (element) => element.matches?.("[data-live]");

const lost = (isLost) => {
  const sentence = document.getElementById("lost");
  if (sentence) sentence.hidden = !isLost;
};

document.addEventListener("htmx:before:request", (event) => {
  if (document.hidden && isLive(event.target)) event.preventDefault();
});

document.addEventListener("htmx:after:request", (event) => {
  lost(event.detail.ctx.response.status >= 400);
});

document.addEventListener("htmx:error", () => lost(true));

document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  for (const part of document.querySelectorAll("[data-live]")) {
    part.dispatchEvent(new Event("live:wake"));
  }
});

// Print the page: what a browser can, the buttons marked with [data-print] offer.
addEventListener("DOMContentLoaded", () => {
  for (const button of document.querySelectorAll("[data-print]")) {
    button.hidden = false;
    button.addEventListener("click", () => print());
  }
});

// Minutes and seconds that are left until the time in [data-until], by the server's clock.
let ahead = 0; // of this machine's clock before it; milliseconds
let asked = false;

const ask = async () => {
  asked = true;
  const answer = await fetch("/health/live/", { cache: "no-store" }).catch(() => null);
  const date = answer?.headers.get("date");
  if (date) ahead = Date.now() - new Date(date);
};

const tick = () => {
  for (const timer of document.querySelectorAll("[data-until]")) {
    if (!asked) ask().then(tick);
    const until = new Date(timer.dataset.until) - Date.now() + ahead;
    const left = Math.max(0, Math.round(until / 1000));
    timer.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  }
};

addEventListener("DOMContentLoaded", tick);
setInterval(tick, 1000);
