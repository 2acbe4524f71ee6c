// Says what a word tells beside who played it: by the fragments of the server's own sentences
// (words/deals.py), so that a deal reads the same before and after it is sent.

import { fill } from "./keys.js";

const SUITS = { h: "H", r: "D", k: "C", s: "S" };
const RANKS = { b: "J", d: "Q", k: "K", e: "A", j: "J", q: "Q", a: "A" };
const FLAGS = { b: "bought_again", n: "nolo", i: "spadille_in_talon" };
const TRICKS = 9;
const BOUND = "\u00a0"; // no line ends between a suit and its rank
export const TO = "\u2013\u2060"; // no line ends between two numbers of tricks

/** The items of a word that begin with a letter and a seat: `j31j4e2`, each in its parts. */
export function items(text, letter) {
  const found = (text ?? "").matchAll(new RegExp(`${letter}([1-5])(e?)(g?)([0-9]?)`, "g"));
  return [...found].map(([, seat, extra, gave, taken]) => ({
    seat: Number(seat) - 1,
    extra: Boolean(extra),
    gave: Boolean(gave),
    taken: taken === "" ? null : Number(taken),
  }));
}

/** The cards of keys such as `seh7`, as the server names them. */
export function cardsOf(keys) {
  const pairs = (keys ?? "").match(/../g) ?? [];
  return pairs.map(([suit, rank]) => SUITS[suit] + (RANKS[rank] ?? rank));
}

/** `names`: what card.names has; `people`: who sits where. Returns {who, game, how}, and
 *  `ended`, the part of `how` that says how it ended; `more`, what is said beside who, game and that. */
export function say(word, said, names, people) {
  const { words } = names;
  const joined = items(said?.joined, "j");
  const who = [word.seat, ...joined.map(({ seat }) => seat)].map((seat) => people[seat]);
  const game = names.games[word.contract] ?? "";
  const cards = (keys) => cardsOf(keys).map((card) => cardWords(card, names)).join(", ");
  const given = said?.flags?.includes("g");
  const ended = given ? words.given_up : names.outcomes[word.outcome];
  const suit = said?.trump ? names.suits[SUITS[said.trump]] : "";
  const shown = [
    said?.laid && fill(words.laid, { cards: cards(said.laid) }),
    said?.turned && fill(words.turned, { cards: cards(said.turned) }),
  ];
  const besides = [
    said && tricks(word, said, joined, people, names),
    said?.extra && words.extra_card,
    ...joined.flatMap((one) => ofOne(one, people[one.seat], words)),
    ...items(said?.peeked, "p").map(({ seat }) => fill(words.looked, { name: people[seat] })),
    ...Object.entries(FLAGS).map(([flag, key]) => said?.flags?.includes(flag) && words[key]),
    said?.first && words[said.first === "f" ? "first_made" : "first_failed"],
    names.touts[word.tout],
  ];
  return {
    who: who.join(words.and),
    game: suit ? `${game} ${suit}` : game,
    how: [...shown, ended, ...besides].filter(Boolean).join(", "),
    ended,
    more: [suit, ...shown, given && ended, ...besides],
  };
}

/** What a deal moves for each seat, without what filled the pot before it; null where unknown. */
function moves({ changes, ante }) {
  return changes?.map((points) => points + (ante ?? 0)) ?? null;
}

/** The value of a deal: what its declarer has of it, if all passed the first seat; null where it is
 *  not known. What no keys can say has its declarer in its record. */
export function valueOf(view) {
  const seat = view.said ? view.said.seat : view.stored?.record?.declarer;
  return moves(view)?.[seat ?? 0] ?? null;
}

/** Whether several pay that value, and nobody has anything of it. */
export function isAlike(view) {
  const value = valueOf(view);
  const paid = moves(view)?.filter((points) => points) ?? [];
  return paid.length > 1 && paid.every((points) => points === value);
}

/** A card as it is said: its suit drawn, and its rank. */
export function cardWords(card, { suits, ranks }) {
  return `${suits[card[0]]}${BOUND}${ranks[card.slice(1)] ?? card.slice(1)}`;
}

function ofOne({ extra, gave }, name, words) {
  return [extra && fill(words.extra_card_of, { name }), gave && fill(words.gave_up, { name })];
}

/** In playing order from the declarer on, the last with the rest; or of each who joined. */
function tricks({ seat }, said, joined, people, { words }) {
  if (!said.tricks) return "";
  const own = [{ seat, taken: said.tricks }, ...joined].filter(({ taken }) => taken !== null);
  const each = own.map((one) => `${people[one.seat]} ${one.taken}`).join(", ");
  if (joined.length) return fill(words.tricks, { each });
  if (said.tricks.length === 1) return fill(words.tricks, { each: said.tricks });
  const taken = [...said.tricks].map(Number);
  return [...taken, TRICKS - taken.reduce((sum, one) => sum + one, 0)].join(TO);
}
