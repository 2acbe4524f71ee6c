// Sums of the paper that the server does not have go along to whoever looks for the wrong line, and
// are there again for who comes back, whichever way he left, also after the browser was closed.

export class Along {
  constructor({ form, table, leaving }) {
    Object.assign(this, { form, leaving });
    this.key = `lhombre-sums-${table}`;
    this.boxes = [...document.querySelectorAll("[data-box]")];
    /** Whether sums of this window are kept. */
    this.keeps = false;
  }

  start() {
    this.restore();
    addEventListener("input", () => this.keep());
    addEventListener("pagehide", () => this.keep());
    // After who asks whether deals still wait: what he has stopped is not followed.
    document.addEventListener("click", (event) => this.clicked(event));
    this.leaving.go = (address) => this.take(address) || location.assign(address);
  }

  /** Keep what stands in a box and is not what the server had for it. A window in which nothing was
   *  typed takes nothing from another one of the same sheet. */
  keep() {
    const typed = this.boxes
      .filter(({ value, defaultValue }) => value !== defaultValue)
      .map(({ name, value, defaultValue }) => [name, { value, over: defaultValue }]);
    if (!typed.length && !this.keeps) return;
    this.keeps = typed.length > 0;
    try {
      if (this.keeps) localStorage.setItem(this.key, JSON.stringify(Object.fromEntries(typed)));
      else localStorage.removeItem(this.key);
    } catch {
      // A browser that keeps nothing: they go along all the same.
    }
  }

  /** Where the server has other sums by now, these are past. */
  restore() {
    let kept = {};
    try {
      kept = JSON.parse(localStorage.getItem(this.key)) ?? {};
    } catch {
      return;
    }
    this.keeps = Object.keys(kept).length > 0;
    for (const box of this.boxes) {
      const typed = kept[box.name];
      if (typed?.over === box.defaultValue) box.value = typed.value;
    }
  }

  clicked(event) {
    const link = event.target.closest("a[href]");
    const isPlain = !event.button && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (link && isPlain && !event.defaultPrevented && this.take(link.href)) event.preventDefault();
  }

  /** Go to an address with the sums, if it looks at them and there are any. */
  take(address) {
    const [looks] = this.form.action.split("#");
    if (address !== looks || this.boxes.every(({ value }) => !value.trim())) return false;
    this.form.requestSubmit();
    return true;
  }
}
