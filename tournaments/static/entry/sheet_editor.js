// Who keeps the sheet, by keys or by taps: makes entries, decides between two, says what they are.

import { fill, signed } from "./keys.js";
import { isAlike, valueOf } from "./said.js";

/** "19:42" by the club's clock, as the server writes it: Danish browsers would write 19.42. */
const clock = (at, timeZone) =>
  new Date(at).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone });

export class SheetEditor {
  constructor({ book, queue, sheet, grammar, words, url }) {
    Object.assign(this, { book, queue, sheet, grammar, words, url });
    /** Deal → {text, bad}: what there is to say of a line until it is entered again. */
    this.notes = new Map();
    /** Set by the page: something new waits to be sent. */
    this.send = () => {};
  }

  /** Who deals and who cannot be declarer, for the sentences of the grammar. */
  seats(deal = this.current) {
    const { dealer } = this.book.stored(deal);
    return { dealer, sitters: this.book.sitters(deal), names: this.book.at(deal) };
  }

  // --- entries --------------------------------------------------------------------------

  add(what) {
    this.queue.add({
      table: this.book.table,
      url: this.url,
      base: this.book.base(what.deal),
      claimed_at: new Date().toISOString(),
      ...what,
    });
  }

  /** Take a word for a deal, `confirmed` if what is asked of it was answered; false where that is what stands there already. */
  take(deal, word, confirmed = false) {
    const before = this.book.view(deal);
    // The same again is no correction.
    if (before.filled && !before.held && this.book.same(before.keys, word)) return false;
    this.add({ deal, line: word, confirmed });
    return true;
  }

  /** Why the rules doubt a word, unless the server has asked about just this one before; else empty. */
  doubt(deal, word) {
    const { passed } = this.grammar.word(word) ?? {};
    const isAsked = this.book.same(this.held(deal, "refused")?.line, word);
    return passed && !isAsked ? this.book.card.passed_doubt : "";
  }

  held(deal, state) {
    return this.queue.of(this.book.table, deal).find((entry) => entry.state === state);
  }

  /** The first deal of this table that somebody has to look at; null if none. */
  firstHeld() {
    const { queue, book } = this;
    return queue.of(book.table).find((entry) => entry.state !== "waiting")?.deal ?? null;
  }

  /** Decide between two values: keep theirs, or write mine as a new version upon theirs. */
  decide(deal, useMine) {
    const mine = this.held(deal, "stale");
    const said = { line: mine.line, confirmed: mine.confirmed };
    if (useMine) this.add({ deal, ...(mine.withdrawn ? { withdrawn: true } : said) });
    else this.queue.remove(mine);
    this.notes.delete(deal);
    this.sheet.status(this.telling(deal));
    this.goToOpen();
    this.send();
  }

  // --- what the server says -------------------------------------------------------------

  /** The server has not stored what was entered; a keyboard goes on where it is. */
  returned(deal, text) {
    this.notes.delete(deal);
    this.sheet.alert(text, deal);
  }

  /** Why nothing is entered here any more, or null: a keyboard may go on, what it types is kept. */
  end() {}

  // --- saying ---------------------------------------------------------------------------

  complain(deal, text) {
    this.notes.set(deal, { text, bad: true });
    this.sheet.alert(text, deal);
  }

  /** "Agnes, solo, won, +6" */
  what(view) {
    const { said } = view;
    if (!view.filled) return this.words.nothing;
    const points = this.worth(view);
    if (!said) return points;
    return [said.who, said.game, said.how, points].filter(Boolean).join(", ");
  }

  /** The value of a deal as it is said; nothing where all passed and nobody pays for it. */
  points(view) {
    const value = valueOf(view);
    return value === null || (!value && view.said?.seat === undefined) ? "" : signed(value, "+");
  }

  /** The same, and that each pays it where several do. */
  value(view) {
    const points = this.points(view);
    return points && isAlike(view) ? fill(this.words.each, { points }) : points;
  }

  /** What filled the pot before the deal, which is no part of its value. */
  ante(view) {
    return view.filled && view.ante ? fill(this.words.anted, { points: view.ante }) : "";
  }

  /** Value and ante: "+6, after an ante of 2 each". */
  worth(view) {
    return [this.value(view), this.ante(view)].filter(Boolean).join(", ");
  }

  /** What stands in the columns of a deal: who, game, how and value. */
  written(line) {
    const said = this.book.said(line.keys, this.book.at(line.deal, this.sheet.people));
    const how = [said?.how, this.ante(line)].filter(Boolean).join(", ");
    return { ...said, how, value: line.filled ? this.value(line) : "" };
  }

  /** "Agnes, solo, won": what keys say. */
  says(keys, deal = this.current) {
    const { who, game, how } = this.book.said(keys, this.book.at(deal));
    return [who, game, how].filter(Boolean).join(", ");
  }

  /**
   * Who deals, and who holds no cards: nobody, one, or two of five. In pairs that is not who sat
   * out in the end.
   */
  dealing(line, names = this.book.at(line.deal)) {
    const sentence = [this.words.deals_only, this.words.deals][line.sitters.length];
    const sitter = line.sitters.map((seat) => names[seat]).join(", ");
    return fill(sentence ?? this.words.deals_two, { dealer: names[line.dealer], sitter });
  }

  telling(deal) {
    return fill(this.words.told, { deal, what: this.what(this.book.view(deal)) });
  }

  /** Why the held entry of a line was refused. */
  why(line) {
    return line.held.complaints.map((complaint) => complaint.message).join(" ");
  }

  /** Who entered it and when: "Agnes, 19:42" */
  by(who, at) {
    return fill(this.words.by, { who, at: at ? clock(at, this.book.card.zone) : "" });
  }

  /** What two have entered for one line, who and when: {theirs, who, mine, own}, as words. */
  quarrel(line) {
    const { stored, held } = line;
    const { lease } = this.book.sheet;
    const mine = { ...line, ...this.book.foresee(held, line.sitters) };
    const people = this.book.at(line.deal);
    mine.said = this.book.said(mine.keys, people);
    const theirs = {
      filled: stored.changes !== null,
      changes: stored.changes,
      said: this.book.said(stored.line, people),
      stored,
    };
    return {
      theirs: this.what(theirs),
      who: this.other(stored),
      mine: this.what(mine),
      own: this.by((lease?.mine && this.person(lease.name)) || this.words[this.here], held.claimed_at),
    };
  }

  /** What the device is called on which this is shown. */
  get here() {
    return "this_device";
  }

  /** A name, and not what a device is called of which nobody has said whose it is. */
  person(name) {
    const { a_device: device, a_iphone: iphone, a_android: android } = this.words;
    return name && ![device, iphone, android].includes(name) ? name : "";
  }

  /** Who entered what others have stored, and when. */
  other({ entered_by: name, at }) {
    return this.by(this.person(name) || this.words.other_phone, at);
  }
}
