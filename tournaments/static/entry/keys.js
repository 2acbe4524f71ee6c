// Reads typed words with the server's own expression; knows their shape, not the rules.

const SPADES = "s";

/** Put the values of `facts` where a sentence of the server says %(name)s. */
export function fill(sentence, facts) {
  return sentence.replace(/%\((\w+)\)[sd]/g, (_whole, name) => facts[name] ?? "");
}

/** A number with a real minus sign, and a plus where it is asked for. */
export function signed(value, plus = "") {
  return value < 0 ? `\u2212${-value}` : `${value > 0 ? plus : ""}${value}`;
}

/** What somebody has, or the pot: dots where only the server can tell and has not yet. */
export function balance(points) {
  return points === null || points === undefined ? "\u2026" : signed(points, "+");
}

export class Grammar {
  /** `spec` is what entry/pages/desk.py sends: pattern, keys, sentences. */
  constructor(spec) {
    this.spec = spec;
    this.pattern = new RegExp(`^(?:${spec.pattern})$`);
    this.extras = new RegExp(`^(?:${spec.extras})$`);
  }

  /** The word without spaces, in lower case, with "." for ",". */
  normalise(text) {
    return text.replace(/\s+/g, "").toLowerCase().replaceAll(",", ".");
  }

  /**
   * What has been typed so far, the first complete word counting:
   * {kind: "nothing" | "part" | "deal" | "jump" | "bad", …}.
   */
  read(text) {
    const typed = this.normalise(text);
    if (!typed) return { kind: "nothing", typed };
    // One event can bring several keys (a paste, a hasty robot): take them word by word.
    for (let end = 1; end <= typed.length; end += 1) {
      const word = typed.slice(0, end);
      const groups = this.pattern.exec(word)?.groups;
      if (!groups) break;
      const rest = typed.slice(end);
      if (groups.passed || groups.outcome) {
        return { kind: "deal", typed, word, rest, ...this.meaning(groups) };
      }
      if (groups.jump) return { kind: "jump", typed, word, rest, deal: Number(groups.deal) };
    }
    if (this.pattern.test(typed)) return { kind: "part", typed };
    const known = this.spec.seat_keys.includes(typed[0]);
    return { kind: "bad", typed, code: known ? "word_unreadable" : "seat_unknown" };
  }

  /** The parts of a complete word: seat, contract id, extras as typed, outcome and tout. */
  meaning(groups) {
    if (groups.passed) return { passed: true };
    const { spec } = this;
    const key = groups.contract ?? "";
    const typed = key ? spec.contract_keys[key] : spec.plain_contract;
    const extras = groups.extras ?? "";
    // Named in spades it may be a contract of its own, which says no trump.
    const inSpades = extras.startsWith(SPADES) ? spec.in_spades[typed] : null;
    return {
      passed: false,
      seat: spec.seat_keys.indexOf(groups.seat) % spec.players,
      key,
      contract: inSpades ?? typed,
      extras: inSpades ? extras.slice(SPADES.length) : extras,
      outcome: spec.outcomes[groups.outcome],
      tout: groups.tout ? spec.touts[groups.tout] : null,
    };
  }

  /** A complete word again, such as the server or the queue holds it; null if it is none. */
  word(text) {
    const read = this.read(text ?? "");
    return read.kind === "deal" && !read.rest ? read : null;
  }

  /** A complete word without the key that ends it; empty where that is all of it. */
  begun(text) {
    const word = this.word(text);
    return !word || word.passed ? "" : word.word.replace(/.$/, "");
  }

  /** The sentence for a word that cannot be sent; null if nothing speaks against it. */
  refusal(read, { dealer, sitters, names }) {
    const facts = { seat: names[read.seat], dealer: names[dealer], players: names.length };
    const say = (code, typed) => fill(this.spec.sentences[code], { ...facts, typed });
    if (read.kind === "bad") {
      const [first] = read.typed; // as a person counts: an emoji is one
      return say(read.code, read.code === "seat_unknown" ? first : read.typed);
    }
    if (read.kind === "part") return say("outcome_missing", read.typed);
    if (read.kind !== "deal" || read.passed) return null;
    const bySitter = this.spec.by_sitter.includes(read.contract);
    if (sitters.includes(read.seat) && !bySitter) return say("declarer_sits_out", read.word);
    if (!read.contract) return say(read.key ? "contract_unknown" : "contract_missing", read.key);
    return this.extras.test(read.extras) ? null : say("extras_unreadable", read.extras);
  }
}
