// What is begun of a deal and not ended: it stays with its deal, whatever others enter meanwhile and
// however often the page is loaded again.

import { fill } from "./keys.js";
import { PhoneChosen } from "./phone_chosen.js";

const KEPT = "lhombre-begun-"; // and the table

export class PhoneBegun extends PhoneChosen {
  /** Whether something is said of this deal already, or its parts lie open. */
  get isHalfSaid() {
    const { book, game, more, moreIsOpen, asked, chosen } = this;
    if (this.current === null) return false;
    if (moreIsOpen || asked !== null) return true;
    return chosen === null ? game !== book.card.plain || more.says !== "" : this.isChanged;
  }

  /** Whether a finger means this deal and no other: also after a row that was refused. */
  get isBegun() {
    return this.current !== null && (this.begun || this.isHalfSaid);
  }

  /** What stands for the deal that is begun now: an entry of others makes it something else. */
  look() {
    if (this.current === null) return null;
    const { stored, keys } = this.book.view(this.current);
    return { id: stored.id, keys };
  }

  /** Whether others have entered the deal that is begun here, and otherwise than it was seen. */
  get isOvertaken() {
    const { book, seen } = this;
    if (!this.isBegun || !seen || this.ended !== null) return false;
    const { filled, held, waiting, keys, stored } = book.view(this.current);
    if (!filled || held || waiting || stored.id === seen.id) return false;
    return !(keys && book.same(keys, seen.keys));
  }

  /** What was overtaken at the server, or stands here before it was sent: to be decided alike. */
  quarrelOf(lines) {
    const { keep_stored: keep, use_mine: use } = this.words;
    if (!this.isOvertaken) {
      const quarrel = super.quarrelOf(lines);
      return quarrel && { ...quarrel, keep, use };
    }
    const line = lines[this.current - 1];
    const { stored } = line;
    const next = this.book.nextOpen();
    return {
      theirs: this.what(line),
      who: this.other(stored),
      mine: this.begunWords(),
      own: this.words.not_ended,
      keep: next === null ? keep : fill(this.words.theirs_stands, { deal: next }),
      use: this.words.mine_instead,
    };
  }

  /** Theirs stands: what was begun here is given up, by who began it. */
  yield() {
    this.goToOpen();
  }

  /** Mine instead: what is chosen stays, to be ended upon theirs. */
  insist() {
    this.chosen = this.current;
    this.seen = this.look();
    this.draw();
  }

  /** Keep for this table what is begun, until it is ended or given up. */
  keep() {
    if (this.ended !== null) return;
    const { book, current, chosen, seen, game, more, moreIsOpen, asked } = this;
    const deal = { deal: current, mends: chosen !== null, seen, game, more: more.parts };
    const kept = { ...deal, moreIsOpen, asked };
    try {
      if (this.isHalfSaid) sessionStorage.setItem(KEPT + book.table, JSON.stringify(kept));
      else sessionStorage.removeItem(KEPT + book.table);
    } catch {
      // Then it lasts as long as the page.
    }
  }

  kept() {
    try {
      return JSON.parse(sessionStorage.getItem(KEPT + this.book.table));
    } catch {
      return null;
    }
  }

  /** Go on with what was begun before the page was loaded again. */
  restore(kept) {
    const { book } = this;
    const isKnown = kept && (kept.game === null || kept.game in book.card.games);
    if (!isKnown || !(kept.deal <= book.deals)) return;
    const { mends, deal, seen, game, more, moreIsOpen, asked } = kept;
    if (!mends && book.view(deal).waiting) return; // ended on another page
    if (mends) this.goTo(deal);
    this.current = deal;
    this.begun = true;
    Object.assign(this, { seen, game, moreIsOpen, asked });
    this.more = this.nothingMore().with(more);
    this.draw();
  }
}
