// Shows the sheet: fills in the cells of the table that the server drew. Decides nothing.

import { Fitting } from "./fitting.js";
import { Full } from "./full.js";
import { Here } from "./here.js";
import { balance, fill } from "./keys.js";
import { headed } from "./names.js";
import { Paper } from "./paper.js";
import { Shown } from "./shown.js";

const AROUND = 96; // pixels of the sheet to see above and below the line

/** How high the rows just before one are, as many as are no higher together than `room`. */
function linesBefore(row, room) {
  let height = 0;
  for (let above = row.previousElementSibling; above; above = above.previousElementSibling) {
    const more = height + above.getBoundingClientRect().height;
    if (more > room) break;
    height = more;
  }
  return height;
}

export class Sheet extends Shown {
  constructor(root, { words, samples, leaving }) {
    super(root, words);
    this.leaving = leaving;
    this.rows = new Map();
    for (const row of root.querySelectorAll("[data-deal]")) {
      const cell = (name) => row.querySelector(`[data-cell="${name}"]`);
      const note = row.nextElementSibling;
      this.rows.set(Number(row.dataset.deal), {
        row,
        input: row.querySelector("input"),
        cells: { who: cell("who"), game: cell("game"), how: cell("how"), value: cell("value") },
        balances: [...row.querySelectorAll("[data-balance]")],
        idle: row.querySelector("[data-idle]"),
        pot: row.querySelector("[data-pot]"),
        note,
        says: note.querySelector("[data-says]"),
        conflict: note.querySelector("[data-conflict]"),
      });
    }
    this.sums = [...root.querySelectorAll("[data-sum-after]")].map((row) => ({
      deal: Number(row.dataset.sumAfter),
      cells: [...row.querySelectorAll("[data-sum]")],
    }));
    this.opening = [...root.querySelectorAll("[data-opening] td")];
    this.begins = root.querySelector("[data-begins]");
    this.paper = new Paper(root, words);
    this.table = root.querySelector(".entry-sheet");
    this.head = root.querySelector(".entry-sheet thead th"); // each of its cells is sticky
    this.foot = root.querySelector(".entry-sheet tfoot");
    this.totals = [...this.part("totals").querySelectorAll("td")];
    this.here = new Here({ node: this.part("here"), words, samples });
    this.heads = [...root.querySelectorAll(".entry-name")];
    const names = this.people;
    const fitting = new Fitting(root);
    fitting.putRow(this.heads, headed(names));
    this.full = new Full(this.part("full"), words, names);
    this.paper.told = () => this.full.drawPaper(this.paper.verdict());
    this.points = null;
  }

  /** Fill in the cells of the seats, and of the pot where the account has one. */
  putAll(cells, { balances, pot }) {
    cells.forEach((cell, seat) => this.write(cell, balance(balances && [...balances, pot][seat])));
  }

  /** The names as they stand at the heads of the columns, where room may be for a short one. */
  get people() {
    return this.heads.map((head) => head.textContent);
  }

  input(deal) {
    return this.rows.get(deal).input;
  }

  /** Under the mouse too a refused word stays selected, so that what is typed takes its place. */
  keepWhole(isRefused, goTo) {
    this.root.addEventListener("mousedown", (event) => {
      const [deal] = [...this.rows].find(([, { input }]) => input === event.target) ?? [];
      if (!deal || !isRefused(deal)) return;
      event.preventDefault();
      goTo(deal);
    });
  }

  /** What is typed in a line; behind a refused word it takes its place, and is not for the next. */
  text(deal, refused) {
    const input = this.input(deal);
    const { value } = input;
    if (refused && value !== refused && value.startsWith(refused)) input.value = value.slice(refused.length);
    return input.value;
  }

  /** Let the fields take keys. */
  open() {
    for (const { input } of this.rows.values()) input.readOnly = false;
  }

  /**
   * Draw everything: the account, which line is current, what is said of which line, how a word
   * that is typed there would read, and what is written of one in the columns.
   */
  draw({ begun, lines, totals, pot }, { current, notes, says, written, closed }) {
    this.here.isClosed = closed;
    this.part("typing").hidden = closed;
    for (const line of lines) {
      this.drawLine(line, line.deal === current, written(line));
      this.drawNote(line, notes(line));
      if (line.deal === current) this.here.draw(line, this.rows.get(current), says);
    }
    this.points = totals;
    if (this.begins) this.drawOpening(begun, lines);
    for (const { deal, cells } of this.sums) {
      if (lines.slice(0, deal).every(({ filled }) => filled)) this.putAll(cells, lines[deal - 1]);
      else for (const cell of cells) this.write(cell, "");
    }
    this.paper.draw(lines);
    this.putAll(this.totals, { balances: totals, pot });
  }

  /** What each begins with; before the first deal, that the antes are counted with it. */
  drawOpening(begun, lines) {
    const { begins, before } = this.begins.dataset;
    const isBefore = before && !lines.some(({ filled }) => filled);
    this.write(this.begins, isBefore ? before : begins);
    if (isBefore) for (const cell of this.opening) this.write(cell, "");
    else this.putAll(this.opening, begun);
  }

  drawLine(line, isCurrent, written) {
    const { row, input, cells, balances, idle: sign, pot } = this.rows.get(line.deal);
    row.classList.toggle("is-current", isCurrent);
    row.classList.toggle("is-filled", line.filled);
    row.classList.toggle("is-waiting", line.waiting);
    row.classList.toggle("is-bad", line.held !== null);
    row.dataset.outcome = line.said?.outcome ?? "";
    input.tabIndex = isCurrent ? 0 : -1;
    input.placeholder = line.keys ?? "";
    this.write(cells.who, written?.who ?? "");
    cells.who.title = line.said?.who ?? ""; // the whole name, of which the column may have a part
    this.write(cells.game, written?.game ?? "");
    this.write(cells.how, written?.how ?? "");
    this.write(cells.value, written?.value ?? "");
    balances.forEach((cell, seat) => {
      const isOut = line.out.includes(seat);
      const idle = isOut && !line.changes?.[seat];
      cell.parentElement.classList.toggle("is-sitter", isOut);
      if (isOut && sign) cell.before(sign);
      const empty = idle ? "\u2013" : "";
      this.write(cell, line.filled && !idle ? balance(line.balances?.[seat]) : empty);
    });
    if (pot) this.write(pot, line.filled ? balance(line.balances && line.pot) : "");
  }

  /** `note` is {text, bad, conflict} or null. */
  drawNote(line, note) {
    const { input, note: row, says, conflict } = this.rows.get(line.deal);
    if (line.deal === this.about && !note?.bad && !note?.asks) this.alert("");
    row.hidden = note === null;
    row.classList.toggle("is-bad", note?.bad ?? false);
    row.classList.toggle("is-asking", note?.asks ?? false);
    if (note?.bad) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
    this.write(says, note?.text ?? "");
    conflict.hidden = !note?.conflict;
    if (!note?.conflict) return;
    for (const [name, text] of Object.entries(note.conflict)) {
      this.write(conflict.querySelector(`[data-${name}]`), text);
    }
  }

  /** Put the cursor on a line, in sight. */
  focus(deal) {
    this.input(deal).focus({ preventScroll: true });
    this.bringInSight(deal);
  }

  /** As `focus`, but only while the cursor is there: who reads elsewhere is left in peace. */
  keepInSight(deal) {
    if (document.activeElement === this.input(deal)) this.bringInSight(deal);
  }

  /**
   * Scroll so that the line and its sentence stand clear of head and foot, with lines around; the
   * head cuts none in two where there is room for few. So that the whole sheet is seen, where it fits.
   */
  bringInSight(deal) {
    const sheet = this.table.getBoundingClientRect();
    if (sheet.height <= innerHeight) {
      scrollBy(0, Math.max(0, sheet.bottom - innerHeight) || Math.min(0, sheet.top));
      return;
    }
    const { row, note } = this.rows.get(deal);
    const { top } = row.getBoundingClientRect();
    const { bottom } = (note.hidden ? row : note).getBoundingClientRect();
    const upper = this.head.getBoundingClientRect().height; // where it sticks
    const lower = this.foot.getBoundingClientRect().top;
    const room = Math.max(0, lower - upper - (bottom - top));
    const before = linesBefore(row, Math.min(AROUND, room / 2)) || linesBefore(row, Math.min(AROUND, room));
    const above = top - upper - before;
    const below = bottom + Math.min(AROUND, room - before) - lower;
    if (above < 0) scrollBy(0, above);
    else if (below > 0) scrollBy(0, Math.min(below, above));
  }

  drawBar(state) {
    super.drawBar(state);
    this.drawFull(state.full, state.unsent);
    this.leaving.draw(state.waiting);
  }

  /** Say that every line has a result; that all are entered only when the server has them. */
  drawFull(isFull, unsent) {
    const { full, typed_one: one, typed_more: more } = this.words;
    const text = unsent ? fill(unsent === 1 ? one : more, { count: unsent }) : full;
    this.show("done", isFull ? text : "");
    const rests = document.activeElement === this.part("done");
    this.full.draw(isFull && !unsent, this.points, rests);
    this.full.drawPaper(this.paper.verdict());
  }

  focusDone() {
    this.part("done").focus({ preventScroll: true });
  }
}
