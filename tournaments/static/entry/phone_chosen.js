// What is chosen of the deal that stands on the phone: its contract, what more, how it can end.

import { fill } from "./keys.js";
import { shortened } from "./names.js";
import { More } from "./phone_more.js";
import { PhoneWords } from "./phone_words.js";
import { TO, say } from "./said.js";

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
/** What nobody can end a deal with. */
const CLASHES = new Set([...CANNOT, "first_five_not_allowed", "refused", "trump_not_allowed"]);
/** Parts of what more is said that may stand in the way of another. */
const LIFTED = ["tout", "first", "tricks", "trump", "flags"];
/** Parts by which the cards of a tourné are tapped. */
const CARDS = new Set(["laid", "suit", "rank"]);
const GIVEN_UP = "g";
const SPADES = "s";
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

  /** What stands for a deal, to be changed bit by bit: where all passed no contract does. */
  opened(deal) {
    const { held, keys } = this.book.view(deal);
    const isPassed = this.grammar.word(held?.line ?? keys)?.passed;
    if (isPassed) return { game: null, more: this.nothingMore(null) };
    return this.reading(this.standing(deal));
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
    const { game, more } = this.opened(this.current);
    return game !== this.game || more.says !== this.more.says;
  }

  /** Where a game in spades is a contract of its own, that one is chosen when spades are tapped. */
  followSpades() {
    const { in_spades: own } = this.more.terms;
    if (this.more.trump !== SPADES || !own) return;
    const said = { ...this.more.parts, trump: "" };
    this.game = own;
    this.more = this.nothingMore().with(said);
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

  /** Whether a part of what more there is to say can be so, after what was tapped before. */
  mayTap(part, keys) {
    return !CARDS.has(part) || this.judge.tourne.mayTap(this.more, part, keys);
  }

  /** Whether by all that was said nobody can have won, lost or anything else. */
  get isStuck() {
    const { card } = this.book;
    const { dealer } = this.book.stored(this.current);
    const bySitter = card.games[this.game]?.by_sitter ?? false;
    const seats = [...this.book.names.keys()];
    const declarers = seats.filter((seat) => card.idle[dealer].includes(seat) === bySitter);
    const clashes = (seat, outcome) =>
      CLASHES.has(this.judge.against(this.word(seat, outcome), dealer));
    const outcomes = Object.keys(OUTCOME_KEYS);
    return declarers.every((seat) => outcomes.every((outcome) => clashes(seat, outcome)));
  }

  /** The newer choice holds: what cannot be together with it is lifted, and nothing else. */
  lift(newest) {
    if (!this.isStuck) return;
    const said = this.more;
    const lifted = new Set(LIFTED.filter((part) => part !== newest));
    const take = () => {
      this.more = said.without(lifted);
      return !this.isStuck;
    };
    if (!take()) {
      this.more = said;
      return;
    }
    for (const part of [...lifted]) {
      lifted.delete(part);
      if (!take()) lifted.add(part);
    }
    take();
  }

  word(seat, outcome) {
    const word = this.wordOf(this.more, seat, outcome);
    return this.chosen === null ? word : this.lettingGo(word, seat, outcome);
  }

  wordOf(more, seat, outcome) {
    const { card } = this.book;
    const game = card.games[this.game];
    if (!game) return `${seat + 1}${OUTCOME_KEYS[outcome]}`; // the rest would be read as a contract
    const extras = more.keys();
    const key = this.game === card.plain && !extras ? "" : game.digit;
    return `${seat + 1}${key}${extras}${more.tout}${OUTCOME_KEYS[outcome]}`;
  }

  /**
   * Where a deal is mended, what stands of it and says how it ended goes when it ended otherwise:
   * that it was given up, or else its tricks. What was tapped since then stays.
   */
  lettingGo(word, seat, outcome) {
    const { more, current } = this;
    const { dealer } = this.book.stored(current);
    if (this.judge.against(word, dealer) !== "outcome_differs") return word;
    const stood = this.reading(this.standing(current)).more;
    const left = this.nothingMore().with(more.parts);
    if ([more, stood].every(({ flags }) => flags.includes(GIVEN_UP))) {
      left.flags = more.flags.filter((flag) => flag !== GIVEN_UP);
    } else if (more.tricks === stood.tricks) left.tricks = "";
    return this.wordOf(left, seat, outcome);
  }

  /** What is chosen, before anybody is tapped and how it ended: "solo ♦" */
  begunWords() {
    if (this.asked) return this.says(this.asked);
    return this.book.said(this.word(0, "bet"))?.game || this.words.nothing;
  }

  /** What is chosen beside the contract: "♣, tout won" */
  extras() {
    return this.besides().join(", ");
  }

  /** The same, each by itself. */
  besides() {
    const { more, game: contract, grammar } = this;
    const { names } = this.book.card;
    const [, people] = shortened(this.book.at(this.current));
    const tout = grammar.spec.touts[more.tout] ?? null;
    const { more: rest } = say({ seat: 0, contract, tout }, { ...more.said, tricks: "" }, names, people);
    const each = [...more.tricks].join(TO);
    const joined = [...more.joined.keys()].map((seat) => people[seat]);
    return [...joined, each && fill(names.words.tricks, { each }), ...rest].filter(Boolean);
  }

  /** Which way out is stored of the deal that is mended, while nothing of it was changed. */
  stands() {
    const { held, keys } = this.book.view(this.current);
    const word = held ? null : this.grammar.word(keys);
    if (!word || this.isChanged) return null;
    return word.passed ? { outcome: "passed" } : { seat: word.seat, outcome: word.outcome };
  }
}
