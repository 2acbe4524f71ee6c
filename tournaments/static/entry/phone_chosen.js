// What is chosen of the deal that stands on the phone: its contract, what more, how it can end.

import { More } from "./phone_more.js";
import { PhoneWords } from "./phone_words.js";

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

export class PhoneChosen extends PhoneWords {
  /** The word that stands for a deal: what was refused or is stored. */
  standing(deal) {
    const { held, keys } = this.book.view(deal);
    return this.judge.parts(held?.line ?? keys);
  }

  /** What a deal says is pressed, to be changed bit by bit. */
  press(word) {
    Object.assign(this, this.reading(word));
  }

  /** The contract that a word says, and what more: {game, more}. */
  reading(word) {
    const game = word?.terms ? word.contract : this.book.card.plain;
    const more = this.nothingMore(game);
    const tout = Object.entries(this.grammar.spec.touts).find(([, state]) => state === word?.tout);
    if (word?.terms && word.said) more.take(word.said, tout?.[0] ?? "");
    return { game, more };
  }

  /** Whether something else is chosen by now than what was opened to be changed. */
  get isChanged() {
    const { game, more } = this.reading(this.standing(this.current));
    return game !== this.game || more.says !== this.more.says;
  }

  /** Nothing beside who, what and how; which contract it is says what there can be. */
  nothingMore(game = this.game) {
    const { book, current } = this;
    const players = book.names.length;
    const dealer = current === null ? 0 : book.stored(current).dealer;
    const fourth = players > 3 && !book.card.pairs ? (dealer + 2) % players : null;
    return new More(book.card.games[game], fourth);
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

  /** Which way out is stored of the deal that is mended, while nothing of it was changed. */
  stands() {
    const { held, keys } = this.book.view(this.current);
    const word = held ? null : this.grammar.word(keys);
    if (!word || this.isChanged) return null;
    return word.passed ? { outcome: "passed" } : { seat: word.seat, outcome: word.outcome };
  }
}
