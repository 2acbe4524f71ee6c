/* A player's own page: what a dot says is read as soon as it is reached, and an address that leads to
   a deal opens the ten in which it lies. Without this the dots are links, and say the same. */

"use strict";

for (const course of document.querySelectorAll("[data-course]")) {
  const read = (link) => {
    course.dataset.told = "";
    for (const told of course.querySelectorAll(".told")) {
      told.classList.toggle("told--read", `#${told.id}` === link.getAttribute("href"));
    }
  };
  for (const link of course.querySelectorAll("svg a")) {
    link.addEventListener("focus", () => read(link));
    link.addEventListener("click", (event) => {
      event.preventDefault();
      read(link);
    });
  }
}

const unfold = () => {
  const deal = document.getElementById(location.hash.slice(1));
  const fold = deal && deal.closest("details.fold");
  if (fold && !fold.open) {
    fold.open = true;
    deal.scrollIntoView();
  }
};
addEventListener("hashchange", unfold);
unfold();
