// Of all rule sets the page shows what can be chosen in the one that is chosen. Without this script
// all of them stand there, each by its name, and the server reads that one alone.
for (const select of document.querySelectorAll("select[name=ruleset]")) {
  const groups = select.form.querySelectorAll("[data-options-of]");
  const show = () => {
    for (const group of groups) group.hidden = group.dataset.optionsOf !== select.value;
  };
  select.addEventListener("change", show);
  show();
}
