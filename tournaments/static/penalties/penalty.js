// The points follow the reason: one of the club's list brings its own, unless points were written
// by hand. The director may still change them.
const reason = document.querySelector("[list='penalty-reasons']");
const points = document.getElementById("id_penalty-points");
const same = (one, other) => one.trim().toLocaleLowerCase() === other.trim().toLocaleLowerCase();

const listed = () =>
  [...reason.list.options].find((each) => same(each.value, reason.value))?.dataset.points;

const follow = () => {
  const own = listed();
  if (!byHand && own !== undefined) points.value = own;
};

let byHand = reason?.value && points.value !== listed();
points?.addEventListener("input", () => {
  byHand = points.value !== "";
});
for (const kind of ["input", "change"]) reason?.addEventListener(kind, follow);
