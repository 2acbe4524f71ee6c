// The bar with the deed covers what it would cut: at rest no label and no field stands half
// under it. The bar itself stays as high as it is, so that nothing moves.
const bar = document.querySelector(".deed");
const ALONE = "summary, p, legend, .field--tick, .button";
const HIGH = 240; // pixels; a field that is higher is cut between its parts

const together = (field) => {
  const boxes = [...field.querySelectorAll("label, input, select, textarea")].map((each) =>
    each.getBoundingClientRect(),
  );
  const top = Math.min(...boxes.map((box) => box.top));
  const bottom = Math.max(...boxes.map((box) => box.bottom));
  return bottom - top > HIGH ? boxes : [{ top, bottom }];
};

const parts = () => {
  const form = bar.closest("form");
  const alone = [...form.querySelectorAll(ALONE)].filter((each) => !bar.contains(each));
  return [
    ...alone.map((each) => each.getBoundingClientRect()),
    ...[...form.querySelectorAll(".field")].flatMap(together),
  ].filter((box) => box.bottom > box.top);
};

const settle = () => {
  const foot = bar.getBoundingClientRect().top;
  const boxes = parts();
  let edge = foot;
  for (let cut; (cut = boxes.find((box) => box.top < edge - 1 && box.bottom > edge + 1)); ) {
    edge = cut.top;
  }
  const held = document.activeElement?.getBoundingClientRect();
  const hides = bar.closest("form").contains(document.activeElement) && held.bottom > edge;
  const far = foot - edge > window.innerHeight / 3;
  bar.style.setProperty("--covers", hides || far ? "0" : `${foot - edge}px`);
};

if (bar) {
  for (const kind of ["scrollend", "resize", "focusin"]) window.addEventListener(kind, settle);
  new ResizeObserver(settle).observe(document.body);
}
