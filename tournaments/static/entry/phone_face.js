// Shows the phone's page: fills in what the server drew. Decides nothing.

import { Fitting } from "./fitting.js";
import { balance, fill } from "./keys.js";
import { hideCut } from "./phone_cut.js";
import { mark, watchLength } from "./phone_told.js";
import { Shown } from "./shown.js";

const REST = 700; // milliseconds in which a finger may be on its way to what stood here before
const TOLD = 6000; // milliseconds for which is told what was done on another page
const MARGIN = 16; // pixels below the last of what there is to tap
const FLAT = 16; // times the size of letters
const SIDES = ["top", "left", "bottom", "right"]; // in playing order, anticlockwise

/** Whether names can stand on all four sides: not where letters are twice as large. */
function hasRoom() {
  const letters = parseFloat(getComputedStyle(document.documentElement).fontSize);
  return Math.min(innerWidth, innerHeight) >= FLAT * letters;
}

export class Face extends Shown {
  /** `unconfirmed` are the blocks of deals that another player is asked to confirm. */
  constructor(root, words, unconfirmed) {
    super(root, words);
    this.unconfirmed = unconfirmed;
    this.fitting = new Fitting(root);
    const all = (selector) => [...root.querySelectorAll(selector)];
    this.games = all("[data-game]");
    this.seats = all("[data-seat]").map((node) => ({
      node,
      name: node.querySelector("[data-name]"),
      has: node.querySelector("[data-balance]"),
      ends: [...node.querySelectorAll("[data-outcome]")],
    }));
    this.last = root.querySelector("[data-last]");
    /** Which round and table it is, whole and in fewer letters. */
    const { place, short } = this.part("place").dataset;
    this.places = [place, short, ""];
    this.tiles = all("[data-tile]").map((node) => ({
      node,
      deal: Number(node.dataset.tile),
      folder: node.dataset.liesIn,
      points: node.querySelector("[data-points]"),
      tells: node.querySelector("[data-tells]"),
    }));
    this.strip = root.querySelector("[data-strip]");
    hideCut(this.strip, this.tiles.map(({ node }) => node));
    const parts = all("[data-more] :is(.button, p, .phone-taken output)");
    hideCut(this.part("more"), parts, (more) => mark(more, MARGIN));
    /** The deal whose tile was brought in sight last. */
    this.inSight = null;
    /** Whether no tap is taken now. */
    this.rests = false;
    /** The deal that was opened, and what the bar tells. */
    this.looksAt = null;
    this.bar = null;
    this.groups = all("[data-group]");
    this.extras = all("[data-extra]");
    this.joiners = all("[data-joiner]");
    /** Where a seat is named beside its row: what is read aloud, and who may join or look. */
    this.called = all("[data-called]");
    this.grouped = all("[data-seat], [data-joiner]");
    this.tapped = all("[data-tapped]");
    watchLength(all(".phone-foot > :is(.phone-note, .phone-alert, .notice)"));
    setTimeout(() => this.hush(".notice--good"), TOLD);
    addEventListener("resize", () => this.settings && this.set(this.settings));
    this.button = (act) => root.querySelector(`[data-act="${act}"]`);
  }

  /** Take no tap for a moment: something else stands here than a moment ago, by others’ doing. */
  rest() {
    this.rests = true;
    this.root.classList.add("is-resting");
    clearTimeout(this.resting);
    this.resting = setTimeout(() => {
      this.rests = false;
      this.root.classList.remove("is-resting");
    }, REST);
  }

  /** It lies where a notice would. */
  alert(text) {
    super.alert(text);
    if (text) this.hush(".notice");
  }

  /** That it is closed stands in the place of the contracts, larger. */
  drawBar(state) {
    this.bar = state;
    const { ended, held } = state;
    const elsewhere = held === this.looksAt ? null : held; // nothing to go to
    super.drawBar({ ...state, ...(ended === null ? { held: elsewhere } : { ended: "", held: null }) });
  }

  hush(which) {
    for (const notice of this.root.querySelectorAll(`.phone-foot > ${which}`)) notice.remove();
  }

  get keepsPot() {
    return this.part("pot") !== null;
  }

  seatOf(button) {
    return Number(button.closest("[data-seat]").dataset.seat);
  }

  /** What this phone is set to: {safe, flat, turn}. */
  set(settings) {
    const { safe, flat, turn } = settings;
    this.settings = settings;
    const boxes = { safe, flat };
    for (const box of this.root.querySelectorAll("[data-setting]")) {
      box.checked = boxes[box.dataset.setting];
    }
    const lies = flat && this.seats.length <= SIDES.length && hasRoom();
    this.root.classList.toggle("is-flat", lies);
    if (this.button("turn")) this.button("turn").hidden = !lies;
    this.seats.forEach(({ node }, seat) => {
      node.dataset.side = SIDES[(seat + turn) % this.seats.length];
    });
  }

  draw(shown) {
    const { line, head, keptBy, note, quarrel, chosen, asked, full, unsent, pot, isShut, closed, emptying } = shown;
    const mends = chosen && line?.filled;
    const isOver = shown.ended !== null;
    this.root.classList.toggle("is-changing", chosen);
    this.root.classList.toggle("is-full", full);
    this.root.classList.toggle("is-over", isOver);
    const frame = mends ? this.words.mend_deal : this.words.deal;
    const shut = closed ? this.words.shut : this.words.shut_here;
    const ended = isShut ? shut : this.ended(unsent);
    this.put("deal", line ? fill(frame, { deal: line.deal }) : ended);
    const folder = line && this.tiles[line.deal - 1].folder;
    this.put("folder", folder ? fill(this.words.folder, { folder }) : "");
    if (this.part("pot")) this.put("pot", fill(this.words.pot, { points: balance(pot) }));
    this.fitting.put(this.part("dealing"), head);
    // Beside a longer heading there is room for one of the two.
    this.fitting.put(this.part("place"), this.places.slice(keptBy[0] ? 1 + chosen : 0));
    this.fitting.put(this.part("other"), keptBy);
    this.part("note").hidden = !note[0];
    this.fitting.put(this.part("note"), note);
    this.part("pass").disabled = line === null;
    for (const part of this.tapped) part.hidden = quarrel !== null || line === null;
    this.part("pass").hidden = quarrel !== null || line === null;
    this.button("leave").hidden = !chosen || quarrel !== null;
    this.write(this.button("leave"), line?.filled ? this.words.keep_stored : this.words.leave);
    this.button("empty").hidden = !mends || emptying || quarrel !== null;
    this.write(this.button("store"), emptying ? this.words.take_away : this.words.store_it);
    this.part("ask").hidden = !asked;
    this.fitting.put(this.part("asked"), asked ?? [""]);
    this.part("full").hidden = !full || unsent > 0 || isOver;
    this.part("over").hidden = !isOver;
    this.put("why", shown.ended ?? "");
    this.part("look").hidden = !closed;
    this.drawGames(shown);
    this.drawMore(shown);
    this.drawSeats(shown);
    this.drawNames(shown.names[0]);
    this.drawQuarrel(quarrel);
    this.drawLast(shown);
    this.drawStrip(shown);
    this.drawConfirm(shown);
    this.looksAt = (chosen && line?.deal) || null;
    if (this.bar) this.drawBar(this.bar);
  }

  /** All are entered only when the server has them, as at a desk. */
  ended(unsent) {
    const { full, typed_one: one, typed_more: more } = this.words;
    return unsent ? fill(unsent === 1 ? one : more, { count: unsent }) : full;
  }

  drawGames({ game }) {
    for (const chip of this.games) {
      chip.setAttribute("aria-pressed", String(chip.dataset.game === game));
    }
  }

  /** What the chosen game can have more. */
  drawMore({ line, quarrel, more, mayTap, moreIsOpen, gameName, turned, extras }) {
    const taps = line !== null && quarrel === null;
    const chosen = this.words[gameName ? "told" : "deal"];
    this.put("chosen", line ? fill(chosen, { deal: line.deal, what: gameName }) : "");
    for (const group of this.groups) {
      const { group: needs } = group.dataset;
      const chips = [...group.querySelectorAll("[data-needs]")];
      const empty = chips.length > 0 && !chips.some((chip) => more.has(chip.dataset.needs));
      group.hidden = !more.has(needs) || empty;
    }
    const button = this.button("more");
    const wasOpen = button.getAttribute("aria-expanded") === "true";
    this.part("more").hidden = !taps || !moreIsOpen;
    button.hidden = !taps;
    button.setAttribute("aria-expanded", String(moreIsOpen));
    for (const chip of this.extras) this.drawChip(chip, more, mayTap);
    if (this.part("turned")) this.put("turned", turned);
    this.put("extras", extras && `: ${extras}`);
    this.put("counted", [...more.tricks].join(" \u2013 "));
    this.button("uncount").hidden = more.tricks === "";
    if (taps) for (const row of this.joiners) this.drawJoiner(row, more, line.sitters);
    if (taps && moreIsOpen !== wasOpen) {
      this.part("more").scrollTop = 0;
      this.bring(moreIsOpen ? ".phone-more" : ".phone-games");
    }
    mark(this.part("more"), MARGIN); // what comes to stand out of sight moves nothing in it
  }

  drawChip(chip, more, mayTap) {
    const { extra, keys, needs } = chip.dataset;
    // Not `disabled`: the cursor stays upon what was tapped last.
    chip.setAttribute("aria-disabled", String(!mayTap(extra, keys)));
    if (needs) chip.hidden = !more.has(needs);
    if (extra === "peeked") chip.hidden = !more.mayLook(keys);
    if (!(extra in more) || extra === "joined") return;
    const said = extra === "tricks" ? [...more.tricks] : [more[extra]].flat(); // a digit for each player
    chip.setAttribute("aria-pressed", String(said.includes(keys)));
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

  /** Every row stays where it is: who cannot be declarer is dimmed, and has nothing to tap. */
  drawSeats({ line, names, totals, card, game, cannot, stands, quarrel }) {
    const bySitter = card.games[game]?.by_sitter ?? false;
    this.seats.forEach(({ node, name, has, ends }, seat) => {
      const idle = line === null || line.sitters.includes(seat) !== bySitter;
      node.hidden = false;
      this.fitting.put(name, names.map((level) => level[seat]));
      node.classList.toggle("is-idle", idle);
      this.write(has, balance(totals?.[seat]));
      for (const end of ends) {
        const { outcome } = end.dataset;
        end.disabled = idle || quarrel !== null || cannot(seat, outcome);
        end.setAttribute("aria-pressed", String(stands?.seat === seat && stands.outcome === outcome));
      }
    });
    this.part("pass").setAttribute("aria-pressed", String(stands?.outcome === "passed"));
  }

  /** Whoever listens hears the name that is seen: another may come to sit there. */
  drawNames(names) {
    for (const node of this.called) this.write(node, names[node.dataset.called]);
    for (const node of this.grouped) {
      node.setAttribute("aria-label", names[node.dataset.seat ?? node.dataset.joiner]);
    }
  }

  drawQuarrel(quarrel) {
    this.part("conflict").hidden = quarrel === null;
    for (const [name, text] of Object.entries(quarrel ?? {})) this.put(name, text);
  }

  drawLast({ last, undoable, heard }) {
    this.part("told").hidden = !last || ![undoable, heard].includes(last.deal);
    this.button("undo").hidden = !last || last.deal !== undoable;
    if (!last) return;
    this.write(this.button("undo"), fill(this.words.undo, { deal: last.deal })); // a refusal beside it is of another
    this.last.dataset.last = last.deal;
    this.last.classList.toggle("is-waiting", last.waiting);
    this.last.classList.toggle("is-bad", last.held);
    this.fitting.put(this.last, last.texts);
  }

  /** Every deal of the sheet, coloured by how it ended; a tap opens it. */
  drawStrip({ lines, line, told }) {
    for (const { node, deal, points, tells } of this.tiles) {
      const each = lines[deal - 1];
      node.classList.toggle("is-waiting", each.waiting);
      node.classList.toggle("is-bad", each.held !== null);
      if (deal === line?.deal) node.setAttribute("aria-current", "true");
      else node.removeAttribute("aria-current");
      const { tone, short, long } = told(each);
      node.dataset.ended = tone;
      this.write(points, short);
      this.write(tells, long);
    }
    this.bringInSight(line?.deal ?? lines.length);
  }

  /** Bring the tile of a deal into the middle, once: who has moved the strip is left in peace. */
  bringInSight(deal) {
    if (deal === this.inSight) return;
    this.inSight = deal;
    const { node } = this.tiles[deal - 1];
    const middle = node.offsetLeft + node.offsetWidth / 2;
    this.strip.scrollLeft = middle - this.strip.clientWidth / 2;
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

  /** The row that was tapped answers at once, to the eye and to the hand. */
  answer(seat, isGood) {
    const row = seat === null ? this.part("pass") : this.seats[seat].node;
    const name = isGood ? "is-told" : "is-refused";
    row.classList.remove("is-told", "is-refused");
    void row.offsetWidth; // so that the same again is seen again
    row.classList.add(name);
    // A row that is hidden before the flash ends would flash again when it is shown for another deal.
    for (const end of ["animationend", "animationcancel"]) {
      row.addEventListener(end, () => row.classList.remove(name), { once: true });
    }
    navigator.vibrate?.(isGood ? 30 : [40, 60, 40]);
  }

  /** A part of what there is more to say. */
  toPart(name) {
    this.root.querySelector(`[data-part="${name}"]`).scrollIntoView({ block: "nearest" });
  }

  /** What is pressed of what there is more to say. */
  toPressed() {
    const chip = this.root.querySelector('[data-more] [aria-pressed="true"]');
    chip?.scrollIntoView({ block: "nearest" });
  }

  toQuarrel() {
    this.bring(".phone-quarrel");
  }

  /** Whatever deal comes next or is to be changed, which one it is stands at the head. */
  toTop() {
    this.bring(".phone-head");
  }

  /** In large letters a deal is longer than the screen; what is in sight already stays there. */
  bring(part) {
    const node = this.root.querySelector(part);
    const { top, bottom } = node.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) node.scrollIntoView();
  }

  /** The question must be where the eye is. */
  askIsSeen() {
    this.part("ask").parentElement.scrollIntoView({ block: "nearest" });
  }
}
