// Where taps become entries: what is chosen, what is stored, and the seconds of undoing.

import { fill } from "./keys.js";
import { Judge } from "./phone_judge.js";
import { PhoneBack } from "./phone_back.js";
import { lacking, refusing } from "./phone_lacks.js";
import { shortened } from "./names.js";
import { More } from "./phone_more.js";
import { keepSettings, settings } from "./phone_settings.js";
import { countDeals } from "./queue.js";

const DEAD = 300; // milliseconds after a deal in which a tap is the second half of a double tap

export class Phone extends PhoneBack {
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
    /** Deals that were entered here; and those that somebody else has just entered. */
    this.own = new Set();
    this.news = [];
    this.hearing = null;
    /** The word that waits for its second tap; and whether it is asked if a deal is taken away. */
    this.asked = null;
    this.emptying = false;
    this.stored = -Infinity; // when, by the clock of the events
    /** Whether something was tapped since the last deal, or another one is looked at. */
    this.begun = false;
    /** What stood for the deal when it was begun; and whether others have entered it since. */
    this.seen = null;
    this.wasOvertaken = false;
    /** Why nothing is tapped here any more; null while it is. */
    this.ended = null;
    /** Whether the points still are those of the paper, though nothing is taken any more. */
    this.keepsPoints = false;
    /** Whether tricks are asked for: how it ended, which was tapped too early, is tapped again. */
    this.counts = false;
    this.settings = settings();
  }

  start() {
    const { root } = this.sheet;
    history.scrollRestoration = "manual"; // a page that is loaded again begins at the deal
    root.addEventListener("click", (event) => this.tapped(event));
    root.addEventListener("change", (event) => this.set(event.target));
    this.sheet.set(this.settings);
    const kept = this.kept();
    this.goToOpen();
    this.restore(kept);
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
    this.counts = false;
    this.asked = null;
    this.emptying = false;
    if (deal !== null) Object.assign(this, this.opened(deal));
    this.begun = deal !== null;
    this.seen = this.look();
    this.sheet.alert(this.warning());
    this.draw();
    this.sheet.toTop();
  }

  // --- tapping --------------------------------------------------------------------------

  tapped(event) {
    if (!event.target.closest("[data-note]")) this.heedKeeper(); // a tap there reads on
    const button = event.target.closest("button");
    if (!button || this.ended !== null || this.sheet.rests) return;
    const { act, game, outcome, pass, last, tile, extra, keys } = button.dataset;
    if (extra && !this.mayTap(extra, keys)) return;
    const ends = outcome || pass !== undefined; // another button, such as a keeper's, ends no deal
    if (ends && event.timeStamp - this.stored <= DEAD) return;
    if (act !== "store") this.emptying = false;
    const other = act || extra || last !== undefined || tile || game;
    if (other) this.stored = -Infinity; // who taps something else between means the next one
    if (other || ends) this.begun = true;
    this.sheet.hush(".notice"); // whatever is tapped, what was told before is read
    this.sheet.alert(this.warning());
    if (act) this.act(act);
    else if (extra) this.sayMore(() => this.more.tap(extra, keys), extra);
    else if (tile ?? last) this.open(Number(tile ?? last));
    else if (game) this.choose(game);
    else if (ends) this.enter(outcome, button, event);
  }

  /** Whoever taps has read who keeps the sheet. */
  heedKeeper() {
    if (this.hasTapped) return;
    this.hasTapped = true;
    this.draw();
  }

  act(act) {
    const deeds = {
      undo: () => this.undo(),
      store: () => (this.emptying ? this.empty() : this.asked && this.store(this.asked)),
      empty: () => this.askToEmpty(),
      forget: () => this.unask(),
      leave: () => this.leave(),
      more: () => this.openMore(),
      clear: () => this.sayMore(() => this.more.dropCards()),
      uncount: () => this.sayMore(() => this.more.dropTricks()),
      attention: () => this.goTo(this.firstHeld()),
      turn: () => this.change({ turn: (this.settings.turn + 1) % this.book.names.length }),
      "keep-theirs": () => (this.isOvertaken ? this.yield() : this.decide(this.current, false)),
      "use-mine": () => (this.isOvertaken ? this.insist() : this.decide(this.current, true)),
    };
    deeds[act]();
  }

  /** Open a deal that has a result, or that waits for one; the next open one is where it was. */
  open(deal) {
    this.notes.delete(deal);
    this.goTo(deal === this.book.nextOpen() ? null : deal);
  }

  /**
   * Where cards make the price, they are what is tapped next. What was announced stays where this
   * contract may have it too; what goes of all that was tapped is said.
   */
  choose(game) {
    const said = this.besides();
    const { tout, first, tricks } = this.more;
    const isNamed = this.game in this.book.card.games;
    this.game = game;
    this.more = this.nothingMore();
    if (this.more.has("tout")) this.more.tout = tout;
    if (this.more.has("first_five")) this.more.first = first;
    if (!isNamed) this.more.tricks = tricks.slice(0, this.more.numbers); // counted before it was named
    this.moreIsOpen = this.more.has("by_cards");
    this.asked = null;
    this.notes.delete(this.current);
    this.draw();
    const left = this.besides();
    const gone = said.filter((each) => !left.includes(each)).join(", ");
    if (gone && isNamed) this.sheet.alert(fill(this.words.let_go, { what: gone }));
  }

  /** Nothing is stored or taken away: what was chosen stays, and only the question goes. */
  unask() {
    this.asked = null;
    this.begun = this.chosen !== null;
    this.draw();
  }

  openMore() {
    this.moreIsOpen = !this.moreIsOpen;
    this.draw();
  }

  sayMore(how, part) {
    const before = this.game;
    const isEarly = part === "rank" && this.more.suit === "";
    how();
    this.followSpades();
    this.lift(part);
    if (this.game !== before) this.sheet.rest(); // another game has other rows
    this.asked = null;
    this.notes.delete(this.current);
    this.draw();
    if (isEarly) this.sheet.alert(this.words.suit_first);
    const isCounted = this.counts && this.more.tricks !== "" && !this.more.lacksTricks;
    if (isCounted) this.sheet.alert(this.words.tricks_then);
  }

  /** Make a word of a tap on an outcome, or on "all passed", and store it or ask. */
  enter(outcome, button, event) {
    const seat = outcome ? this.sheet.seatOf(button) : null;
    const word = outcome ? this.word(seat, outcome) : "0";
    const isNamed = this.game in this.book.card.games; // else the contract comes first
    const refusal = (outcome && isNamed && lacking(this.more, this.words)) || this.refusal(word);
    this.sheet.answer(seat, !refusal);
    if (refusal) {
      this.refuse(refusal);
      return;
    }
    this.stored = event.timeStamp;
    this.dropNews(this.current);
    const doubt = this.doubt(this.current, word);
    const isMeant = this.asked === word; // what is doubted and tapped once more
    if (doubt ? isMeant : !this.settings.safe) {
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
  refuse({ text, part, game }) {
    this.counts = part === "tricks";
    if (game) {
      this.moreIsOpen = false; // the contracts lie below
      this.draw();
    }
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
    if (this.take(deal, word, this.doubt(deal, word) !== "")) this.allowUndo(deal, before);
    this.sheet.status(this.telling(deal));
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

  // --- what was not stored --------------------------------------------------------------

  /** It is opened, so that what is asked for is tapped there; but not over what was begun since. */
  returned(deal, text) {
    this.notes.delete(deal);
    if (!this.isBegun) {
      this.goTo(deal);
      this.sheet.rest(); // a finger that is on its way meant the deal after it
    }
    this.sheet.alert(this.current === deal ? text : this.warning());
  }

  /** Whoever taps here must know at once that no sheet takes it. */
  end(why, keepsPoints = false) {
    this.ended = why;
    this.keepsPoints = keepsPoints;
    this.undoing = null;
    if (this.isBegun) this.draw();
    else this.goToOpen();
    if (why === null) return;
    this.sheet.status(why);
    this.queue.sendHeld(); // nobody can decide it here: the director gets it
    this.send();
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
    if (chosen === null && open !== this.current && !this.isBegun) this.movedOn(open);
    const { lines, totals, pot } = book.account();
    const isFull = this.current === null;
    const isShut = this.ended !== null && !isFull;
    const isGone = isShut && !book.sheet.closed && !this.keepsPoints;
    this.sheet.draw({
      line: isFull || isShut ? null : lines[this.current - 1],
      lines,
      totals: isGone ? null : totals, // no longer those of the paper
      isShut,
      ended: this.ended,
      closed: this.ended === book.sheet.closed, // and not its link
      chosen: chosen !== null,
      head: this.head(lines, pot),
      names: shortened(book.at(this.current)),
      keptBy: this.keptBy(lines, open ?? book.deals + 1),
      pot: isGone ? null : pot,
      note: this.note(lines),
      quarrel: isShut ? null : this.quarrelOf(lines),
      game: this.game,
      gameName: book.card.names.games[this.game] ?? "",
      more: this.more,
      moreIsOpen: this.moreIsOpen,
      extras: this.extras(),
      turned: this.cards(this.more.turned),
      card: book.card,
      cannot: (seat, outcome) => this.cannot(seat, outcome),
      mayTap: (part, keys) => this.mayTap(part, keys),
      stands: chosen === null ? null : this.stands(),
      full: isFull,
      unsent: countDeals(this.queue.of(book.table)),
      heard: this.heard,
      told: (line) => this.told(line),
      asked: this.asking(),
      emptying: this.emptying,
      last: this.last(lines, open ?? book.deals + 1),
      undoable: chosen === null ? (this.undoable?.deal ?? null) : null, // not in another deal's frame
    });
    this.keep();
    this.tellNews();
    this.beOvertaken();
  }

  /** What waits for a yes, in words; null if nothing does. */
  asking() {
    if (this.isOvertaken) return null;
    if (this.emptying) return this.asksToEmpty();
    const doubt = this.doubt(this.current, this.asked);
    return doubt ? [this.book.card.passed_question] : this.asked && this.saying(this.asked);
  }

  /** That others were first is said before the next tap, and not by it. */
  beOvertaken() {
    const { isOvertaken, wasOvertaken, current } = this;
    this.wasOvertaken = isOvertaken;
    if (!isOvertaken || wasOvertaken) return;
    this.sheet.status(fill(this.words.stale, { deal: current }));
    this.sheet.toQuarrel();
    this.sheet.rest();
  }

  /** Another deal stands here than a moment ago: what was chosen for that one is not for this. */
  movedOn(open) {
    this.current = open;
    this.game = this.book.card.plain;
    this.more = this.nothingMore();
    this.asked = null;
    this.begun = false;
    this.seen = this.look();
    this.sheet.rest(); // a finger that is on its way already meant the other one
  }
}
