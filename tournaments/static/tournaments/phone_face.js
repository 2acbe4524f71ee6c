// Shows the phone's page: fills in what the server drew. Decides nothing.

import { fill, signed } from "./entry_keys.js";
import { Shown } from "./entry_shown.js";

const SIDES = ["top", "left", "bottom", "right"]; // in playing order, anticlockwise

export class Face extends Shown {
  constructor(root, words) {
    super(root, words);
    const all = (selector) => [...root.querySelectorAll(selector)];
    this.games = all("[data-game]");
    this.seats = all("[data-seat]").map((node) => ({
      node,
      balance: node.querySelector("[data-balance]"),
      ends: [...node.querySelectorAll("[data-outcome]")],
    }));
    this.last = all("[data-last]");
    this.groups = all("[data-group]");
    this.extras = all("[data-extra]");
    this.tapped = all("[data-tapped]");
    this.button = (act) => root.querySelector(`[data-act="${act}"]`);
  }

  seatOf(button) {
    return Number(button.closest("[data-seat]").dataset.seat);
  }

  /** What this phone is set to: {safe, flat, turn}. */
  set({ safe, flat, turn }) {
    const boxes = { safe, flat };
    for (const box of this.root.querySelectorAll("[data-setting]")) {
      box.checked = boxes[box.dataset.setting];
    }
    const lies = flat && this.seats.length <= SIDES.length;
    this.root.classList.toggle("is-flat", lies);
    if (this.button("turn")) this.button("turn").hidden = !lies;
    this.seats.forEach(({ node }, seat) => {
      node.dataset.side = SIDES[(seat + turn) % this.seats.length];
    });
  }

  draw(shown) {
    const { line, head, note, quarrel, chosen, asked } = shown;
    this.put("deal", line ? fill(this.words.deal, { deal: line.deal }) : this.words.full);
    this.put("dealing", head);
    this.show("note", note);
    this.part("pass").disabled = line === null;
    for (const part of this.tapped) part.hidden = quarrel !== null || line === null;
    this.part("pass").hidden = quarrel !== null;
    this.root.classList.toggle("is-changing", chosen);
    this.button("leave").hidden = !chosen || quarrel !== null;
    this.part("ask").hidden = !asked;
    this.put("asked", asked ?? "");
    this.drawGames(shown);
    this.drawMore(shown);
    this.drawSeats(shown);
    this.drawQuarrel(quarrel);
    this.drawLast(shown);
  }

  drawGames({ game }) {
    for (const chip of this.games) {
      chip.setAttribute("aria-pressed", String(chip.dataset.game === game));
    }
  }

  /** What the chosen game can have more; open by itself where its cards make its price. */
  drawMore({ line, quarrel, game, card, more, moreIsOpen }) {
    const terms = card.games[game] ?? {};
    const has = ({ dataset }) => this.truly(terms[dataset.group]);
    for (const group of this.groups) group.hidden = !has(group);
    const any = this.groups.some(has);
    const open = moreIsOpen || terms.by_cards;
    const taps = line !== null && quarrel === null;
    this.part("more").hidden = !taps || !any || !open;
    const button = this.button("more");
    button.hidden = !taps || !any || terms.by_cards;
    button.setAttribute("aria-expanded", String(Boolean(open)));
    for (const chip of this.extras) {
      const { extra, keys } = chip.dataset;
      chip.setAttribute("aria-pressed", String([more[extra]].flat().includes(keys)));
    }
    this.put("turned", more.turned.join(" ").toUpperCase());
  }

  /** Whether a contract has something: a flag, a number, or values of its own. */
  truly(value) {
    return typeof value === "object" ? Object.keys(value).length > 0 : Boolean(value);
  }

  drawSeats({ line, totals, game, card }) {
    const values = card.games[game]?.values;
    const bySitter = card.games[game]?.by_sitter ?? false;
    this.seats.forEach(({ node, balance, ends }, seat) => {
      const idle = line === null || line.sitters.includes(seat) !== bySitter;
      node.hidden = false;
      node.classList.toggle("is-idle", idle);
      this.write(balance, totals ? signed(totals[seat]) : "\u2026");
      for (const end of ends) end.disabled = idle || (values && !(end.dataset.outcome in values));
    });
  }

  drawQuarrel(quarrel) {
    this.part("conflict").hidden = quarrel === null;
    for (const [name, text] of Object.entries(quarrel ?? {})) this.put(name, text);
  }

  drawLast({ last, undoable }) {
    this.last.forEach((button, place) => {
      const each = last[place];
      button.hidden = !each;
      if (!each) return;
      button.dataset.last = each.deal;
      button.classList.toggle("is-waiting", each.waiting);
      button.classList.toggle("is-bad", each.held);
      this.write(button, `${each.deal}  ${each.what}`);
    });
    this.button("undo").hidden = undoable === null || last[0]?.deal !== undoable;
  }

  /** What is to be changed or decided stands at the top. */
  toTop() {
    this.root.scrollIntoView();
  }

  /** The question must be where the eye is. */
  askIsSeen() {
    this.part("ask").scrollIntoView({ block: "nearest" });
  }
}
