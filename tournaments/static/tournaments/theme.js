// Light, dark, or as the device: kept on this device. Runs before the page is drawn.
const root = document.documentElement;

const kept = () => {
  try {
    return localStorage.getItem("theme") || "auto";
  } catch {
    return "auto"; // storage is switched off; the device decides
  }
};

const show = (theme) => {
  root.classList.toggle("light", theme === "light");
  root.classList.toggle("dark", theme === "dark");
  for (const button of document.querySelectorAll("[data-theme]")) {
    button.setAttribute("aria-pressed", String(button.dataset.theme === theme));
  }
};

show(kept());
document.addEventListener("DOMContentLoaded", () => {
  for (const part of document.querySelectorAll("[data-theme-switch]")) part.hidden = false;
  for (const button of document.querySelectorAll("[data-theme]")) {
    button.addEventListener("click", () => {
      try {
        localStorage.setItem("theme", button.dataset.theme);
      } catch {
        // not kept, but shown
      }
      show(button.dataset.theme);
    });
  }
  show(kept());
});
