// Where taps become entries: what is chosen, what is stored, and the seconds of undoing.

import { fill } from "./keys.js";
import { Judge } from "./phone_judge.js";
import { lacking, refusing } from "./phone_lacks.js";
import { shortened } from "./names.js";
import { More } from "./phone_more.js";
import { PhoneWords } from "./phone_words.js";

const DEAD = 300; // milliseconds after a deal in which a tap is the second half of a double tap
const UNDO = 8000; // milliseconds for which the last tap can be taken back
/** What can never be so, as it is tapped now; what is only missing is told when it is missed. */
const CANNOT = new Set([
  "declarer_must_sit_out",
  "first_five_contradicts_tricks",
  "join_not_allowed",
  "joined_invalid",
  "outcome_differs",
  "outcome_not_allowed",
  "tout_contradicts_tricks",
  "tout_not_allowed",
]);
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

export class Phone extends PhoneWords {
  constructor(parts) {
    super(parts);
    const { grammar, book, rules } = parts;
    this.judge = new Judge({ grammar, card: book.card, rules });
    /** The deal that the next tap enters; null when the sheet is full. */
    this.current = null;
    /** The deal somebody chose to look at or change; null: the first without a result. */
    this.chosen = null;
    this.game = null;
    this.more = new More();
    this.moreIsOpen = false;
    /** {deal, id, what}: how the last tap is taken back, and the entry that it made. */
    this.undoing = null;
    /** Deals that were entered here; and the one that somebody else has just entered. */
    this.own = new Set();
    this.heard = null;
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
    if (deal !== null) this.press(this.standing(deal));
    this.draw();
    if (deal !== null) this.sheet.toTop();
  }

  /** The word that stands for a deal: what was refused or is stored. */
  standing(deal) {
    const { held, keys } = this.book.view(deal);
    return this.judge.parts(held?.line ?? keys);
  }

  /** What a deal says is pressed, to be changed bit by bit. */
  press(word) {
    if (!word?.terms) return;
    this.game = word.contract;
    const tout = Object.entries(this.grammar.spec.touts).find(([, state]) => state === word.tout);
    this.more = this.nothingMore();
    if (word.said) this.more.take(word.said, tout?.[0] ?? "");
  }

  // --- tapping --------------------------------------------------------------------------

  tapped(event) {
    const button = event.target.closest("button");
    if (!button) return;
    const { act, game, outcome, pass, last, tile, extra, keys } = button.dataset;
    const ends = outcome || pass !== undefined; // another button, such as a keeper's, ends no deal
    const other = act || extra || last !== undefined || tile || game;
    if (other) this.stored = -Infinity; // who taps something else between means the next one
    this.sheet.alert("");
    if (act) this.act(act);
    else if (extra) this.sayMore(() => this.more.tap(extra, keys));
    else if (tile ?? last) this.open(Number(tile ?? last));
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
      uncount: () => this.sayMore(() => this.more.dropTricks()),
      attention: () => this.goTo(this.firstHeld()),
      turn: () => this.change({ turn: (this.settings.turn + 1) % this.book.names.length }),
      "keep-theirs": () => this.decide(this.current, false),
      "use-mine": () => this.decide(this.current, true),
    };
    deeds[act]();
  }

  /** Open a deal that has a result, or that waits for one; the next open one is where it was. */
  open(deal) {
    this.notes.delete(deal);
    this.goTo(deal === this.book.nextOpen() ? null : deal);
  }

  /** Where cards make the price, they are what is tapped next. */
  choose(game) {
    this.game = game;
    this.more = this.nothingMore();
    this.moreIsOpen = this.more.has("by_cards");
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
    const fourth = players > 3 && !book.card.pairs ? (dealer + 2) % players : null;
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
    const seat = outcome ? this.sheet.seatOf(button) : null;
    const word = outcome ? this.word(seat, outcome) : "0";
    const refusal = (outcome && lacking(this.more, this.words)) || this.refusal(word);
    this.sheet.answer(seat, !refusal);
    if (refusal) {
      this.refuse(refusal);
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

  /** Why the rules do not take a word for this deal, {text, part}; null if they do. */
  refusal(word) {
    return refusing(this.judge.against(word, this.book.stored(this.current).dealer), this.judge);
  }

  /** What was chosen stays, and where it is mended is opened. */
  refuse({ text, part }) {
    if (part) {
      this.moreIsOpen = true;
      this.draw();
      this.sheet.toPart(part);
    }
    this.sheet.alert(text);
  }

  /** Whether a game can never end so, by what was said of it. */
  cannot(seat, outcome) {
    const { dealer } = this.book.stored(this.current);
    const values = this.book.card.games[this.game]?.values;
    if (values && !(outcome in values)) return true;
    return CANNOT.has(this.judge.against(this.word(seat, outcome), dealer));
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
    this.own.add(deal);
    if (this.take(deal, word)) this.allowUndo(deal, before);
    this.sheet.status(this.telling(deal));
    this.goToOpen();
    this.send();
  }

  // --- taking back ----------------------------------------------------------------------

  /** What stood there before comes back; what no keys can say does not. */
  allowUndo(deal, { filled, keys }) {
    if (filled && !keys) return;
    const { id } = this.queue.of(this.book.table, deal).at(-1);
    const undoing = { deal, id, what: filled ? { line: keys } : { withdrawn: true } };
    this.undoing = undoing;
    setTimeout(() => {
      if (this.undoing !== undoing) return;
      this.undoing = null;
      this.draw();
    }, UNDO);
  }

  /** The last tap, while what it entered stands: what others made of it is theirs. */
  get undoable() {
    const { book, queue, undoing } = this;
    if (!undoing) return null;
    const { deal, id } = undoing;
    const last = queue.of(book.table, deal).at(-1);
    const stands = last ? last.id === id && last.state === "waiting" : book.stored(deal).id === id;
    return stands ? undoing : null;
  }

  undo() {
    if (!this.undoable) return;
    const { deal, what } = this.undoable;
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

  // --- others ---------------------------------------------------------------------------

  /** Somebody else has entered a deal, or mended one: told for as long as what was tapped. */
  hear(deal) {
    this.own.delete(deal);
    this.heard = deal;
    setTimeout(() => {
      if (this.heard !== deal) return;
      this.heard = null;
      this.draw();
    }, UNDO);
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
      names: shortened(book.names),
      keptBy: this.keptBy(),
      pot: this.current === 1 ? 0 : lines[(this.current ?? book.deals + 1) - 2].pot,
      note: this.note(lines),
      quarrel: this.quarrelOf(lines),
      game: this.game,
      gameName: book.card.names.games[this.game] ?? "",
      more: this.more,
      moreIsOpen: this.moreIsOpen,
      turned: this.cards(this.more.turned),
      card: book.card,
      cannot: (seat, outcome) => this.cannot(seat, outcome),
      stands: chosen === null ? null : this.stands(),
      full: this.current === null,
      unsent: this.queue.of(book.table).length,
      heard: this.heard,
      told: (line) => this.told(line),
      asked: this.asked && this.saying(this.asked),
      last: this.last(lines, open ?? book.deals + 1),
      undoable: this.undoable?.deal ?? null,
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

  /** Who deals. */
  head(lines) {
    if (this.current === null) return [""];
    return this.shorter((people) => this.dealing(lines[this.current - 1], people));
  }

  note(lines) {
    if (this.current === null) return "";
    const line = lines[this.current - 1];
    const { ante } = this.book.card;
    const note = this.notes.get(line.deal);
    if (note) return note.text;
    if (line.held?.state === "stale") return fill(this.words.stale, { deal: line.deal });
    if (line.held) return this.why(line);
    if (ante && !lines.some(({ filled }) => filled)) return fill(this.words.antes, { ante });
    const replaces = this.chosen !== null && line.filled;
    return replaces ? fill(this.words.tap_to_replace, { what: this.what(line) }) : "";
  }

  /** Which way out is stored, or was refused, of the deal that is mended. */
  stands() {
    const { held, keys } = this.book.view(this.current);
    const word = this.grammar.word(held?.line ?? keys);
    if (!word) return null;
    return word.passed ? { outcome: "passed" } : { seat: word.seat, outcome: word.outcome };
  }
}
