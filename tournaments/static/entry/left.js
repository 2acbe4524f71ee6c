// A page of a table that takes no deals: sends what this browser still holds, and says who has it.

import { Queue } from "./queue.js";
import { Sender } from "./sender.js";
import { waitingWords } from "./waiting.js";

const { words, csrf_cookie: csrfCookie, table, epoch } = JSON.parse(
  document.getElementById("entry-left").textContent,
);
const part = (name) => document.querySelector(`[data-${name}]`);
const queue = await Queue.load();

function draw() {
  const says = waitingWords(queue.waiting(), words);
  part("waiting").hidden = !says;
  part("waiting").textContent = says;
  // Once it was said it stays: what they became is told below.
  if (says && part("keeps-here")) part("keeps-here").hidden = false;
}

function say(text) {
  part("said").hidden = !text;
  part("said").textContent = text ?? "";
}

// What is refused or overtaken again, at a table that takes deals, waits until that is opened.
const on = {
  stored() {},
  stale() {},
  refused() {},
  received: (_entry, answer) => say(answer.message),
  changed: draw,
};
queue.dealtWith = draw;
// Two have entered different things, and the table was closed before it was decided: nobody can
// decide it here, so the director gets it.
queue.sendHeld();
if (epoch) queue.offerAgain(table, epoch);
draw();
new Sender({ queue, csrfCookie, on }).start();
