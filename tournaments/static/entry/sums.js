// Stores the sums of the paper that agree, in the background, until the server has them.

import { PATIENCE, RETRY, cookie } from "./sender.js";

const NEVER = [400, 409]; // answers that the same sums would get again

export class Sums {
  /** `tell` says something to who looks and to who listens. */
  constructor({ paper, form, csrfCookie, words, tell }) {
    Object.assign(this, { paper, form, csrfCookie, words, tell });
    /** Rows that are on their way. */
    this.busy = new Set();
    /** Row → sums that the server will not have. */
    this.refused = new Map();
  }

  start() {
    const { rows } = this.paper;
    for (const row of rows) {
      row.row.addEventListener("focusout", ({ relatedTarget }) => {
        if (!row.row.contains(relatedTarget)) this.keep(row);
      });
    }
    // What failed has its own time; the sheet is drawn with every key.
    this.paper.drawn = () => rows.forEach((row) => row.failed || this.keep(row));
    setInterval(() => rows.forEach((row) => this.keep(row)), RETRY);
    addEventListener("pagehide", () => rows.forEach((row) => this.keep(row, true)));
    addEventListener("beforeunload", (event) => {
      if (rows.some((row) => row.failed && this.isOwed(row))) event.preventDefault();
    });
  }

  isOwed(row) {
    return this.paper.isOwed(row) && this.refused.get(row) !== this.said(row).join();
  }

  said({ boxes }) {
    return boxes.map(({ value }) => value);
  }

  /** Store a row that is left: of one that is being typed, the sums may only begin alike. */
  async keep(row, leaving = false) {
    const typing = !leaving && row.row.contains(document.activeElement);
    if (typing || this.busy.has(row) || !this.isOwed(row)) return;
    this.busy.add(row);
    const said = this.said(row);
    const failed = row.failed;
    const status = await this.send(row);
    this.busy.delete(row);
    if (NEVER.includes(status)) this.refused.set(row, said.join());
    const taken = status === 204;
    this.paper.answered(row, said, taken);
    if (taken === failed) this.tell(taken ? this.words.sums_agree : this.words.sums_not_stored);
  }

  /** The status of the answer; 0 when there was none, or another page in its place. */
  async send({ boxes }) {
    const body = new FormData();
    for (const { name, value } of boxes) body.append(name, value);
    try {
      const { status } = await fetch(this.form.dataset.store, {
        method: "POST",
        headers: { "X-CSRFToken": cookie(this.csrfCookie) },
        body,
        redirect: "manual",
        keepalive: true, // the page may be left in that very moment
        signal: AbortSignal.timeout(PATIENCE),
      });
      return status;
    } catch {
      return 0;
    }
  }
}
