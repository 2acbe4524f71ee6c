// On the page of an event: tells which deals of its tables this browser holds and has not sent.

import { fill } from "./keys.js";
import { Queue, countDeals } from "./queue.js";

const { words, tables } = JSON.parse(document.getElementById("entry-unsent").textContent);
const place = document.querySelector("[data-unsent]");

/** A sentence that leads to the sheet; null where nothing of the table waits. */
function told({ key, round, table, url }, queue) {
  const count = countDeals(queue.of(key));
  if (!count) return null;
  const notice = document.createElement("p");
  const link = document.createElement("a");
  notice.className = "notice";
  link.href = url;
  link.textContent = fill(count === 1 ? words.one : words.more, { count, round, table });
  notice.append(link);
  return notice;
}

async function look() {
  const queue = await Queue.load();
  const draw = () => place.replaceChildren(...tables.map((each) => told(each, queue)).filter(Boolean));
  queue.dealtWith = draw;
  draw();
}

look();
// The browser may show the page as it was left, before anything was entered.
addEventListener("pageshow", ({ persisted }) => persisted && look());
