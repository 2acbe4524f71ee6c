// Sees to it that the sheet has the keyboard, wherever on the page the focus was left.
//
// What takes text itself keeps its keys: the boxes of the paper, a window, a field of the page.

const FIELDS = "input, textarea, select, dialog, [contenteditable]";
const CONTROLS = "a[href], button, summary";
const MOVES = ["ArrowUp", "ArrowDown", "PageUp", "PageDown", "Enter", "Escape", "Backspace"];

export class Keyboard {
  /**
   * `mine` says whether a node is a line of the sheet; `take` puts the cursor there; `changed` is
   * told when the sheet gets or loses the keys.
   */
  constructor({ root, mine, take, changed }) {
    Object.assign(this, { root, mine, take, changed });
    /** Whether what is typed now comes to the sheet. */
    this.isHere = true;
  }

  start() {
    for (const dialog of document.querySelectorAll("dialog")) {
      dialog.addEventListener("close", () => this.take());
    }
    for (const name of ["focusin", "focusout"]) document.addEventListener(name, () => this.check());
    addEventListener("blur", () => this.check());
    addEventListener("focus", () => this.comeBack());
    document.addEventListener("visibilitychange", () => document.hidden || this.comeBack());
    this.takeEarly();
  }

  /** What was typed before the sheet was there is typed now. */
  takeEarly() {
    const typed = globalThis.typedEarly?.();
    const field = document.activeElement;
    if (!typed || !this.mine(field)) return;
    field.value = typed;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /** The page is looked at again, after a login in another tab it may be. */
  comeBack() {
    const held = document.activeElement;
    if (this.isNowhere(held) || held.matches("a[target]")) this.take();
    this.check();
  }

  isNowhere(node) {
    return !node || node === document.body || node === document.documentElement;
  }

  check() {
    const held = document.activeElement;
    const taken = held && !this.mine(held) && held.closest(FIELDS);
    const isHere = document.hasFocus() && !taken;
    if (isHere === this.isHere) return;
    this.isHere = isHere;
    this.root.classList.toggle("is-deaf", !isHere);
    this.changed();
  }

  /** Whether a key is the sheet's; then the cursor is there before the key is. */
  reaches({ key, target }) {
    if (this.mine(target)) return true;
    if (target.closest(FIELDS)) return false;
    const isTyped = key.length === 1 && key !== " ";
    const moves = target.closest(CONTROLS) ? key === "Escape" : MOVES.includes(key);
    if (!isTyped && !moves) return false;
    this.take();
    return true;
  }
}
