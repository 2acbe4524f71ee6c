// What stands partly outside of the part in which it is scrolled is not shown: half of a figure
// reads as another figure, and a strip of a button is tapped for the button beside it.

const REST = 1; // pixels that rounding may take
const STEPS = [0, 0.25, 0.5, 0.75, 0.9, 0.95, 0.97, 0.99, 1]; // when the browser looks again

const isWhole = ({ intersectionRect: seen, boundingClientRect: whole }) =>
  seen.width >= whole.width - REST && seen.height >= whole.height - REST;

/** Mark those of the nodes that do not stand whole in what scrolls them, as long as they do not. */
export function hideCut(scroller, nodes, then = () => {}) {
  const mark = (all) => {
    for (const each of all) each.target.classList.toggle("is-cut", !isWhole(each));
    then(scroller);
  };
  const observer = new IntersectionObserver(mark, { root: scroller, threshold: STEPS });
  for (const node of nodes) observer.observe(node);
}
