// What every entry page has, at a desk or on a phone: what waits to be sent, the sheet as it
// stands, the sending, and what these tell each other.

import { Book } from "./entry_book.js";
import { Grammar, fill } from "./entry_keys.js";
import { Queue } from "./entry_queue.js";
import { RETRY, Sender, fetchSheet } from "./entry_sender.js";

const FRESH = 60000; // milliseconds after which a page that is looked at asks what others did

const sentences = (complaints) => complaints.map((complaint) => complaint.message).join(" ");

export class EntryPage {
  /** `sheet` shows; `Desk` is the class of what makes entries out of keys or taps. */
  constructor({ data, sheet, Desk }) {
    Object.assign(this, { data, sheet, Desk, words: data.words, table: data.table });
  }

  async start() {
    const { data, sheet, words, table } = this;
    const queue = await Queue.load();
    this.queue = queue;
    const grammar = new Grammar(data.grammar);
    const first = await this.firstSheet();
    const book = new Book({ sheet: first, grammar, queue, table, card: data.card });
    this.book = book;
    this.desk = new this.Desk({ book, queue, sheet, grammar, words, url: data.results_url });
    this.sender = new Sender({ queue, csrfCookie: data.csrf_cookie, on: this });
    this.desk.send = () => {
      this.drawBar();
      this.sender.send();
    };
    this.desk.start();
    queue.dealtWith = (done) => this.elsewhere(done);
    queue.offerAgain(table, first.epoch);
    this.drawBar();
    this.sender.start();
    document.addEventListener("visibilitychange", () => document.hidden || this.reload());
    setInterval(() => document.hidden || this.reload(), FRESH);
    addEventListener("beforeunload", (event) => {
      if (!queue.keeps && queue.waiting().length) event.preventDefault();
    });
  }

  async firstSheet() {
    for (;;) {
      const found = await fetchSheet(this.data.sheet_url);
      if (found) return found;
      this.sheet.show("trouble", this.words.no_sheet);
      await new Promise((resolve) => {
        setTimeout(resolve, RETRY);
      });
    }
  }

  async reload() {
    const fresh = await fetchSheet(this.data.sheet_url);
    // An answer that was overtaken on its way is older than what stands here.
    const known = this.book.sheet;
    if (!fresh || (fresh.epoch === known.epoch && fresh.version < known.version)) return;
    this.book.take(fresh);
    this.desk.draw();
    if (this.queue.offerAgain(this.table, fresh.epoch)) this.desk.send();
  }

  /** Another tab has dealt with these entries. */
  elsewhere(done) {
    const here = done.filter((entry) => entry.table === this.table);
    for (const entry of here) this.desk.forget(entry);
    this.changed();
    if (here.length) this.reload();
  }

  // --- what the sender tells ------------------------------------------------------------

  stored(entry, answer) {
    if (entry.table !== this.table) return;
    this.book.takeAnswer(answer);
    if (this.book.drifted()) this.reload();
  }

  /** No sheet takes it any more, and the director has it. */
  received(entry, answer) {
    if (entry.table === this.table) this.inTray = answer.message;
  }

  stale(mine, answer) {
    if (mine.table !== this.table) return;
    this.book.takeLine(answer.current);
    const agreed = !mine.withdrawn && this.book.same(mine.line, answer.current.line);
    if (agreed) this.queue.remove(mine);
    else this.desk.complain(mine.deal, fill(this.words.stale, { deal: mine.deal }));
  }

  refused(entry, complaints) {
    if (entry.table !== this.table || entry.state !== "refused") return;
    this.desk.refill(entry);
    this.sheet.alert(fill(this.words.refused, { deal: entry.deal, why: sentences(complaints) }));
  }

  changed() {
    this.desk.redraw();
    this.drawBar();
  }

  // --- the bar at the foot --------------------------------------------------------------

  drawBar() {
    const held = this.queue.of(this.table).find((entry) => entry.state !== "waiting");
    this.sheet.drawBar({
      waiting: this.queue.waiting().length,
      held: held?.deal ?? null,
      trouble: this.trouble(),
      login: this.sender.closed.has(this.table),
      full: this.book.firstOpen() === null,
    });
  }

  /** Why nothing is sent, if something waits and nothing is. */
  trouble() {
    const { queue, sender, words, table } = this;
    if (!queue.keeps) return words.not_kept;
    if (!sender.reachable && queue.waiting().length) return words.offline;
    if (sender.closed.has(table)) return fill(words.closed, { why: sender.closed.get(table) });
    return this.inTray ?? "";
  }
}
