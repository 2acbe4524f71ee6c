// A sheet that is full: what everybody has, whether the paper says the same, and what comes next.

import { balance, fill } from "./keys.js";

export class Full {
  constructor(node, words, names) {
    Object.assign(this, { node, words, names });
    this.totals = node.querySelector("[data-full-totals]");
    this.paper = node.querySelector("[data-full-paper]");
    this.proof = node.querySelector("[data-full-proof]");
  }

  /** `rests`: the cursor is at rest, and who sees the last deal stored may be shown this. */
  draw(isShown, totals, rests) {
    const appears = isShown && this.node.hidden;
    this.node.hidden = !isShown;
    if (!isShown) return;
    const points = totals ?? this.names.map(() => null);
    this.totals.textContent = this.names
      .map((name, seat) => `${name} ${balance(points[seat])}`)
      .join(" \u00b7 ");
    if (appears && rests) this.node.scrollIntoView({ block: "nearest" });
  }

  /** Go to what comes next; Enter once more opens it, so that the totals are seen before. */
  lead() {
    this.node.querySelector("a.button--primary")?.focus();
  }

  /** Which sentence tells what the paper says. */
  said(paper) {
    if (paper?.differs) return "paper_differs";
    if (!paper?.agrees) return "paper_asked";
    return paper.typed < paper.all ? "paper_part" : "paper_agrees";
  }

  /** What the paper's sums say, and what is then still asked; null where there are no boxes. */
  drawPaper(paper) {
    const says = this.said(paper);
    this.paper.textContent = fill(this.words[says], paper ?? {});
    const isClosed = this.node.dataset.full === "closed"; // then nothing is asked any more
    const isAsked = this.proof.dataset.fullProof === "sums";
    this.paper.hidden = says === "paper_asked" && (isClosed || !isAsked);
    // A sheet that the paper contradicts has something asked of it, one that its sums prove nothing.
    const isProved = paper?.proved && isAsked;
    this.proof.hidden = Boolean(isClosed || paper?.differs || isProved);
  }
}
