// The room's screen: one page at a time where there is room for it, and it does not go dark.
const shown = document.querySelector("[data-screen]");
const bar = document.querySelector("[data-screen-bar]");
const large = matchMedia("(min-width: 60rem) and (min-height: 34rem)");
const ahead = Date.now() / 1000 - shown.dataset.screen; // of this machine's clock before the server's
let at = 0;

// How long the page that is shown rests comes with it; the bar takes as long.
const show = () => {
  const pages = [...shown.querySelectorAll(".screen__page")];
  at %= Math.max(1, pages.length);
  pages.forEach((page, number) => {
    page.hidden = large.matches && number !== at;
  });
  bar.hidden = !large.matches || pages.length < 2;
  const rests = Number(pages[at]?.dataset.rests ?? 12_000);
  for (const { effect } of bar.getAnimations()) effect.updateTiming({ duration: rests });
  return rests;
};

const turn = () => {
  at += 1;
  setTimeout(turn, show());
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
setInterval(tick, 1000);
setTimeout(turn, show());
tick();
stayAwake();
