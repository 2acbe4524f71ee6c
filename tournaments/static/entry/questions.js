// What the desk asks before it enters a word, in the line of the deal: Enter says yes, Escape no.

import { fill } from "./keys.js";
import { SheetEditor } from "./sheet_editor.js";

export class Questions extends SheetEditor {
  constructor(parts) {
    super(parts);
    /** The deal that was opened to say more of it: to type there is to replace it. */
    this.opened = null;
  }

  /**
   * Whether a word would take the place of a result that nobody has called in question, or says
   * what the rules hardly allow.
   */
  asks(deal, read) {
    if (read.kind !== "deal") return false;
    const view = this.book.view(deal);
    const stands = view.filled && !view.held;
    if (stands && this.book.same(view.keys, read.word)) return false;
    return (stands && deal !== this.opened) || this.doubt(deal, read.word) !== "";
  }

  ask(deal, read) {
    const view = this.book.view(deal);
    this.notes.set(deal, { word: read.word, was: this.standing(view) });
    this.draw();
    this.sheet.alert(this.question(view, read.word), deal);
  }

  /** Whether Enter answers the question that was read: in another tab the deal may have changed. */
  isAnswered(deal, read) {
    const note = this.notes.get(deal);
    return note?.word === read.word && note.was === this.standing(this.book.view(deal));
  }

  /** What stands there, without figures that may still have to come from the server. */
  standing(view) {
    return view.said ? this.says(view.keys, view.deal) : this.what(view);
  }

  /** That an entry is taken back, and what stands in its line now. */
  undone(deal, before) {
    const { undone_empty: empty, undone_to: again } = this.words;
    const facts = { deal, what: this.what(this.book.view(deal)) };
    return before?.filled ? fill(again, { ...facts, now: this.what(before) }) : fill(empty, facts);
  }

  /** What speaks against a word; what it would take the place of, and what it says itself. */
  question(line, word) {
    const mine = { ...line, ...this.book.foresee({ line: word }, line.sitters) };
    const what = this.what({ ...mine, said: this.book.said(word, this.book.at(line.deal)) });
    const { ask, ask_tray: tray, sure } = this.words;
    // A closed round takes nothing: what is entered lies in the tray, and the line stays as it is.
    if (this.book.sheet.closed) return fill(tray, { what });
    const facts = { deal: line.deal, was: this.what(line), what };
    return [this.doubt(line.deal, word), fill(line.filled ? ask : sure, facts)].filter(Boolean).join(" ");
  }
}
