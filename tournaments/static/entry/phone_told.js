// What is told in place of the strip, where it is longer than its place: a sign says so, and a tap
// shows what follows.

const REST = 2; // pixels that rounding may leave

const hasMore = (node, rest = REST) =>
  node.scrollTop + node.clientHeight < node.scrollHeight - rest;

/** A sign where there is more below than an empty rest. */
export function mark(node, rest) {
  node.classList.toggle("has-more", hasMore(node, rest));
}

/** After the last lines come the first. */
function goOn(node) {
  node.scrollTop = hasMore(node) ? node.scrollTop + node.clientHeight / 2 : 0;
}

/** Watch some parts, whatever they come to say. */
export function watchLength(nodes) {
  const sizes = new ResizeObserver((all) => all.forEach(({ target }) => mark(target)));
  for (const node of nodes) {
    const begin = () => {
      node.scrollTop = 0;
      mark(node);
    };
    new MutationObserver(begin).observe(node, { childList: true });
    sizes.observe(node);
    node.addEventListener("scroll", () => mark(node), { passive: true });
    node.addEventListener("click", () => goOn(node));
  }
}
