// Whether cards can have been laid and turned like that, where they make the price of a tourné.

import { cardsOf } from "./said.js";

export class Tourne {
  /** `cards`: those that may be laid, as the score card has them. */
  constructor(cards) {
    this.known = new Map(cards.map((each) => [each.card, each]));
  }

  takes(laidKeys, turnedKeys) {
    const { known } = this;
    const [laid, turned] = [cardsOf(laidKeys), cardsOf(turnedKeys)];
    const all = [...laid, ...turned];
    if (!turned.length || new Set(all).size < all.length) return false;
    if (!laid.every((card) => known.has(card))) return false;
    if (laid.length > 1 && laid.some((card) => known.get(card).alone)) return false;
    return turned.slice(1).every((_card, place) => this.mayTurn(laid, turned, place + 1));
  }

  /** Whether a card can be among those of `more`, or be taken back; `part`: where it is tapped. */
  mayTap({ laid: laidKeys, turned: turnedKeys, suit }, part, keys) {
    const { known } = this;
    const [laid, turned] = [cardsOf(laidKeys.join("")), cardsOf(turnedKeys.join(""))];
    const isFree = (card) => ![...laid, ...turned].includes(card);
    if (part === "laid") {
      const [card] = cardsOf(keys);
      if (laid.includes(card)) return true;
      const isAlone = [...laid, card].some((each) => known.get(each).alone);
      return isFree(card) && !(laid.length && isAlone);
    }
    if (part === "suit" && suit === keys) return true;
    const count = turned.length;
    if (laid.length && count && !this.mayTurn(laid, turned, count)) return false;
    const isTold = part === "rank" && suit === ""; // that the suit comes first
    return part === "suit" || isTold || isFree(cardsOf(suit + keys)[0]);
  }

  /** Whether another card may be turned after so many. */
  mayTurn(laid, turned, count) {
    const { known } = this;
    if (count < Math.max(...laid.map((card) => known.get(card).turns))) return true;
    const last = known.get(turned[count - 1]);
    return !known.get(laid[0]).alone && Boolean(last) && !last.alone;
  }
}
