// The entry page of one table: puts the parts together and keeps them in step.

import { Book } from "./entry_book.js";
import { Desk } from "./entry_desk.js";
import { Grammar, fill } from "./entry_keys.js";
import { Queue } from "./entry_queue.js";
import { Sender, fetchSheet } from "./entry_sender.js";
import { Sheet } from "./entry_sheet.js";

const RETRY = 2000; // milliseconds

const data = JSON.parse(document.getElementById("entry-data").textContent);
const { words, table } = data;

async function firstSheet(sheet) {
  for (;;) {
    const found = await fetchSheet(data.sheet_url);
    if (found) return found;
    sheet.show("trouble", words.no_sheet);
    await new Promise((resolve) => {
      setTimeout(resolve, RETRY);
    });
  }
}

/** Why nothing is sent, if something waits and nothing is. */
function trouble(queue, sender) {
  if (!queue.keeps) return words.not_kept;
  if (!sender.reachable && queue.waiting().length) return words.offline;
  if (sender.closed.has(table)) return fill(words.closed, { why: sender.closed.get(table) });
  return "";
}

async function start() {
  const sheet = new Sheet(document.querySelector("[data-entry]"), words);
  const queue = await Queue.load();
  const grammar = new Grammar(data.grammar);
  const found = await firstSheet(sheet);
  const book = new Book({ sheet: found, grammar, queue, table, card: data.card });
  const desk = new Desk({ book, queue, sheet, grammar, words, url: data.results_url });

  async function reload() {
    const fresh = await fetchSheet(data.sheet_url);
    // An answer that was overtaken on its way is older than what stands here.
    const older = fresh?.epoch === book.sheet.epoch && fresh.version < book.sheet.version;
    if (!fresh || older) return;
    book.take(fresh);
    desk.draw();
  }

  function drawBar() {
    const held = queue.of(table).find((entry) => entry.state !== "waiting");
    sheet.drawBar({
      waiting: queue.waiting().length,
      held: held?.deal ?? null,
      trouble: trouble(queue, sender),
      login: sender.closed.has(table),
      full: book.firstOpen() === null,
    });
  }

  const on = {
    stored(entry, answer) {
      if (entry.table !== table) return;
      book.takeAnswer(answer);
      if (book.drifted()) reload();
    },
    stale(mine, answer) {
      if (mine.table !== table) return;
      book.takeLine(answer.current);
      if (!mine.withdrawn && book.same(mine.line, answer.current.line)) queue.remove(mine);
      else desk.complain(mine.deal, fill(words.stale, { deal: mine.deal }));
    },
    refused(entry, complaints) {
      if (entry.table !== table || entry.state !== "refused") return;
      desk.refill(entry);
      const why = complaints.map((complaint) => complaint.message).join(" ");
      sheet.alert(fill(words.refused, { deal: entry.deal, why }));
    },
    changed() {
      desk.redraw();
      drawBar();
    },
  };
  const sender = new Sender({ queue, csrfCookie: data.csrf_cookie, on });
  desk.send = () => {
    drawBar();
    sender.send();
  };
  desk.start();
  drawBar();
  sender.start();
  addEventListener("beforeunload", (event) => {
    if (!queue.keeps && queue.waiting().length) event.preventDefault();
  });
  document.addEventListener("visibilitychange", () => document.hidden || reload());
}

start();
