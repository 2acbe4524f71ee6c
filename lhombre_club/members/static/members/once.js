// A page that one goes back to may be fetched anew: its forms get the mark again that they had,
// so that what was stored from here is known to have been stored.
const marks = () => document.querySelectorAll("input[name=once]");

addEventListener("DOMContentLoaded", () => {
  const had = history.state?.once;
  const mark = had ?? marks()[0]?.value;
  if (!mark) return;
  for (const field of marks()) field.value = mark;
  if (!had) history.replaceState({ ...history.state, once: mark }, "");
});
