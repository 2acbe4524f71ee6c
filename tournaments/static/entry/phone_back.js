// Taking back, and what is told of others: the seconds in which the last tap is undone, a deal that
// is taken away, and the deals that somebody else has entered.

import { fill } from "./keys.js";
import { PhoneBegun } from "./phone_begun.js";

const UNDO = 8000; // milliseconds for which the last tap can be taken back

export class PhoneBack extends PhoneBegun {
  /** What stood there before comes back, as it was answered then; what no keys can say does not. */
  allowUndo(deal, before) {
    const { filled, keys } = before;
    if (filled && !keys) return;
    const { id } = this.queue.of(this.book.table, deal).at(-1);
    const what = filled ? { line: keys, confirmed: true } : { withdrawn: true };
    const undoing = { deal, id, what, before: filled ? before : null };
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
    const { deal, what, before } = this.undoable;
    const view = this.book.view(deal);
    const word = this.standing(deal);
    this.undoing = null;
    this.add({ deal, ...what });
    // What was taken away is there again.
    const texts = view.filled ? this.undone(view, before) : [this.telling(deal)];
    this.sheet.status(texts[0]);
    this.goToOpen();
    // Mostly the way out alone was wrong: the rest of it stays, and is seen.
    if (this.current === deal) this.press(word);
    this.moreIsOpen = this.more.says !== "";
    this.noteForAWhile(texts);
    if (this.moreIsOpen) this.sheet.toPressed();
    this.send();
  }

  /** That a deal is taken back, and what stands there again; whole and in fewer letters. */
  undone(view, before = null) {
    const { undone, undone_to: again } = this.words;
    const now = before && this.what(before);
    const facts = { deal: view.deal, now };
    return this.ofDeal(view, (what) => fill(now ? again : undone, { ...facts, what }));
  }

  askToEmpty() {
    this.asked = null;
    this.emptying = true;
    this.draw();
    this.sheet.askIsSeen();
  }

  /** A deal that was entered by mistake has no result any more. */
  empty() {
    const deal = this.current;
    const before = this.book.view(deal);
    const texts = this.undone(before);
    this.emptying = false;
    this.notes.delete(deal);
    this.add({ deal, withdrawn: true });
    this.allowUndo(deal, before);
    this.sheet.status(texts[0]);
    this.goToOpen();
    this.noteForAWhile(texts);
    this.send();
  }

  /** Said at the deal that stands here, in place of the strip: for as long as an undo would be. */
  noteForAWhile(texts) {
    const [deal, note] = [this.current, { text: texts }];
    this.notes.set(deal, note);
    this.draw();
    setTimeout(() => {
      if (this.notes.get(deal) !== note) return;
      this.notes.delete(deal);
      this.draw();
    }, UNDO);
  }

  // --- others ---------------------------------------------------------------------------

  /** Somebody else has entered a deal, or mended one. */
  hear(deal) {
    this.own.delete(deal);
    this.news = [...this.news.filter((each) => each !== deal), deal];
    this.sheet.status(this.telling(deal)); // who listens is not left with what it said before
  }

  /** Whoever ends a deal has seen those before it: of them nothing is told after his own. */
  dropNews(deal) {
    this.news = this.news.filter((each) => each > deal);
  }

  /** What is told of others now; the rest of it waits. */
  get heard() {
    const waits = this.moreIsOpen || this.emptying || this.asked !== null || this.undoable;
    return waits ? null : (this.news[0] ?? null);
  }

  /** Each is told for as long as what was tapped, from when it can be read. */
  tellNews() {
    const { heard } = this;
    if (heard === (this.hearing?.deal ?? null)) return;
    clearTimeout(this.hearing?.timer);
    this.hearing = heard && {
      deal: heard,
      timer: setTimeout(() => {
        this.news = this.news.filter((deal) => deal !== heard);
        this.draw();
      }, UNDO),
    };
  }
}
