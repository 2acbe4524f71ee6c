// Who follows a link while deals wait hears how many, and goes on by himself when none does.

const SOON = 300; // milliseconds in which what waits is mostly stored: nobody needs to hear of it

export class Leaving {
  constructor(dialog) {
    this.dialog = dialog;
    this.says = dialog.querySelector("[data-leaving]");
    this.link = dialog.querySelector("a");
    /** What the server does not have yet, in words; empty when it has all. */
    this.unsent = "";
    /** The link that was followed; null while nobody leaves. */
    this.to = null;
    /** Set by what takes more along than the address. */
    this.go = (address) => location.assign(address);
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

  /** This waits now. */
  draw(unsent) {
    this.unsent = unsent;
    this.says.textContent = unsent;
    if (!unsent && this.to !== null) this.go(this.to);
  }
}
