// Where taps become entries: what is chosen, what is stored, and the seconds of undoing.

import { Keeper } from "./entry_keeper.js";
import { fill } from "./entry_keys.js";
import { More } from "./phone_more.js";

const DEAD = 300; // milliseconds after a deal in which a tap is the second half of a double tap
const UNDO = 8000; // milliseconds for which the last tap can be taken back
const LAST = 3; // deals in view
const OUTCOME_KEYS = { won: "+", bet: "-", kodille: "*", remis: "/" };
const KEPT = "lhombre-phone";

/** What this phone was set to, also without storage. */
function settings() {
  try {
    return { safe: false, flat: false, turn: 0, ...JSON.parse(localStorage.getItem(KEPT)) };
  } catch {
    return { safe: false, flat: false, turn: 0 };
  }
}

export class Phone extends Keeper {
  constructor(parts) {
    super(parts);
    /** The deal that the next tap enters; null when the sheet is full. */
    this.current = null;
    /** The deal somebody chose to look at or change; null: the first without a result. */
    this.chosen = null;
    this.game = null;
    this.more = new More();
    this.moreIsOpen = false;
    /** {deal, what, until}: how the last tap is taken back. */
    this.undoing = null;
    /** The word that waits for its second tap. */
    this.asked = null;
    this.stored = -Infinity; // when, by the clock of the events
    this.settings = settings();
  }

  start() {
    const { root } = this.sheet;
    history.scrollRestoration = "manual"; // a page that is loaded again begins at the deal
    root.addEventListener("click", (event) => this.tapped(event));
    root.addEventListener("change", (event) => this.set(event.target));
    this.sheet.set(this.settings);
    this.goToOpen();
  }

  // --- moving ---------------------------------------------------------------------------

  goToOpen() {
    this.goTo(null);
  }

  goTo(deal) {
    this.chosen = deal;
    this.game = this.book.card.plain;
    this.current = deal ?? this.book.nextOpen();
    this.more = this.nothingMore();
    this.moreIsOpen = false;
    this.asked = null;
    this.draw();
    if (deal !== null) this.sheet.toTop();
  }

  // --- tapping --------------------------------------------------------------------------

  tapped(event) {
    const button = event.target.closest("button");
    if (!button) return;
    const { act, game, outcome, pass, last, extra, keys } = button.dataset;
    const ends = outcome || pass !== undefined; // another button, such as a keeper's, ends no deal
    const other = act || extra || last !== undefined || game;
    if (other) this.stored = -Infinity; // who taps something else between means the next one
    if (act) this.act(act);
    else if (extra) this.sayMore(() => this.more.tap(extra, keys));
    else if (last !== undefined) this.goTo(Number(last));
    else if (game) this.choose(game);
    else if (ends && event.timeStamp - this.stored > DEAD) this.enter(outcome, button, event);
  }

  act(act) {
    const deeds = {
      undo: () => this.undo(),
      store: () => this.asked && this.store(this.asked),
      forget: () => this.goTo(this.chosen),
      leave: () => this.leave(),
      more: () => this.openMore(),
      clear: () => this.sayMore(() => this.more.dropCards()),
      attention: () => this.goTo(this.firstHeld()),
      turn: () => this.change({ turn: (this.settings.turn + 1) % this.book.names.length }),
      "keep-theirs": () => this.decide(this.current, false),
      "use-mine": () => this.decide(this.current, true),
    };
    deeds[act]();
  }

  choose(game) {
    this.game = game;
    this.more = this.nothingMore();
    this.asked = null;
    this.notes.delete(this.current);
    this.draw();
  }

  openMore() {
    this.moreIsOpen = !this.moreIsOpen;
    this.draw();
  }

  /** Nothing beside who, what and how; which contract it is says what there can be. */
  nothingMore() {
    const { book, current, game } = this;
    const players = book.names.length;
    const dealer = current === null ? 0 : book.stored(current).dealer;
    const fourth = players > 3 ? (dealer + 2) % players : null;
    return new More(book.card.games[game], fourth);
  }

  sayMore(how) {
    how();
    this.asked = null;
    this.notes.delete(this.current);
    this.draw();
  }

  /** Make a word of a tap on an outcome, or on "all passed", and store it or ask. */
  enter(outcome, button, event) {
    const word = outcome ? this.word(this.sheet.seatOf(button), outcome) : "0";
    const read = this.grammar.read(word);
    const lacks = outcome && this.more.lacksTricks ? this.words.tricks_missing : null;
    const refusal = this.grammar.refusal(read, this.seats()) ?? lacks;
    if (refusal) {
      this.complain(this.current, refusal);
      this.draw();
      return;
    }
    this.stored = event.timeStamp;
    if (!this.settings.safe) {
      this.store(word);
      return;
    }
    this.asked = word;
    this.draw();
    this.sheet.askIsSeen();
  }

  word(seat, outcome) {
    const { card } = this.book;
    const extras = this.more.keys();
    const key = this.game === card.plain && !extras ? "" : (card.games[this.game]?.digit ?? "");
    return `${seat + 1}${key}${extras}${this.more.tout}${OUTCOME_KEYS[outcome]}`;
  }

  store(word) {
    const deal = this.current;
    const before = this.book.view(deal);
    this.notes.delete(deal);
    if (this.take(deal, word)) this.allowUndo(deal, before);
    this.sheet.status(this.telling(deal));
    this.goToOpen();
    this.send();
  }

  // --- taking back ----------------------------------------------------------------------

  /** What stood there before comes back; what no keys can say does not. */
  allowUndo(deal, { filled, keys }) {
    if (filled && !keys) return;
    const undoing = { deal, what: filled ? { line: keys } : { withdrawn: true } };
    this.undoing = undoing;
    setTimeout(() => {
      if (this.undoing !== undoing) return;
      this.undoing = null;
      this.draw();
    }, UNDO);
  }

  undo() {
    if (!this.undoing) return;
    const { deal, what } = this.undoing;
    const text = fill(this.words.undone, { deal, what: this.what(this.book.view(deal)) });
    this.undoing = null;
    this.add({ deal, ...what });
    this.sheet.status(text);
    this.goToOpen();
    this.send();
  }

  /** Leave a deal that was opened; one that was refused and never stored is given up. */
  leave() {
    const refused = this.held(this.current, "refused");
    if (refused) this.queue.remove(refused);
    this.notes.delete(this.current);
    this.goToOpen();
  }

  // --- this phone -----------------------------------------------------------------------

  set(box) {
    if (box.dataset.setting) this.change({ [box.dataset.setting]: box.checked });
  }

  change(what) {
    Object.assign(this.settings, what);
    try {
      localStorage.setItem(KEPT, JSON.stringify(this.settings));
    } catch {
      // Then it holds until the page is closed.
    }
    this.asked = null;
    this.sheet.set(this.settings);
    this.draw();
  }

  // --- drawing --------------------------------------------------------------------------

  redraw() {
    this.draw();
  }

  /** Nothing is typed here that could be shown again. */
  refill() {}

  forget() {}

  draw() {
    const { book, chosen } = this;
    const open = book.nextOpen();
    if (chosen === null && open !== this.current) this.movedOn(open);
    const { lines, totals } = book.account();
    this.sheet.draw({
      line: this.current === null ? null : lines[this.current - 1],
      lines,
      totals,
      chosen: chosen !== null,
      head: this.head(lines),
      note: this.note(lines),
      quarrel: this.quarrelOf(lines),
      game: this.game,
      more: this.more,
      moreIsOpen: this.moreIsOpen,
      card: book.card,
      asked: this.asked && this.saying(this.asked),
      last: this.last(lines, open ?? book.deals + 1),
      undoable: this.undoing?.deal ?? null,
    });
  }

  /** Another deal stands here than a moment ago: what was chosen for that one is not for this. */
  movedOn(open) {
    this.current = open;
    this.game = this.book.card.plain;
    this.more = this.nothingMore();
    this.asked = null;
    this.stored = performance.now(); // a finger that is on its way already meant the other one
  }

  /** Who deals, or what is being changed. */
  head(lines) {
    if (this.current === null) return "";
    return this.dealing(lines[this.current - 1]);
  }

  note(lines) {
    if (this.current === null) return "";
    const line = lines[this.current - 1];
    const note = this.notes.get(line.deal);
    if (note) return note.text;
    if (line.held?.state === "stale") return fill(this.words.stale, { deal: line.deal });
    if (line.held) return this.why(line);
    return line.filled ? fill(this.words.tap_to_replace, { what: this.what(line) }) : "";
  }

  quarrelOf(lines) {
    const line = lines[this.current - 1];
    return line?.held?.state === "stale" ? this.quarrel(line) : null;
  }

  /** A word before it is stored: "Deal 17: Agnes, solo, won" */
  saying(word) {
    const { who, game, how } = this.book.said(word);
    const what = [who, game, how].filter(Boolean).join(", ");
    return fill(this.words.told, { deal: this.current, what });
  }

  /** The last deals before the first open one, and what was tapped last, newest first. */
  last(lines, open) {
    const filled = lines.filter((line) => line.filled && line.deal < open).slice(-LAST).reverse();
    const tapped = this.undoing && lines[this.undoing.deal - 1];
    if (!tapped || !tapped.filled) return filled.map((line) => this.short(line));
    const others = filled.filter((line) => line !== tapped);
    return [tapped, ...others].slice(0, LAST).map((line) => this.short(line));
  }

  short(line) {
    const { deal, waiting, held } = line;
    return { deal, what: this.what(line), waiting, held: held !== null };
  }
}
