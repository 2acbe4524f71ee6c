// Says beside its field what is typed in keys as the right result: as the desk does.

import { Grammar } from "../entry/keys.js";
import { say } from "../entry/said.js";

const data = JSON.parse(document.getElementById("correct-reading").textContent);
const grammar = new Grammar(data.grammar);
const field = document.querySelector('[name="line"]');
const deal = document.querySelector('[name="deal"]');
const told = document.createElement("output");
told.dataset.reads = "";
field.after(told);

/** Whether it is written in words, as the field says it may be: those are read by the server alone. */
function isInWords(text, people) {
  const written = text.trim().toLowerCase();
  const isName = (name) => written.length > 1 && name.toLowerCase().startsWith(written);
  return /\s|:/.test(written) || people.some(isName);
}

function words(text) {
  const { dealer, people } = data.lines[deal.value - 1] ?? data.lines[0];
  if (isInWords(text, people)) return "";
  const read = grammar.read(text);
  const refusal = grammar.refusal(read, { dealer, sitters: [], names: people });
  if (refusal) return refusal;
  const word = grammar.word(text);
  if (!word) return "";
  if (word.passed) return data.names.passed;
  const more = grammar.extras.exec(word.extras)?.groups;
  const { who, game, how } = say(word, more, data.names, people);
  return `${who}: ${game}, ${how}`;
}

function tell() {
  told.value = words(field.value);
}

field.addEventListener("input", tell);
deal.addEventListener("input", tell);
tell();
