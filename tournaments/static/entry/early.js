// Before the sheet can take keys, it is seen: what is typed then waits here, is shown at the foot,
// and goes into the first open line with the sheet's first moment.
(() => {
  const KEYS = /^[\p{L}\p{N}+\-*/:=.,]$/u; // all of which results are made, a tout's dot too
  const FIELDS = "input:not([readonly]), textarea, select, [contenteditable]";
  let typed = "";

  function collect(event) {
    const { key, target } = event;
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    if (target.closest?.(FIELDS)) return;
    if (KEYS.test(key)) typed += key;
    else if (key === "Backspace") typed = typed.slice(0, -1);
    else return;
    event.preventDefault(); // nor does it reach a field that gets the cursor meanwhile
    const foot = document.querySelector("[data-status]");
    if (foot) foot.textContent = typed;
  }

  addEventListener("keydown", collect, true);
  /** What was typed; from now on the sheet takes the keys. */
  globalThis.typedEarly = () => {
    removeEventListener("keydown", collect, true);
    return typed;
  };
})();
