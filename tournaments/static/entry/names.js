// Names of those at one table, shorter and shorter, and never two alike that were not.

const first = (name) => name.split(" ")[0];
const STEPS = [
  (name) => (name.includes(" ") ? `${first(name)} ${name.split(" ").at(-1)[0]}.` : name),
  first,
  (name) => name.split(/[ -]/).map((part) => part[0]).join(""),
];

/** All names as they are, then shorter by one step after the other: "Anna-Margrethe V.", "AMVC" */
export function shortened(names) {
  const levels = [names];
  for (const step of STEPS) {
    const made = names.map(step);
    const isAlone = (short) => made.filter((each) => each === short).length === 1;
    levels.push(made.map((short, seat) => (isAlone(short) ? short : levels.at(-1)[seat])));
  }
  return levels;
}
