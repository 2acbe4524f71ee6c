// Names of those at one table: as they are, one short name of each, and initials; never two alike
// that were not.

const TAG = / \(\d+\)$/; // tells apart who are called the same
/** Behind a comma stands who came later in the same place: it is another's name. */
const LATER = /,.*/;
const words = (name) => name.replace(TAG, "").replace(LATER, "").split(" ");
const given = (name) => words(name)[0].split("-")[0];
/** Last names by names, as the server knows them: of "Hans Ibsen Berg" it may be "Ibsen Berg". */
const KNOWN = JSON.parse(document.getElementById("surnames")?.textContent ?? "{}");
const surname = (name) => KNOWN[words(name).join(" ")] ?? words(name).at(-1);
const initials = (parts) => parts.map((part) => part[0]);

const short = (letters) => (name) =>
  words(name).length > 1 ? `${given(name)} ${letters(surname(name))}.` : words(name)[0];

/** The ways to a short name, and to initials: of each the first that no two have alike. */
const STEPS = [
  [short((last) => last[0]), short((last) => initials(last.split("-")).join("-"))],
  [
    (name) => initials([...new Set([given(name), surname(name)])]).join(""),
    (name) => initials(words(name).flatMap((word) => word.split("-"))).join(""),
  ],
];

/** Each name by the first of the ways by which it is like no other; else as it was before. */
function step(names, before, ways) {
  const more = (name) => (LATER.test(name) ? " …" : (TAG.exec(name)?.[0] ?? ""));
  const made = ways.map((way) => names.map((name) => way(name) + more(name)));
  return names.map((_name, seat) => {
    const alone = made.find((all) => all.filter((each) => each === all[seat]).length === 1);
    return alone ? alone[seat] : before[seat];
  });
}

/** All names as they are, all short, all as initials: "Alexandra-Wilhelmine von Rosen-Friis",
 *  "Alexandra R.", "AR". A page has room for the first or the second nearly everywhere. */
export function shortened(names) {
  const levels = [names];
  for (const ways of STEPS) levels.push(step(names, levels.at(-1), ways));
  return levels;
}
