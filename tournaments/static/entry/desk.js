// Where keys become entries: the cursor, the words, the undoing and the mending.

import { Backspace } from "./backspace.js";
import { Keyboard } from "./keyboard.js";
import { fill } from "./keys.js";
import { Questions } from "./questions.js";
import { countDeals } from "./queue.js";

const PAGE = 10;

export class Desk extends Questions {
  constructor(parts) {
    super(parts);
    /** The line under the cursor; null when the sheet is full. */
    this.current = null;
    /** {deal, before}: what was entered on this page, in order, over what, for undoing. */
    this.history = [];
    this.backspace = new Backspace();
    const { root } = this.sheet;
    this.keyboard = new Keyboard({
      root,
      mine: (node) => root.contains(node) && this.dealOf(node) !== null,
      take: () => this.takeKeys(),
      changed: () => this.draw(),
    });
  }

  start() {
    const { root } = this.sheet;
    root.addEventListener("input", ({ target }) => {
      if (this.sheet.paper.has(target)) this.sheet.paper.typed(target);
      else this.typed(this.dealOf(target));
    });
    document.addEventListener("keydown", (event) => this.key(event));
    root.addEventListener("focusin", (event) => this.arrived(this.dealOf(event.target)));
    root.addEventListener("click", (event) => this.clicked(event));
    this.sheet.keepWhole((deal) => this.held(deal, "refused"), (deal) => this.goTo(deal));
    for (const entry of this.queue.of(this.book.table)) this.refill(entry);
    this.sheet.open();
    this.goToOpen();
    // Larger letters and another window move the line as much as what is drawn does.
    new ResizeObserver(() => this.redraw()).observe(this.sheet.head);
    addEventListener("resize", () => this.keepInSight());
    this.keyboard.start();
  }

  dealOf(node) {
    return Number(node.closest("[data-deal]")?.dataset.deal) || null;
  }

  /** Put the cursor where it stands, or where it rests. */
  takeKeys() {
    if (this.current === null) this.sheet.focusDone();
    else this.sheet.focus(this.current);
  }

  draw() {
    this.sheet.draw(this.book.account(), {
      current: this.current,
      notes: (line) => this.note(line),
      says: (keys) => this.says(keys),
      closed: Boolean(this.book.sheet.closed),
      written: (line) => this.written(line),
    });
  }

  /** Draw what came from the server; a sentence that appears above must not push the cursor away. */
  redraw() {
    this.draw();
    this.keepInSight();
  }

  keepInSight() {
    if (this.current !== null) this.sheet.keepInSight(this.current);
  }

  // --- moving ---------------------------------------------------------------------------

  goTo(deal) {
    this.current = deal;
    this.opened = null;
    this.draw();
    this.sheet.focus(deal);
    this.selectRefused(deal);
  }

  /** Go to the first line without a result, or rest when there is none. */
  goToOpen() {
    const open = this.book.firstOpen();
    if (open !== null) {
      this.goTo(open);
      return;
    }
    this.current = null;
    this.draw();
    this.sheet.drawFull(true, countDeals(this.queue.of(this.book.table)));
    this.sheet.focusDone();
  }

  /** Go to the next line; past one that was new, not onto one that has a result already. */
  goOn(deal, isNew) {
    const next = deal + 1;
    const stays = next > this.book.deals || (isNew && this.book.view(next).filled);
    if (stays) this.goToOpen();
    else this.goTo(next);
  }

  walk(steps) {
    const from = this.current ?? this.book.deals + 1;
    this.leave();
    this.goTo(Math.min(Math.max(from + steps, 1), this.book.deals));
  }

  /** What stands half typed on a line stays there, and says so. */
  leave() {
    if (this.current === null || this.notes.has(this.current)) return;
    const read = this.grammar.read(this.sheet.input(this.current).value);
    if (read.kind === "part") this.complain(this.current, this.grammar.refusal(read, this.seats()));
  }

  arrived(deal) {
    if (deal === null) return;
    if (deal !== this.current) {
      this.leave();
      this.current = deal;
      this.opened = null;
      this.draw();
    }
    this.selectRefused(deal);
  }

  clicked(event) {
    const act = event.target.closest("[data-act]")?.dataset.act;
    if (act) {
      this.act(act, event.target);
      return;
    }
    if (event.target.closest("input, a, button")) return;
    const row = event.target.closest("tr");
    const line = row?.matches(".entry-note") ? row.previousElementSibling : row;
    const deal = line && this.dealOf(line);
    if (deal) this.goTo(deal);
  }

  act(act, button) {
    if (act === "attention") this.goTo(this.firstHeld());
    if (act === "keys") this.showKeys();
    if (act === "paper") this.sheet.paper.focusOpen();
    if (act !== "keep-theirs" && act !== "use-mine") return;
    const deal = this.dealOf(button.closest("tr").previousElementSibling);
    this.decide(deal, act === "use-mine");
  }

  // --- typing ---------------------------------------------------------------------------

  /** The text of a line has changed: enter every complete word in it, but ask where that may be wrong. */
  typed(start, isSure = false) {
    let deal = start;
    let asked = isSure;
    while (deal !== null) {
      const input = this.sheet.input(deal);
      const read = this.grammar.read(this.sheet.text(deal, this.held(deal, "refused")?.line));
      this.notes.delete(deal);
      if (read.kind === "jump") {
        this.jump(deal, read);
        return;
      }
      const refusal = read.kind === "part" ? null : this.grammar.refusal(read, this.seats(deal));
      if (refusal) this.complain(deal, refusal);
      if (refusal || read.kind !== "deal") {
        this.draw();
        return;
      }
      if (!asked && this.asks(deal, read)) {
        this.ask(deal, read);
        return;
      }
      const confirmed = asked;
      asked = false;
      // The field and the line number are taken before anything waits: the next key may be here.
      input.value = "";
      this.enter(deal, read.word, confirmed);
      if (!read.rest) return;
      deal = this.current;
      if (deal !== null) this.sheet.input(deal).value = read.rest;
    }
  }

  /** Enter a word on a line and go on. */
  enter(deal, word, confirmed) {
    const before = this.book.view(deal);
    const isNew = this.take(deal, word, confirmed);
    if (isNew) this.history.push({ deal, before });
    const facts = { deal, what: this.what(this.book.view(deal)), was: this.what(before) };
    const replaces = isNew && before.filled && !this.book.sheet.closed;
    const said = replaces ? this.words.told_replaces : this.words.told;
    this.sheet.status(fill(said, facts));
    this.goOn(deal, isNew);
    this.send();
  }

  jump(deal, read) {
    if (read.deal > this.book.deals) {
      const facts = { deal: read.deal, deals: this.book.deals };
      this.complain(deal, fill(this.words.no_line, facts));
      this.draw();
      return;
    }
    this.sheet.input(deal).value = "";
    this.goTo(read.deal);
    if (read.rest) {
      this.sheet.input(read.deal).value = read.rest;
      this.typed(read.deal);
    }
  }

  /** Take back the last entry made here, or else that of the line, or above it. */
  undo() {
    if (this.current !== null && this.dropRefused(this.current)) {
      this.backspace.isRun = true;
      return;
    }
    if (this.backspace.isRun) {
      this.sheet.status(this.words.emptied);
      return;
    }
    const last = this.lastEntry();
    if (!last) {
      this.sheet.status(this.words.nothing_to_undo);
      return;
    }
    const { deal, before } = last;
    if (before?.filled && !before.keys) {
      this.stays(deal);
      return;
    }
    const text = this.undone(deal, before);
    // What stood there was stored: whatever the rules ask about it was answered then.
    this.add({ deal, ...(before?.filled ? { line: before.keys, confirmed: true } : { withdrawn: true }) });
    this.notes.set(deal, { text, bad: false });
    this.goTo(deal);
    this.sheet.status(text);
    this.send();
  }

  /** The last entry made here that stands, with what it took the place of; else that of the line
   *  with the cursor, or above it. */
  lastEntry() {
    const stands = ({ deal }) => this.book.view(deal).filled && !this.book.view(deal).held;
    let last = this.history.pop();
    while (last && !stands(last)) last = this.history.pop();
    for (let deal = this.current ?? this.book.deals; !last && deal > 0; deal -= 1) {
      if (this.book.view(deal).filled) last = { deal, before: null };
    }
    return last;
  }

  /** What stood there before is what no keys can say: leave the line, and say so. */
  stays(deal) {
    const text = fill(this.words.not_undone, { deal });
    this.notes.set(deal, { text, bad: false });
    this.goTo(deal);
    this.sheet.status(text);
  }

  /** Open the last entry, or the line above the cursor, without its outcome: to say more of it. */
  amend() {
    const filled = (deal) => this.book.view(deal).filled;
    const last = this.history.findLast((entry) => filled(entry.deal));
    let deal = last?.deal ?? (this.current ?? this.book.deals + 1) - 1;
    while (deal > 0 && !filled(deal)) deal -= 1;
    const keys = deal > 0 ? this.book.view(deal).keys : null;
    if (!keys) {
      this.sheet.status(this.words.nothing_to_amend);
      return;
    }
    this.goTo(deal);
    this.opened = deal;
    this.sheet.input(deal).value = this.grammar.begun(keys);
  }

  /** A refused entry was never stored: to empty its field is to give it up. */
  dropRefused(deal) {
    const entry = this.held(deal, "refused");
    if (!entry) return false;
    this.queue.remove(entry);
    this.draw();
    return true;
  }

  /** What was refused is there to be mended, and what is typed takes its place. */
  selectRefused(deal) {
    if (this.held(deal, "refused")) this.backspace.offer(this.sheet.input(deal));
  }

  escape() {
    if (this.current !== null) {
      this.notes.delete(this.current);
      this.sheet.input(this.current).value = this.held(this.current, "refused")?.line ?? "";
    }
    this.goToOpen();
  }

  /** Enter: do what was asked about, or say what is missing of a word. */
  confirm() {
    const read = this.grammar.read(this.sheet.input(this.current).value);
    if (this.asks(this.current, read)) {
      this.typed(this.current, this.isAnswered(this.current, read));
      return;
    }
    const refusal = this.grammar.refusal(read, this.seats());
    if (refusal) this.complain(this.current, refusal);
    this.draw();
  }

  key(event) {
    if (this.sheet.paper.has(event.target)) {
      this.keyOfPaper(event);
      return;
    }
    const field = this.current === null ? null : this.sheet.input(this.current);
    this.backspace.pressed(event.key, field);
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    if (event.defaultPrevented || !this.keyboard.reaches(event)) return;
    const empty = !field?.value;
    const deeds = {
      ArrowUp: () => this.walk(-1),
      ArrowDown: () => this.walk(1),
      PageUp: () => this.walk(-PAGE),
      PageDown: () => this.walk(PAGE),
      Escape: () => this.escape(),
      Enter: () => (this.current === null ? this.sheet.full.lead() : this.confirm()),
      "?": () => this.showKeys(),
      "=": empty ? () => this.sheet.paper.focus(this.current) : null,
      "/": empty ? () => this.amend() : null,
      // A key held down to empty the field must not go on to eat the sheet.
      Backspace: empty ? () => event.repeat || this.undo() : null,
    };
    const deed = deeds[event.key];
    // On a full sheet a word begins on the last line, which asks before it is replaced.
    if (!deed && this.current === null && event.key.length === 1) this.goTo(this.book.deals);
    if (!deed) return;
    event.preventDefault();
    deed();
  }

  /** In a box for a sum of the paper: on with Enter, back with Escape. */
  keyOfPaper(event) {
    if (event.key === "Escape") this.goToOpen();
    if (event.key !== "Enter") return;
    event.preventDefault();
    this.sheet.status(this.sheet.paper.says(event.target));
    if (!this.sheet.paper.next(event.target)) this.goToOpen();
  }

  showKeys() {
    document.getElementById("entry-keys").showModal();
  }

  // --- what the server says -------------------------------------------------------------

  /** Show the keys of a refused entry in its line again, unless something is typed there. */
  refill(entry) {
    const input = this.sheet.input(entry.deal);
    if (entry.state === "refused" && entry.line && !input.value) input.value = entry.line;
  }

  /** Empty the line of a refused entry that was mended in another tab. */
  forget(entry) {
    const input = this.sheet.input(entry.deal);
    if (entry.line && input.value === entry.line) input.value = "";
  }

  // --- saying ---------------------------------------------------------------------------

  /** What stands under a line: {text, bad, conflict}, or null. */
  note(line) {
    const note = this.notes.get(line.deal);
    if (line.held?.state === "stale") {
      const text = note?.text ?? fill(this.words.stale, { deal: line.deal });
      return { text, bad: true, conflict: this.quarrel(line) };
    }
    if (note?.word) return { text: this.question(line, note.word), asks: true, conflict: null };
    if (note) return { ...note, conflict: null };
    if (line.held) {
      return { text: this.why(line), bad: true, conflict: null };
    }
    if (line.deal !== this.current) return null;
    return { text: this.hint(line), bad: false, conflict: null };
  }

  hint(line) {
    if (!this.keyboard.isHere) return this.words.elsewhere;
    if (line.filled) return fill(this.words.replace, { what: this.what(line) });
    return this.dealing(line);
  }
}
