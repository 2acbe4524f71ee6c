// What every entry page has, at a desk or on a phone: what waits to be sent, the sheet as it
// stands, the sending, and what these tell each other.

import { Book } from "./book.js";
import { Held } from "./held.js";
import { Grammar, fill } from "./keys.js";
import { Queue, countDeals } from "./queue.js";
import { RETRY, Sender, fetchSheet } from "./sender.js";
import { waitingWords } from "./waiting.js";

const FRESH = 2500; // milliseconds after which a page that is looked at asks what others did

const ENDED = [401, 403, 404, 410]; // a link that was closed, a session that ended, a table that is gone

// The way in alone was closed: the sheet stands as it was seen last.
const WAY_IN_CLOSED = ["link_revoked", "link_expired", "device_barred"];

const sentences = (complaints) => complaints.map((complaint) => complaint.message).join(" ");

export class EntryPage {
  /** `sheet` shows; `Desk` is the class of what makes entries out of keys or taps. */
  constructor({ data, sheet, Desk }) {
    Object.assign(this, { data, sheet, Desk, words: data.words, table: data.table });
    /** Why this browser may not write here any more; null while it may. */
    this.ended = null;
    this.held = new Held(data);
  }

  async start() {
    const { data, sheet, words, table } = this;
    const queue = await Queue.load();
    this.queue = queue;
    const grammar = new Grammar(data.grammar);
    const first = await this.firstSheet();
    const book = new Book({ sheet: first, grammar, queue, table, card: data.card });
    this.book = book;
    this.held.keep(first);
    const rules = data.judging;
    this.desk = new this.Desk({ book, queue, sheet, grammar, words, rules, url: data.results_url });
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
      // What is kept is sent later, but the page itself may not come without a network.
      const isAway = !this.sender.reachable || !navigator.onLine;
      const isLost = !queue.keeps || (isAway && !this.held.holds);
      if (isLost && queue.waiting().length) event.preventDefault();
    });
    await this.held.start();
    this.drawBar();
  }

  async firstSheet() {
    for (;;) {
      const found = (await this.fetched()) ?? (await this.held.sheet());
      if (found) return found;
      this.sheet.show("trouble", this.ended ?? this.words.no_sheet);
      await new Promise((resolve) => {
        setTimeout(resolve, RETRY);
      });
    }
  }

  /** The sheet as the server has it; null if it cannot be had now. */
  async fetched() {
    const { status, body } = await fetchSheet(this.data.sheet_url);
    if (status === 200) {
      this.end(body.closed || null);
      return body;
    }
    if (!ENDED.includes(status)) return null;
    this.held.end();
    if (body.code) this.end(body.message, body.code); // and not a proxy's page
    return null;
  }

  /** Say at once that nothing is taken here any more, or, with null, that it is again. */
  end(why, code = "") {
    if (why === this.ended) return;
    this.ended = why;
    if (why === null) this.inTray = null;
    const isAllSent = !this.inTray && !this.queue.of(this.table).length;
    this.desk?.end(why, isAllSent && WAY_IN_CLOSED.includes(code));
    if (this.desk) this.drawBar();
  }

  async reload() {
    const fresh = await this.fetched();
    // An answer that was overtaken on its way is older than what stands here.
    const known = this.book.sheet;
    if (!fresh || (fresh.epoch === known.epoch && fresh.version < known.version)) return;
    const before = this.book.sheet.lines;
    this.book.take(fresh);
    this.held.keep(fresh);
    this.tell(before);
    this.desk.draw();
    this.drawBar();
    if (this.queue.offerAgain(this.table, fresh.epoch)) this.desk.send();
  }

  /** Tell of the newest deal that came from somewhere else. */
  tell(before) {
    const { queue, table, book } = this;
    const sent = new Set(queue.sent.map(({ id }) => id));
    const isNew = ({ id, deal }) => id && id !== before[deal - 1]?.id && !sent.has(id);
    const others = book.sheet.lines.filter((line) => isNew(line) && !queue.of(table, line.deal).length);
    if (others.length) this.desk.hear?.(others.at(-1).deal);
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
    this.held.keep(this.book.sheet);
    if (this.book.outrun) this.reload();
  }

  /** No sheet takes it any more, and the director has it. */
  received(entry, answer) {
    if (entry.table !== this.table) return;
    this.sheet.status(answer.message);
    if (!this.inTray) this.reload(); // the sheet itself says why
    this.inTray = answer.message;
  }

  stale(mine, answer) {
    if (mine.table !== this.table) return;
    this.book.takeOther(answer.current);
    if (this.book.outrun) this.reload();
    const agreed = !mine.withdrawn && this.book.same(mine.line, answer.current.line);
    if (agreed) this.queue.remove(mine);
    else this.returned(mine, fill(this.words.stale, { deal: mine.deal }));
  }

  refused(entry, complaints) {
    if (entry.table !== this.table || entry.state !== "refused") return;
    this.desk.refill(entry);
    const said = fill(this.words.not_stored, { deal: entry.deal });
    this.returned(entry, `${said} ${sentences(complaints)}`);
  }

  /** Who was told that it is entered hears that it is not. */
  returned({ deal }, text) {
    this.sheet.status(fill(this.words.not_stored, { deal }));
    this.desk.returned(deal, text);
  }

  changed() {
    this.desk.redraw();
    this.drawBar();
  }

  // --- the bar at the foot --------------------------------------------------------------

  drawBar() {
    const here = this.queue.of(this.table);
    const held = here.find((entry) => entry.state !== "waiting");
    this.sheet.drawBar({
      waiting: waitingWords(this.queue.waiting(), this.words),
      held: held?.deal ?? null,
      trouble: this.trouble(),
      ended: this.ended,
      login: (this.sender.closed.has(this.table) || this.ended !== null) && !this.book.sheet.closed,
      full: this.book.firstOpen() === null,
      unsent: countDeals(here),
    });
  }

  /** Why nothing is sent, if something waits and nothing is. */
  trouble() {
    const { queue, sender, words, table } = this;
    if (!queue.keeps) return words.not_kept;
    if (!sender.reachable && queue.waiting().length) {
      const [goOn, last] = this.held.holds
        ? [words.offline, words.offline_last]
        : [words.offline_stay, words.offline_last_stay];
      const says = this.book.firstOpen() === null ? last : goOn; // nothing is left to go on with
      return this.book.account().totals ? says : `${says} ${words.dots}`;
    }
    if (sender.closed.has(table)) return fill(words.closed, { why: sender.closed.get(table) });
    return this.inTray ?? "";
  }
}
