// The room's screen: one page at a time where there is room for it, and it does not go dark.
const SECONDS = 12; // as long as the bar takes
const shown = document.querySelector("[data-screen]");
const bar = document.querySelector("[data-screen-bar]");
const large = matchMedia("(min-width: 60rem) and (min-height: 34rem)");
const ahead = Date.now() / 1000 - shown.dataset.screen; // of this machine's clock before the server's
let at = 0;

const show = () => {
  const pages = [...shown.querySelectorAll(".screen__page")];
  at %= Math.max(1, pages.length);
  pages.forEach((page, number) => {
    page.hidden = large.matches && number !== at;
  });
  bar.hidden = !large.matches || pages.length < 2;
};

const turn = () => {
  at += 1;
  show();
  for (const animation of bar.getAnimations()) animation.currentTime = 0;
};

const tick = () => {
  for (const clock of shown.querySelectorAll("[data-ends]")) {
    const left = Math.max(0, Math.ceil(clock.dataset.ends - Date.now() / 1000 + ahead));
    const seconds = String(left % 60).padStart(2, "0");
    clock.textContent = left ? `${Math.floor(left / 60)}:${seconds}` : clock.dataset.up;
  }
};

// A screen that is looked at from afar is never touched.
const stayAwake = () => {
  if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {});
};

document.addEventListener("htmx:after:swap", () => {
  show();
  tick();
});
document.addEventListener("visibilitychange", stayAwake);
large.addEventListener("change", show);
setInterval(turn, SECONDS * 1000);
setInterval(tick, 1000);
show();
tick();
stayAwake();
