// The sheet as it stands: what the server has, with what waits to be sent laid over it.
//
// Points of unsent deals come from the server's own score card and are provisional; whatever
// the server answers takes their place.

import { say } from "./said.js";

/** Trump and tricks, which move no points, and that it was given up, which is a bet. */
const STATISTICS = /^[hrks]?[0-9]*g?$/;

export class Book {
  constructor({ sheet, grammar, queue, table, card }) {
    Object.assign(this, { grammar, queue, table, card });
    this.take(sheet);
  }

  /** Take the whole sheet from the server. */
  take(sheet) {
    this.sheet = sheet;
    /** Something has come of a state of the sheet that is newer than the rest. */
    this.outrun = false;
    this.names = sheet.seats.map((seat) => seat.name);
  }

  /** Who plays a deal, null: the round; by the names `people` who plays the whole of it. */
  at(deal, people = this.names) {
    return this.sheet.seats.map(({ player, substitute, substitute_from: since }, seat) => {
      if (deal === null || !substitute || since === 1) return people[seat];
      return deal < since ? player : substitute;
    });
  }

  /** Take the answer to a stored result: a line, and the totals where nothing else waits. */
  takeAnswer({ line, also, opening, totals, version, epoch }) {
    for (const each of [line, ...also]) this.takeLine(each);
    Object.assign(this.sheet, { opening, totals, version, epoch });
    this.outrun = this.drifted();
  }

  /** Take a line that somebody else has stored: antes and pot may be others by now as well. */
  takeOther(line) {
    this.takeLine(line);
    this.outrun = this.card.needs_pot;
  }

  takeLine(line) {
    this.sheet.lines[line.deal - 1] = line;
  }

  get deals() {
    return this.sheet.lines.length;
  }

  stored(deal) {
    return this.sheet.lines[deal - 1];
  }

  /** The revision that a new entry for this deal is based on, counting what is on its way. */
  base(deal) {
    const onTheWay = this.queue.of(this.table, deal).filter((entry) => entry.state === "waiting");
    const { id, revision } = this.stored(deal);
    // One whose answer was lost is stored already: only those behind it will count on.
    const behind = onTheWay.slice(1 + onTheWay.findIndex((entry) => entry.id === id));
    return revision + behind.length;
  }

  /** Who holds no cards in this deal; a table of three has nobody. */
  sitters(deal) {
    return this.card.idle[this.stored(deal).dealer];
  }

  /** One line as it is to be shown. */
  view(deal) {
    const stored = this.stored(deal);
    const own = this.queue.of(this.table, deal);
    const entry = own.findLast((each) => each.state === "waiting") ?? null;
    const held = own.find((each) => each.state !== "waiting") ?? null;
    const view = {
      deal,
      stored,
      held,
      waiting: entry !== null,
      dealer: stored.dealer,
      sitters: this.sitters(deal),
      keys: stored.line,
      changes: stored.changes,
      ante: stored.ante,
      filled: stored.changes !== null,
    };
    if (entry) Object.assign(view, this.foresee(entry, view.sitters));
    const said = this.said(view.keys, this.at(deal));
    return { ...view, said, out: this.out(view.sitters, said?.seat) };
  }

  /** Who sat out in the end: nobody plays against his partner, who hands his cards on. */
  out(sitters, declarer) {
    return this.card.pairs && declarer !== undefined ? [(declarer + 2) % 4] : sitters;
  }

  /** What an unsent entry will come to, if the server agrees. */
  foresee(entry, sitters) {
    const word = entry.withdrawn ? null : this.grammar.word(entry.line);
    if (!word) return { keys: null, changes: null, ante: 0, filled: false };
    const changes = this.changes(word, this.value(word), sitters);
    return { keys: entry.line, changes, ante: 0, filled: true };
  }

  /** What a game is worth; null where only the server can tell. */
  value(word) {
    if (word.passed) return 0;
    const game = this.card.games[word.contract];
    const byTricks = game?.per_trick && word.outcome === "kodille";
    if (game?.by_cards || byTricks || !STATISTICS.test(word.extras)) return null;
    return (game?.values[word.outcome] ?? 0) + (this.card.tout[word.tout] ?? 0);
  }

  /** What each seat wins or loses; null where it depends on what is in the pot. */
  changes(word, value, sitters) {
    if (value === null || this.card.needs_pot) return null;
    const changes = this.names.map(() => 0);
    if (word.passed) return changes;
    if (this.card.pot_alone) {
      changes[word.seat] = value;
      return changes;
    }
    const out = this.out(sitters, word.seat);
    const idle = this.card.pairs || !this.card.sitter_pays ? out : [];
    this.names.forEach((_name, seat) => {
      if (seat === word.seat || idle.includes(seat)) return;
      changes[seat] -= value;
      changes[word.seat] += value;
    });
    return changes;
  }

  /** The words of a result: who, which game, how it went. Null where the keys say nothing. */
  said(keys, people = this.names) {
    const word = this.grammar.word(keys);
    if (!word) return null;
    const { names } = this.card;
    if (word.passed) return { who: "", game: names.passed, how: "", outcome: "passed" };
    const more = this.grammar.extras.exec(word.extras)?.groups;
    return { ...say(word, more, names, people), outcome: word.outcome, seat: word.seat };
  }

  /** Whether two words say the same result. */
  same(one, other) {
    const meaning = (keys) => {
      const word = this.grammar.word(keys);
      if (!word) return null;
      return [word.passed, word.seat, word.contract, word.extras, word.outcome, word.tout].join();
    };
    return meaning(one) === meaning(other);
  }

  /**
   * What the seats begin with, all lines with the running balances after each, filled or not, and
   * the totals.
   *
   * From the first deal on whose changes only the server knows, balances are null; all of them,
   * while something has outrun the rest.
   */
  account() {
    const { opening } = this.sheet;
    let running = this.outrun ? null : [...opening];
    const lines = this.sheet.lines.map(({ deal }) => {
      const view = this.view(deal);
      if (view.filled) {
        const { changes } = view;
        running = running && changes && running.map((points, seat) => points + changes[seat]);
      }
      return { ...view, balances: running, pot: this.pot(running) };
    });
    const begun = { balances: opening, pot: this.pot(opening) };
    return { begun, lines, totals: running, pot: this.pot(running) };
  }

  /** What the seats do not have is in the pot. */
  pot(balances) {
    return balances && balances.reduce((pot, points) => pot - points, this.sheet.staked);
  }

  /** Whether the running totals differ from the server's although nothing is on its way. */
  drifted() {
    if (this.queue.of(this.table).some((entry) => entry.state === "waiting")) return false;
    const { totals } = this.account();
    return totals === null || totals.some((total, seat) => total !== this.sheet.totals[seat]);
  }

  /** The first line without a result; null when the sheet is full. */
  firstOpen() {
    return this.openDeals()[0]?.deal ?? null;
  }

  /** The same, but one that was refused comes after those that nobody has entered yet. */
  nextOpen() {
    const open = this.openDeals();
    return (open.find(({ held }) => !held) ?? open[0])?.deal ?? null;
  }

  openDeals() {
    return this.sheet.lines.map(({ deal }) => this.view(deal)).filter(({ filled }) => !filled);
  }
}
