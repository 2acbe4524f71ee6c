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
