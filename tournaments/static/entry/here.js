// What stands below the line with the cursor: how to type, or what else can be done about it.

import { fill } from "./keys.js";

export class Here {
  /** `node` is moved below the line; `samples` are ends of words that the rules know. */
  constructor({ node, words, samples }) {
    Object.assign(this, { node, words, samples });
    this.how = node.querySelector("[data-how]");
    /** What was typed, where the line may have too little room for it. */
    this.whole = node.querySelector("[data-keys-typed]");
    /** Where a forgotten deal is inserted; a table's own device has no such link. */
    this.insert = node.querySelector("[data-insert]");
    this.insert?.addEventListener("click", () => this.lead());
    /** Nothing is entered in this round any more, so nothing says how. */
    this.isClosed = false;
  }

  /** `says` gives the words of a result that is typed. */
  draw(line, { note: row, input }, says) {
    const isOpen = !line.filled && !line.held;
    const hasKeys = line.filled && Boolean(line.keys);
    const isBare = isOpen ? this.isClosed : !this.insert && !hasKeys;
    this.node.hidden = line.held !== null || isBare;
    const cell = row.firstElementChild;
    if (this.node.parentNode !== cell) cell.append(this.node);
    this.how.hidden = !isOpen || this.isClosed;
    if (!this.how.hidden) this.how.textContent = fill(this.words.how, { examples: this.examples(line, says) });
    this.whole.hidden = !hasKeys;
    if (hasKeys) this.whole.querySelector("strong").textContent = line.keys;
    if (!this.insert) return;
    this.insert.hidden = isOpen;
    const { deal } = line;
    this.insert.textContent = fill(this.words.insert, { deal });
    this.typed = { deal, input };
    this.lead();
  }

  /** What is typed already goes along: it is most often the deal that was forgotten. */
  lead() {
    const { deal, input } = this.typed;
    const line = input.value.trim();
    this.insert.search = new URLSearchParams({ deal, way: "skipped", ...(line && { line }) });
  }

  /** The first two who play, with a word for each; and that all passed, where the rules let them. */
  examples(line, says) {
    const seats = [...Array(this.samples.players).keys()];
    const play = seats.filter((seat) => !line.sitters.includes(seat));
    const typed = this.samples.ends.map((end, at) => `${play[at] + 1}${end}`);
    const all = this.samples.passes ? [...typed, "0"] : typed;
    return all.map((keys) => `${keys} (${says(keys)})`).join(", ");
  }
}
