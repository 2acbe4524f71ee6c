// Shows the phone's page: fills in what the server drew. Decides nothing.

import { fill, signed } from "./entry_keys.js";
import { Shown } from "./entry_shown.js";

const SIDES = ["top", "left", "bottom", "right"]; // in playing order, anticlockwise

export class Face extends Shown {
  /** `unconfirmed` are the blocks of deals that another player is asked to confirm. */
  constructor(root, words, unconfirmed) {
    super(root, words);
    this.unconfirmed = unconfirmed;
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
    this.joiners = all("[data-joiner]");
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
    this.drawConfirm(shown);
  }

  drawGames({ game }) {
    for (const chip of this.games) {
      chip.setAttribute("aria-pressed", String(chip.dataset.game === game));
    }
  }

  /** What the chosen game can have more; its cards by themselves where they make its price. */
  drawMore({ line, quarrel, more, moreIsOpen }) {
    const taps = line !== null && quarrel === null;
    const byCards = more.has("by_cards");
    for (const group of this.groups) {
      const { group: needs } = group.dataset;
      const chips = [...group.querySelectorAll("[data-needs]")];
      const empty = chips.length > 0 && !chips.some((chip) => more.has(chip.dataset.needs));
      group.hidden = !more.has(needs) || empty || !(moreIsOpen || needs === "by_cards");
    }
    this.part("more").hidden = !taps || !(moreIsOpen || byCards);
    const button = this.button("more");
    button.hidden = !taps;
    button.setAttribute("aria-expanded", String(moreIsOpen));
    for (const chip of this.extras) this.drawChip(chip, more);
    if (this.part("turned")) this.put("turned", more.turned.join(" ").toUpperCase());
    this.put("counted", [...more.tricks].join(" \u2013 "));
    if (taps) for (const row of this.joiners) this.drawJoiner(row, more, line.sitters);
  }

  drawChip(chip, more) {
    const { extra, keys, needs } = chip.dataset;
    if (needs) chip.hidden = !more.has(needs);
    if (extra === "peeked") chip.hidden = !more.mayLook(keys);
    // Numbers of tricks follow upon one another, and are written out.
    if (!(extra in more) || extra === "tricks" || extra === "joined") return;
    chip.setAttribute("aria-pressed", String([more[extra]].flat().includes(keys)));
  }

  /** Who may join the declarer, and if he has, how many tricks he took. */
  drawJoiner(row, more, sitters) {
    const seat = Number(row.dataset.joiner);
    const one = more.joined.get(seat);
    const isFourth = seat === more.fourth;
    row.hidden = !more.mayJoin(seat, sitters);
    const press = (name, pressed, shown) => {
      const button = row.querySelector(`[data-extra="${name}"]`);
      button.setAttribute("aria-pressed", String(Boolean(pressed)));
      button.hidden = !shown;
    };
    press("joined", one, true);
    press("joined-extra", one?.extra, one && !isFourth && more.has("extra_card"));
    press("joined-gave", one?.gave, one && isFourth && more.has("fourth_gives_up"));
    row.querySelector("[data-taken]").hidden = !one || one.gave;
    this.write(row.querySelector("[data-count]"), String(one?.tricks ?? 0));
  }

  drawSeats({ line, totals, game, card, more }) {
    const values = card.games[game]?.values;
    const bySitter = card.games[game]?.by_sitter ?? false;
    this.seats.forEach(({ node, balance, ends }, seat) => {
      const idle = line === null || line.sitters.includes(seat) !== bySitter;
      node.hidden = false;
      node.classList.toggle("is-idle", idle);
      this.write(balance, totals ? signed(totals[seat]) : "\u2026");
      for (const end of ends) {
        const { outcome } = end.dataset;
        end.disabled = idle || (values && !(outcome in values)) || !more.allows(outcome);
      }
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

  /** Who is asked to confirm is asked when all of the deals are stored. */
  drawConfirm({ lines, chosen }) {
    const isIn = ({ filled, waiting, held }) => filled && !waiting && held === null;
    const block = this.unconfirmed.find(({ first, last }) =>
      lines.slice(first - 1, last).every(isIn),
    );
    const asks = this.words[block?.first === block?.last ? "confirm_one" : "confirm"];
    this.show("confirm", block && !chosen ? fill(asks, block) : "");
    if (block) this.part("confirm").hash = `deals-${block.last}`;
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
