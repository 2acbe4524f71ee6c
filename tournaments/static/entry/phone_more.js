// What a deal says beside who, what and how: tapped bit by bit, and put together as one word.

import { items } from "./said.js";

const HELD = 3; // who play when the declarer was dealt cards
const TRICKS = 9;
const PLAYED = ["g", "n"]; // given up, or as a nolo
const TRUMPS = ["named", "turned"]; // what is not told by the contract, nor by its cards

/** Whether a contract has something: a flag, a number, or values of its own. */
function truly(value) {
  return typeof value === "object" ? Object.keys(value).length > 0 : Boolean(value);
}

export class More {
  /** `terms` is the contract's line of the score card, `fourth` the seat that may join or look. */
  constructor(terms, fourth) {
    Object.assign(this, { terms: terms ?? {}, fourth });
    Object.assign(this, { trump: "", tricks: "", extra: "", peeked: "", first: "", tout: "" });
    Object.assign(this, { suit: "", laid: [], turned: [], flags: [] });
    /** Seat → {tricks, extra, gave}. */
    this.joined = new Map();
  }

  /** What a word says already, to be changed: its groups, as the grammar reads them. */
  take(said, tout) {
    const { trump, tricks, extra, peeked, flags, first } = said;
    Object.assign(this, { trump, tricks, extra, peeked, first });
    for (const part of ["trump", "tricks", "extra", "peeked", "first"]) this[part] ??= "";
    this.flags = [...(flags ?? "")];
    this.laid = (said.laid ?? "").match(/../g) ?? [];
    this.turned = (said.turned ?? "").match(/../g) ?? [];
    for (const { seat, extra: more, gave, taken } of items(said.joined, "j")) {
      this.joined.set(seat, { tricks: taken ?? 0, extra: more, gave });
    }
    this.tout = tout;
    return this;
  }

  /** All that was tapped, as it can be kept. */
  get parts() {
    const { terms: _terms, fourth: _fourth, joined, ...rest } = this;
    return { ...rest, joined: [...joined] };
  }

  /** The same that was kept. */
  with({ joined, ...rest }) {
    Object.assign(this, rest);
    this.joined = new Map(joined);
    return this;
  }

  /** Whether the contract has a part of the word; `trumps` is asked for statistics alone. */
  has(needs) {
    const { terms } = this;
    if (needs === "") return true;
    if (needs === "trumps") return TRUMPS.includes(terms.trump) && !terms.by_cards;
    return truly(terms[needs]);
  }

  /** Whether a seat may join the declarer, or look and stay out. */
  mayJoin(seat, sitters) {
    const { terms, fourth } = this;
    if (seat === fourth) return Boolean(terms.fourth_joins);
    return Boolean(terms.players_join) && !sitters.includes(seat);
  }

  /** Whether the one whose keys these are may look and stay out. */
  mayLook(keys) {
    return this.fourth !== null && this.has("peek") && keys === `p${this.fourth + 1}`;
  }

  get isNolo() {
    return this.terms.trump === "none" || this.flags.includes("n");
  }

  /** How many numbers of tricks make all known: in a nolo the declarer's, else all but the last. */
  get numbers() {
    if (this.isNolo) return 1;
    return this.terms.by_sitter ? HELD : HELD - 1;
  }

  // --- tapping --------------------------------------------------------------------------

  /** Take a tap on a part of the word; a second one on the same takes it back. */
  tap(part, keys) {
    const deeds = {
      laid: () => this.toggle("laid", keys),
      flags: () => this.toggle("flags", keys),
      rank: () => this.turn(keys),
      tricks: () => this.count(keys),
      joined: () => this.join(Number(keys)),
      fewer: () => this.change(Number(keys), ({ tricks }) => ({ tricks: Math.max(0, tricks - 1) })),
      another: () =>
        this.change(Number(keys), ({ tricks }) => ({ tricks: Math.min(TRICKS, tricks + 1) })),
      "joined-extra": () => this.change(Number(keys), ({ extra }) => ({ extra: !extra })),
      "joined-gave": () => this.change(Number(keys), ({ gave }) => ({ gave: !gave })),
    };
    if (deeds[part]) deeds[part]();
    else this[part] = this[part] === keys ? "" : keys;
  }

  toggle(part, keys) {
    const others = this[part].filter((each) => each !== keys);
    this[part] = others.length < this[part].length ? others : [...others, keys];
    if (part === "flags") this.tricks = ""; // a mort as nolo counts otherwise
  }

  /** A rank makes a card with the suit tapped before. */
  turn(rank) {
    if (!this.suit) return;
    this.turned = [...this.turned, this.suit + rank];
    this.suit = "";
  }

  /** One number after the other, as they are typed; beyond the last it begins anew. */
  count(digit) {
    const again = this.numbers === 1 && this.tricks === digit;
    this.tricks = this.tricks.length < this.numbers ? this.tricks + digit : again ? "" : digit;
  }

  join(seat) {
    if (!this.joined.delete(seat)) this.joined.set(seat, { tricks: 0, extra: false, gave: false });
  }

  change(seat, how) {
    const one = this.joined.get(seat);
    if (one) Object.assign(one, how(one));
  }

  /** The same without some parts; of the flags, those go that say how it was played. */
  without(parts) {
    const left = new More(this.terms, this.fourth).with(this.parts);
    for (const part of parts) {
      left[part] = part === "flags" ? this.flags.filter((flag) => !PLAYED.includes(flag)) : "";
    }
    return left;
  }

  dropTricks() {
    this.tricks = "";
  }

  dropCards() {
    Object.assign(this, { laid: [], suit: "", turned: [] });
  }

  // --- the word -------------------------------------------------------------------------

  /** All that it adds to a word; empty where nothing was tapped. */
  get says() {
    return this.keys() + this.tout;
  }

  /** Whether a number of tricks is still to be tapped. */
  get lacksTricks() {
    const { tricks, joined, numbers } = this;
    return (tricks !== "" || joined.size > 0) && tricks.length < numbers;
  }

  /** The parts between contract and tout, named and ordered as the grammar has them. */
  get said() {
    const { trump, tricks, extra, peeked, first } = this;
    const seats = [...this.joined.keys()].sort();
    const joined = seats.map((seat) => {
      const { tricks: taken, extra: more, gave } = this.joined.get(seat);
      return `j${seat + 1}${more ? "e" : ""}${gave ? "g" : taken}`;
    });
    const [laid, turned, flags] = [this.laid, this.turned, this.flags].map((all) => all.join(""));
    return { trump, tricks, extra, joined: joined.join(""), peeked, laid, turned, flags, first };
  }

  /** The keys between contract and tout. */
  keys() {
    const { trump, tricks, extra, joined, peeked, laid, turned, flags, first } = this.said;
    const cards = laid && `c${laid}t${turned}`;
    return [trump, tricks, extra, joined, peeked, cards, flags, first].join("");
  }
}
