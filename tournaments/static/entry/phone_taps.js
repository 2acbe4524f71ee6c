// Where taps become entries: what is chosen, what is stored, and the seconds of undoing.

import { fill } from "./keys.js";
import { Judge } from "./phone_judge.js";
import { PhoneChosen } from "./phone_chosen.js";
import { lacking, refusing } from "./phone_lacks.js";
import { shortened } from "./names.js";
import { More } from "./phone_more.js";
import { keepSettings, settings } from "./phone_settings.js";
import { countDeals } from "./queue.js";

const DEAD = 300; // milliseconds after a deal in which a tap is the second half of a double tap
const UNDO = 8000; // milliseconds for which the last tap can be taken back

export class Phone extends PhoneChosen {
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
    /** Whether something was tapped since the last deal, or another one is looked at. */
    this.begun = false;
    /** Why nothing is tapped here any more; null while it is. */
    this.ended = null;
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
    this.begun = deal !== null;
    this.sheet.alert(this.warning());
    this.draw();
    this.sheet.toTop();
  }

  // --- tapping --------------------------------------------------------------------------

  tapped(event) {
    const button = event.target.closest("button");
    if (!button || this.ended !== null) return;
    const { act, game, outcome, pass, last, tile, extra, keys } = button.dataset;
    const ends = outcome || pass !== undefined; // another button, such as a keeper's, ends no deal
    if (ends && event.timeStamp - this.stored <= DEAD) return;
    const other = act || extra || last !== undefined || tile || game;
    if (other) this.stored = -Infinity; // who taps something else between means the next one
    if (other || ends) this.begun = true;
    this.sheet.hush(".notice"); // whatever is tapped, what was told before is read
    this.sheet.alert(this.warning());
    if (act) this.act(act);
    else if (extra) this.sayMore(() => this.more.tap(extra, keys));
    else if (tile ?? last) this.open(Number(tile ?? last));
    else if (game) this.choose(game);
    else if (ends) this.enter(outcome, button, event);
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
    const word = this.standing(deal);
    this.undoing = null;
    this.add({ deal, ...what });
    this.sheet.status(text);
    this.goToOpen();
    // Mostly the way out alone was wrong: the rest of it stays, and is seen.
    if (this.current === deal) this.press(word);
    this.moreIsOpen = this.more.says !== "";
    this.noteForAWhile(text);
    this.send();
  }

  /** Said at the deal that stands here, in place of the strip: for as long as an undo would be. */
  noteForAWhile(text) {
    const [deal, note] = [this.current, { text }];
    this.notes.set(deal, note);
    this.draw();
    setTimeout(() => {
      if (this.notes.get(deal) !== note) return;
      this.notes.delete(deal);
      this.draw();
    }, UNDO);
  }

  /** Leave a deal that was opened; one that was refused and never stored is given up. */
  leave() {
    const refused = this.held(this.current, "refused");
    if (refused) this.queue.remove(refused);
    this.notes.delete(this.current);
    this.goToOpen();
  }

  // --- what was not stored --------------------------------------------------------------

  /** It is opened, so that what is asked for is tapped there; but not over what was begun since. */
  returned(deal, text) {
    this.notes.delete(deal);
    if (!this.begun) {
      this.goTo(deal);
      this.stored = performance.now(); // a finger that is on its way meant the deal after it
    }
    this.sheet.alert(this.current === deal ? text : this.warning());
  }

  /** Whoever taps here must know at once that no sheet takes it. */
  end(why) {
    this.ended = why;
    this.undoing = null;
    this.goToOpen();
    if (why === null) return;
    this.sheet.status(why);
    this.queue.sendHeld(); // nobody can decide it here: the director gets it
    this.send();
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
    keepSettings(this.settings);
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
    const isFull = this.current === null;
    const isShut = this.ended !== null && !isFull;
    this.sheet.draw({
      line: isFull || isShut ? null : lines[this.current - 1],
      lines,
      totals: isShut ? null : totals, // which are not those of the paper any more
      isShut,
      chosen: chosen !== null,
      head: this.head(lines),
      names: shortened(book.names),
      keptBy: this.keptBy(),
      pot: this.current === 1 ? 0 : lines[(this.current ?? book.deals + 1) - 2].pot,
      note: this.note(lines),
      quarrel: isShut ? null : this.quarrelOf(lines),
      game: this.game,
      gameName: book.card.names.games[this.game] ?? "",
      more: this.more,
      moreIsOpen: this.moreIsOpen,
      turned: this.cards(this.more.turned),
      card: book.card,
      cannot: (seat, outcome) => this.cannot(seat, outcome),
      stands: chosen === null ? null : this.stands(),
      full: isFull,
      unsent: countDeals(this.queue.of(book.table)),
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
    this.begun = false;
    this.stored = performance.now(); // a finger that is on its way already meant the other one
  }
}
