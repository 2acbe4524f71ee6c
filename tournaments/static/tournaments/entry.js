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

const sentences = (complaints) => complaints.map((complaint) => complaint.message).join(" ");

/** The parts of the page, and what they tell each other. */
class EntryPage {
  async start() {
    this.sheet = new Sheet(document.querySelector("[data-entry]"), words);
    this.queue = await Queue.load();
    const grammar = new Grammar(data.grammar);
    const { sheet, queue } = this;
    const first = await this.firstSheet();
    this.book = new Book({ sheet: first, grammar, queue, table, card: data.card });
    const { book } = this;
    this.desk = new Desk({ book, queue, sheet, grammar, words, url: data.results_url });
    this.sender = new Sender({ queue, csrfCookie: data.csrf_cookie, on: this });
    this.desk.send = () => {
      this.drawBar();
      this.sender.send();
    };
    this.desk.start();
    this.drawBar();
    this.sender.start();
    document.addEventListener("visibilitychange", () => document.hidden || this.reload());
    addEventListener("beforeunload", (event) => {
      if (!queue.keeps && queue.waiting().length) event.preventDefault();
    });
  }

  async firstSheet() {
    for (;;) {
      const found = await fetchSheet(data.sheet_url);
      if (found) return found;
      this.sheet.show("trouble", words.no_sheet);
      await new Promise((resolve) => {
        setTimeout(resolve, RETRY);
      });
    }
  }

  async reload() {
    const fresh = await fetchSheet(data.sheet_url);
    // An answer that was overtaken on its way is older than what stands here.
    const known = this.book.sheet;
    if (!fresh || (fresh.epoch === known.epoch && fresh.version < known.version)) return;
    this.book.take(fresh);
    this.desk.draw();
  }

  // --- what the sender tells ------------------------------------------------------------

  stored(entry, answer) {
    if (entry.table !== table) return;
    this.book.takeAnswer(answer);
    if (this.book.drifted()) this.reload();
  }

  stale(mine, answer) {
    if (mine.table !== table) return;
    this.book.takeLine(answer.current);
    const agreed = !mine.withdrawn && this.book.same(mine.line, answer.current.line);
    if (agreed) this.queue.remove(mine);
    else this.desk.complain(mine.deal, fill(words.stale, { deal: mine.deal }));
  }

  refused(entry, complaints) {
    if (entry.table !== table || entry.state !== "refused") return;
    this.desk.refill(entry);
    this.sheet.alert(fill(words.refused, { deal: entry.deal, why: sentences(complaints) }));
  }

  changed() {
    this.desk.redraw();
    this.drawBar();
  }

  // --- the bar at the foot --------------------------------------------------------------

  drawBar() {
    const held = this.queue.of(table).find((entry) => entry.state !== "waiting");
    this.sheet.drawBar({
      waiting: this.queue.waiting().length,
      held: held?.deal ?? null,
      trouble: this.trouble(),
      login: this.sender.closed.has(table),
      full: this.book.firstOpen() === null,
    });
  }

  /** Why nothing is sent, if something waits and nothing is. */
  trouble() {
    const { queue, sender } = this;
    if (!queue.keeps) return words.not_kept;
    if (!sender.reachable && queue.waiting().length) return words.offline;
    if (sender.closed.has(table)) return fill(words.closed, { why: sender.closed.get(table) });
    return "";
  }
}

new EntryPage().start();
