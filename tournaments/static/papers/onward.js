// A PDF that is ready is opened once. A browser that saves it stays at the page, which leads there.
document.addEventListener("htmx:after:swap", () => {
  const { onward } = document.getElementById("waiting").dataset;
  if (onward) location.assign(onward);
});
