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

  /** Whether another card may be turned after so many. */
  mayTurn(laid, turned, count) {
    const { known } = this;
    if (count < Math.max(...laid.map((card) => known.get(card).turns))) return true;
    const last = known.get(turned[count - 1]);
    return !known.get(laid[0]).alone && Boolean(last) && !last.alone;
  }
}
