// Names of those at one table: as they are, one short name of each, and initials; never two alike
// that were not.

const TAG = / \(\d+\)$/; // tells apart who are called the same
/** Behind a comma stands who came later in the same place: it is another's name. */
const LATER = /,.*/;
/** Who that is: what follows the number of his first deal. */
const NEXT = /,\D*\d+ (.+)$/;
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

const tag = (name) => TAG.exec(name)?.[0] ?? "";
/** What follows a short name: that there is another, or who that is, as short. */
const cut = (name) => (LATER.test(name) ? " …" : tag(name));
const both = (name, way) => {
  const later = NEXT.exec(name)?.[1];
  return later ? ` … ${way(later)}${tag(later)}` : cut(name);
};

/** Each name by the first of the ways by which it is like no other; else as it was before. */
function step(names, before, ways, more) {
  const made = ways.map((way) => names.map((name) => way(name) + more(name, way)));
  return names.map((_name, seat) => {
    const alone = made.find((all) => all.filter((each) => each === all[seat]).length === 1);
    return alone ? alone[seat] : before[seat];
  });
}

function levels(names, ends) {
  const found = [names];
  for (const ways of STEPS) {
    for (const more of ends) found.push(step(names, found.at(-1), ways, more));
  }
  return found;
}

/** All names as they are, all short, all as initials: "Alexandra-Wilhelmine von Rosen-Friis",
 *  "Alexandra R.", "AR". A page has room for the first or the second nearly everywhere. */
export const shortened = (names) => levels(names, [cut]);

/** The same for the heads of columns, where as long as there is room both are read of whom one
 *  came later in the place of the other: "Alexandra R. … Bo N.". */
export const headed = (names) =>
  levels(names, names.some((name) => NEXT.test(name)) ? [both, cut] : [cut]);
