// What the phone says of a deal: as every page says it, with what it moves.

import { fill, signed } from "./keys.js";
import { shortened } from "./names.js";
import { cardWords, cardsOf, valueOf } from "./said.js";
import { SheetEditor } from "./sheet_editor.js";

export class PhoneWords extends SheetEditor {
  /** Cards by their keys: "♣ 5, ♦ queen" */
  cards(keys) {
    const { names } = this.book.card;
    return cardsOf(keys.join("")).map((card) => cardWords(card, names)).join(", ");
  }

  /** What a tile says: the declarer's points to the eye, the whole deal to the ear. */
  told(line) {
    const { filled } = line;
    const [tone, short] = filled ? [this.tone(line), this.points(line)] : ["", ""];
    return { tone, short, long: this.what(line) };
  }

  /** A colour is for the sign of what is told: a game that was won and yet costs is no green one. */
  tone(view) {
    const { said } = view;
    const points = said?.seat === undefined ? null : valueOf(view);
    if (!points) return said?.outcome ?? "other";
    if (points > 0) return "won";
    return said.outcome === "kodille" ? "kodille" : "bet";
  }

  quarrelOf(lines) {
    const line = lines[this.current - 1];
    return line?.held?.state === "stale" ? this.quarrel(line) : null;
  }

  /** In the fewest words: there is room for two lines. */
  ante(view) {
    return view.filled && view.ante ? fill(this.words.anted_short, { points: view.ante }) : "";
  }

  /** "Agnes: solo, won, +6" */
  what(view) {
    const { said } = view;
    if (!view.filled) return this.words.nothing;
    if (!said) return "";
    const points = this.worth(view);
    if (!said.who) return [said.game, points].filter(Boolean).join(", ");
    return `${said.who}: ${[said.game, said.how, points].filter(Boolean).join(", ")}`;
  }

  /** A word before it is stored, with shorter names too: "Deal 17: Agnes: solo, won" */
  saying(word) {
    return this.shorter((people) => {
      const what = this.what({ filled: true, said: this.book.said(word, people) });
      return fill(this.words.told, { deal: this.current, what });
    });
  }

  /** What was tapped or heard of last, and else the last deal before the first open one. */
  last(lines, open) {
    const tapped = lines[(this.undoable?.deal ?? this.heard) - 1];
    const line = tapped ?? lines.findLast((each) => each.filled && each.deal < open);
    return line ? this.short(line) : null;
  }

  /** What is asked before a deal is taken away. */
  asksToEmpty() {
    const deal = this.current;
    return this.ofDeal(this.book.view(deal), (what) => fill(this.words.ask_empty, { deal, what }));
  }

  /** A sentence of a deal with its names as they are, and with shorter ones for where they do not fit. */
  shorter(sentence, deal = this.current) {
    return [...new Set(shortened(this.book.at(deal)).map(sentence))];
  }

  /** The same of what a deal says; `how` of what is said tells how it went. */
  ofDeal(view, sentence, how = (said) => said.how) {
    const told = (people) => {
      const said = this.book.said(view.keys, people);
      return said && { ...said, how: how(said) };
    };
    return this.shorter((people) => sentence(this.what({ ...view, said: told(people) })), view.deal);
  }

  /** Who else keeps the sheet: not whoever entered the last deal here. Rather nothing than half of
   *  a word. */
  keptBy(lines, open) {
    const { lease } = this.book.sheet;
    const newest = lines.findLast((each) => each.filled && each.deal < open);
    if (!lease || lease.mine || this.ended !== null || this.own.has(newest?.deal)) return [""];
    const { seat, name } = lease;
    const who = this.shorter((people) => fill(this.words.kept_by, { who: people[seat] ?? name }));
    return [...who, this.words.kept_elsewhere, ""];
  }

  get here() {
    return "this_phone";
  }

  /** Before the first tap: who keeps the sheet, and what becomes of what is entered here too. */
  keptFirst() {
    const { lease } = this.book.sheet;
    if (this.hasTapped || !lease || lease.mine || this.own.size) return [""];
    const { seat, name } = lease;
    const { kept_first: first, another_phone: phone } = this.words;
    return this.shorter((people) => fill(first, { who: people[seat] ?? (this.person(name) || phone) }));
  }

  /** With who entered it, where that was somebody else. */
  short(line) {
    const { deal, waiting, held, stored } = line;
    const { lease } = this.book.sheet;
    const isOwn = this.own.has(deal) || (lease?.mine && lease.name === stored.entered_by);
    const other = !waiting && !isOwn && stored.entered_by;
    const by = other && `(${stored.entered_by})`;
    const told = (...what) => [`${deal} `, ...what].filter(Boolean).join(" ");
    const whole = this.ofDeal(line, (what) => told(what, by));
    // Rather without its cards and tricks than without what it moved.
    const brief = this.ofDeal(line, (what) => told(what), ({ ended }) => ended);
    return { deal, texts: [...whole, ...brief], waiting, held: held !== null };
  }

  /** Who deals, and what lay in the pot before, where another sum lies in it now. */
  head(lines, pot) {
    if (this.current === null || this.ended !== null) return [""];
    const before = this.potBefore(lines, pot);
    return this.shorter((people) => `${before}${this.dealing(lines[this.current - 1], people)}`);
  }

  potBefore(lines, now) {
    const { book, current } = this;
    const pot = current > 1 ? lines[current - 2].pot : book.pot(book.sheet.opening);
    if (!this.sheet.keepsPot || pot === null || pot === now) return "";
    return `${fill(this.words.pot_before, { deal: current, points: signed(pot) })} `;
  }

  /** With shorter names too. */
  note(lines) {
    if (this.ended !== null || this.current === null) return [""];
    const line = lines[this.current - 1];
    const { ante } = this.book.card;
    const note = this.notes.get(line.deal);
    if (note) return [note.text].flat();
    const isStale = line.held?.state === "stale" || this.isOvertaken;
    if (isStale) return [fill(this.words.stale, { deal: line.deal })];
    if (line.held) return [this.why(line)];
    if (ante && !lines.some(({ filled }) => filled)) return [fill(this.words.antes, { ante })];
    if (this.chosen === null || !line.filled) return this.keptFirst();
    const { tap_now: now, tap_to_replace: tap } = this.words;
    return this.ofDeal(line, (what) => fill(this.isChanged ? now : tap, { what }));
  }

  /** Which deal was not stored, and where that is put right, while another one stands here. */
  warning() {
    const deal = this.firstHeld();
    if (deal === null || deal === this.current || this.ended !== null) return "";
    const button = fill(this.words.attention, { deal });
    return `${fill(this.words.not_stored, { deal })} ${fill(this.words.tap, { button })}`;
  }
}
