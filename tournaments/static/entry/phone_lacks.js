// What a deal still lacks, or has wrong, beside who and how: said in the words of the panel, and
// where in it that is tapped.

/** Code of the rules → the part of the panel that mends it. */
const PARTS = {
  tricks_required: "tricks",
  tricks_invalid: "tricks",
  tricks_undecided: "tricks",
  tourne_invalid: "laid",
  trump_contradicts_tourne: "laid",
};

/** What is to be tapped first, {text, part}; null if nothing is begun and not ended. */
export function lacking(more, words) {
  if (more.has("by_cards") && !(more.laid.length && more.turned.length)) return cards(more, words);
  if (!more.lacksTricks) return null;
  return { text: more.tricks === "" ? words.tricks_own : words.tricks_next, part: "tricks" };
}

/** Which of the cards laid and turned are missing, or that both are. */
function cards({ laid, turned }, words) {
  if (laid.length) return { text: words.cards_turned, part: "suit" };
  return { text: turned.length ? words.cards_laid : words.cards_both, part: "laid" };
}

/** What the judge says, {text, part, game}: `game` if that is what is missing; null if it has nothing to say. */
export function refusing(code, judge) {
  const game = code === "contract_missing";
  return code && { text: judge.sentence(code), part: PARTS[code] ?? null, game };
}
