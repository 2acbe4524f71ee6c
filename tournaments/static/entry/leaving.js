// Who follows a link while deals wait hears how many, and goes on by himself when none does.

import { fill } from "./keys.js";

const SOON = 300; // milliseconds in which what waits is mostly stored: nobody needs to hear of it

export class Leaving {
  constructor(dialog, words) {
    Object.assign(this, { dialog, words });
    this.says = dialog.querySelector("[data-leaving]");
    this.link = dialog.querySelector("a");
    /** Deals that the server does not have yet. */
    this.unsent = 0;
    /** The link that was followed; null while nobody leaves. */
    this.to = null;
  }

  start() {
    document.addEventListener("click", (event) => this.clicked(event));
    this.dialog.addEventListener("close", () => {
      this.to = null;
    });
  }

  clicked(event) {
    const link = event.target.closest("a[href]");
    const isPlain = !event.button && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (!link || link === this.link || link.target || !isPlain || !this.unsent) return;
    if (event.defaultPrevented || link.getAttribute("href").startsWith("#")) return;
    event.preventDefault();
    this.to = link.href;
    this.link.href = link.href;
    setTimeout(() => this.ask(), SOON);
  }

  ask() {
    if (this.to !== null && this.unsent && !this.dialog.open) this.dialog.showModal();
  }

  /** So many deals wait now. */
  draw(unsent) {
    this.unsent = unsent;
    const sentence = unsent === 1 ? this.words.waiting_one : this.words.waiting_more;
    this.says.textContent = fill(sentence, { count: unsent });
    if (!unsent && this.to !== null) location.assign(this.to);
  }
}
