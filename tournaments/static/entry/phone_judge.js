// Judges a deal before it is stored, by what the rules say of each contract: nothing is entered
// here that the server would refuse. A word is judged as it would be sent.

import { Tourne } from "./phone_tourne.js";
import { items } from "./said.js";

const ALL = 9; // tricks
const TRUMPS = ["named", "turned", "spades"];

export class Judge {
  /** `rules`: what entry/pages/judging.py sends. */
  constructor({ grammar, card, rules }) {
    Object.assign(this, { grammar, card, rules, tourne: new Tourne(rules.tourne_cards) });
  }

  /** What a word says, part by part; null if it is none, or all passed. */
  parts(text) {
    const word = this.grammar.word(text);
    if (!word || word.passed) return null;
    const said = this.grammar.extras.exec(word.extras)?.groups;
    return { ...word, terms: this.card.games[word.contract], said };
  }

  /** The first thing that speaks against a word, by its code; null if nothing does. */
  against(text, dealer) {
    const word = this.parts(text);
    if (!word) return this.grammar.word(text) ? null : "word_unreadable";
    if (!word.terms) return "contract_missing";
    if (!word.said) return "extras_unreadable";
    const about = { ...word, ...this.facts(word, dealer) };
    return (
      this.ofSeats(about) ??
      this.ofExtras(about) ??
      this.ofCards(about) ??
      this.ofTricks(about) ??
      this.ofOutcome(about) ??
      this.ofAnnounced(about)
    );
  }

  /** The sentence for a code; the general one where a code has none of its own. */
  sentence(code) {
    return this.rules.sentences[code] ?? this.rules.sentences.refused;
  }

  /** Who sits where, who joined, whether no tricks is the aim and each trick has its price. */
  facts({ said, terms, contract }, dealer) {
    const { players } = this.grammar.spec;
    const isPairs = this.card.pairs;
    return {
      players,
      dealt: this.card.idle[dealer],
      fourth: players > 3 && !isPairs ? (dealer + 2) % players : null,
      joined: items(said.joined, "j"),
      peeked: items(said.peeked, "p").map(({ seat }) => seat),
      flags: said.flags ?? "",
      isPriced: this.rules.per_trick.includes(contract),
      isNolo: terms.trump === "none" || (said.flags ?? "").includes("n"),
    };
  }

  ofSeats({ seat, terms, dealt, fourth, joined, peeked, players }) {
    if (terms.by_sitter && seat !== fourth) return "declarer_must_sit_out";
    if (!terms.by_sitter && dealt.includes(seat)) return "declarer_sits_out";
    const own = joined.map((one) => one.seat);
    const all = [seat, ...own, ...peeked];
    if (all.some((each) => each >= players)) return "joined_invalid";
    for (const one of joined) {
      const isFourth = one.seat === fourth;
      const isDealt = !dealt.includes(one.seat) && !this.card.pairs;
      if (one.seat === seat) return "joined_invalid";
      if (!(isFourth ? terms.fourth_joins : terms.players_join && isDealt)) return "join_not_allowed";
      if (one.extra && isFourth) return "joined_invalid";
      if (one.extra && !Object.keys(terms.extra_card).length) return "extra_card_not_allowed";
      if (one.gave && (!isFourth || terms.peek)) return "joined_invalid";
    }
    if (peeked.some((each) => !terms.peek || each !== fourth)) return "peek_not_allowed";
    return new Set(all).size < all.length ? "joined_invalid" : null;
  }

  ofExtras({ said, terms, flags, isNolo }) {
    const hasNone = isNolo || !TRUMPS.includes(terms.trump);
    if (said.trump && hasNone) return "trump_not_allowed";
    if (said.trump && terms.trump === "spades" && said.trump !== "s") return "trump_must_be_spades";
    if (said.extra && !Object.keys(terms.extra_card).length) return "extra_card_not_allowed";
    const needs = { g: "may_abandon", n: "as_nolo", b: "buys_again", i: "by_sitter" };
    const wrong = [...flags].find((flag) => !terms[needs[flag]]);
    if (wrong === "g") return "abandon_not_allowed";
    return wrong ? "refused" : null;
  }

  /** Cards laid and turned, where they make the price. */
  ofCards({ said, terms }) {
    if (!terms.by_cards) return said.laid ? "refused" : null;
    if (!said.laid) return "tourne_required";
    if (!this.tourne.takes(said.laid, said.turned)) return "tourne_invalid";
    const last = said.turned.at(-2);
    return said.trump && said.trump !== last ? "trump_contradicts_tourne" : null;
  }

  ofTricks(word) {
    const { said, contract, outcome, joined, flags, isNolo } = word;
    const { tricks } = said;
    if (!tricks) return joined.length ? "tricks_required" : null;
    if (flags.includes("g")) return "refused";
    const typed = isNolo ? String(Number(tricks)) : tricks;
    const ending = this.rules.by_tricks[contract]?.[flags.includes("n") ? "nolo" : "plain"]?.[typed];
    if (!ending) return "tricks_invalid";
    const miscounted = isNolo ? this.ofCount(word, Number(tricks)) : null;
    return miscounted ?? (ending === outcome ? null : "outcome_differs");
  }

  /** In a nolo each who declares is counted, and what nobody has may still change the price. */
  ofCount({ seat, joined, dealt, players, isPriced }, own) {
    const stay = joined.filter(({ gave }) => !gave);
    if (stay.some(({ taken }) => taken === null)) return "tricks_invalid";
    const counts = [own, ...stay.map(({ taken }) => taken)];
    const missing = ALL - counts.reduce((sum, taken) => sum + taken, 0);
    if (missing < 0) return "tricks_invalid";
    const three = [...Array(players).keys()].filter((each) => !dealt.includes(each));
    const known = new Set([seat, ...stay.map((one) => one.seat)]);
    if (!three.every((each) => known.has(each)) || !missing) return null;
    return counts.some((taken) => taken === 0 || isPriced) ? "tricks_undecided" : null;
  }

  ofOutcome({ said, terms, outcome, flags, isPriced }) {
    if (flags.includes("g")) return outcome === "bet" ? null : "outcome_differs";
    if (said.tricks) return null;
    if (!(outcome in terms.values)) return "outcome_not_allowed";
    return isPriced && outcome === "kodille" ? "tricks_required" : null;
  }

  /** A tout, and the first five tricks: announced, and made or not. */
  ofAnnounced({ said, tout, terms, outcome, flags, isNolo }) {
    const own = said.tricks ? Number(said.tricks[0]) : null;
    if (tout && (!terms.tout || flags.includes("g") || isNolo)) return "tout_not_allowed";
    if (tout && contradicts(tout, outcome, own, ALL)) return "tout_contradicts_tricks";
    const first = { f: "made", ff: "failed" }[said.first];
    if (first && (!terms.first_five || flags.includes("g") || isNolo)) return "first_five_not_allowed";
    return first && contradicts(first, outcome, own, 5) ? "first_five_contradicts_tricks" : null;
  }
}

/** Made is a won game with tricks enough, and failed is not all nine. */
function contradicts(state, outcome, own, enough) {
  if (state === "failed") return own === ALL;
  return own === null ? outcome !== "won" : own < enough;
}
