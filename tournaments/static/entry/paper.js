// The sums of the paper beside those of the sheet: green where they agree.

import { fill, signed } from "./keys.js";

/** The number in a box; null where there is none. */
function number(text) {
  const plain = text.trim().replaceAll("\u2212", "-");
  return /^[-+]?[0-9]+$/.test(plain) ? Number(plain) : null;
}

/** Whether what a row has is what the server has of it. */
function isStored({ boxes }) {
  return boxes.every(({ value, defaultValue }) => number(value) === number(defaultValue));
}

export class Paper {
  constructor(root, words) {
    this.words = words;
    this.rows = [...root.querySelectorAll("[data-paper]")].map((row) => ({
      row,
      deal: Number(row.dataset.paper),
      boxes: [...row.querySelectorAll("[data-box]")],
      verdict: row.querySelector("[data-verdict]"),
      /** The same for a wide page and for a narrow one, which shows the other cells alone. */
      buttons: [...row.querySelectorAll("[data-act]")],
      agrees: false,
      differs: false,
      /** By how much, seat by seat, where it does. */
      differences: "",
      /** Whether every deal that the sums are of is there, and whether the server has them. */
      filled: false,
      settled: false,
      /** Whether the server did not take them when they were sent. */
      failed: false,
    }));
    this.sums = new Map();
    /** Set by what stores the sums: they were compared anew. */
    this.drawn = () => {};
    /** Set by what shows them besides: something is said otherwise of a row. */
    this.told = () => {};
  }

  has(node) {
    return node.dataset.box !== undefined;
  }

  /** What the sheet has now after each deal with a sum; null where only the server can tell. */
  draw(lines) {
    for (const row of this.rows) {
      this.sums.set(row.deal, lines[row.deal - 1].balances);
      row.filled = lines.slice(0, row.deal).every((line) => line.filled);
      row.settled = lines.slice(0, row.deal).every((line) => !line.waiting);
      this.drawRow(row);
    }
    this.drawn();
  }

  drawRow(entry) {
    const { row, deal, boxes, verdict, buttons } = entry;
    const sums = this.sums.get(deal);
    const off = boxes.map(({ value }, seat) => {
      const said = number(value);
      return said === null || !sums ? null : said - sums[seat];
    });
    boxes.forEach((box, seat) => {
      box.classList.toggle("is-right", off[seat] === 0);
      box.classList.toggle("is-wrong", Boolean(off[seat]) || (box.value !== "" && number(box.value) === null));
      if (off[seat]) box.setAttribute("aria-invalid", "true");
      else box.removeAttribute("aria-invalid");
    });
    entry.differs = off.some(Boolean);
    entry.agrees = off.every((each) => each === 0);
    const missed = entry.failed && !isStored(entry);
    row.classList.toggle("is-right", entry.agrees && !missed);
    for (const button of buttons) button.disabled = !entry.differs;
    entry.differences = off
      .map((each, seat) => each && `${boxes[seat].dataset.box} ${signed(each, "+")}`)
      .filter(Boolean)
      .join(" \u00b7 ");
    const says = entry.differs ? fill(this.words.sums_differ, entry) : "";
    const agrees = missed ? this.words.sums_not_stored : this.words.sums_agree;
    const text = entry.agrees ? agrees : says;
    if (verdict.textContent !== text) verdict.textContent = text;
    this.told();
  }

  /** Go to the sums of the last ten deals before a line, or to the first ones. */
  focus(deal) {
    const before = this.rows.findLast((row) => row.deal < (deal ?? Infinity)) ?? this.rows[0];
    if (before) this.goTo(before.boxes[0]);
  }

  /** Go to the first box in which not stands what the sheet has, or to the first of all. */
  focusOpen() {
    const boxes = this.boxes();
    this.goTo(boxes.find((box) => !box.classList.contains("is-right")) ?? boxes[0]);
  }

  boxes() {
    return this.rows.flatMap((row) => row.boxes);
  }

  /** Put the cursor in a box, or on what is behind the last one, clear of head and foot. */
  goTo(node) {
    node.focus();
    node.select?.();
    node.scrollIntoView({ block: "nearest" });
  }

  typed(box) {
    // What stands there is sent as it is: a form reads a hyphen, not a minus.
    if (box.value.includes("\u2212")) box.value = box.value.replaceAll("\u2212", "-");
    const row = this.rows.find(({ boxes }) => boxes.includes(box));
    row.failed = false;
    this.drawRow(row);
  }

  /** Whether the sums of a row agree, and the server does not have them although it could. */
  isOwed(row) {
    return row.agrees && row.settled && !isStored(row);
  }

  /** Note whether the server has taken what was sent of a row. */
  answered(row, sent, taken) {
    row.failed = !taken;
    // What a box started with is what the server has, as when the page is loaded.
    if (taken) row.boxes.forEach((box, seat) => (box.defaultValue = sent[seat]));
    this.drawRow(row);
  }

  /** What the sums of the paper say of the whole sheet; null without boxes. */
  verdict() {
    const { rows } = this;
    if (!rows.length) return null;
    const { agrees, deal, differs, differences } = rows.find((row) => row.differs) ?? rows.at(-1);
    const proved = rows.every((row) => row.agrees && isStored(row));
    const boxes = this.boxes();
    const typed = boxes.filter(({ value }) => value).length;
    return { agrees, deal, differs, differences, proved, typed, all: boxes.length };
  }

  /** What is said of the sums in the row of a box. */
  says(box) {
    return this.rows.find(({ boxes }) => boxes.includes(box)).verdict.textContent;
  }

  /** The next box; past the last one of a row, what can be done about it, or the next sum that is
   *  not typed of deals that are all there. False: nothing more. */
  next(box) {
    const at = this.rows.findIndex((row) => row.boxes.includes(box));
    const { boxes, buttons } = this.rows[at];
    const shown = buttons.find((button) => !button.disabled && button.offsetParent);
    const after = this.rows[at + 1]?.filled && this.rows[at + 1].boxes.find(({ value }) => !value);
    const next = boxes[boxes.indexOf(box) + 1] ?? shown ?? after;
    if (next) this.goTo(next);
    return Boolean(next);
  }
}
