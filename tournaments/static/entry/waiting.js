// How many deals wait to be sent, in words: those that were taken back again are told apart.

import { fill } from "./keys.js";

/** Empty where nothing waits; what is sent last of a deal says what it is. */
export function waitingWords(entries, words) {
  const last = new Map(entries.map((entry) => [`${entry.table} ${entry.deal}`, entry]));
  const back = [...last.values()].filter(({ withdrawn }) => withdrawn).length;
  const count = last.size - back;
  const say = (number, one, more) => fill(number === 1 ? one : more, { count: number });
  if (!last.size) return "";
  if (!count) return say(back, words.back_one, words.back_more);
  const waiting = say(count, words.waiting_one, words.waiting_more);
  return back ? fill(words.waiting_and_back, { waiting, count: back }) : waiting;
}
