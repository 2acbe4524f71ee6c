// Texts in a place of fixed size: of several that say the same, the first that fits.

const SLACK = 0.2; // of a line, that rounding may take

/** Whether what a node says stands in it, no word beyond its edge. */
function fits(node) {
  const range = document.createRange();
  range.selectNodeContents(node);
  const boxes = [...range.getClientRects()];
  const { lineHeight, writingMode } = getComputedStyle(node);
  const lies = writingMode !== "horizontal-tb";
  const [across, down] = [node.clientWidth, node.clientHeight];
  const lines = new Set(boxes.map(({ left, top }) => Math.round(lies ? left : top))).size;
  const longest = Math.max(0, ...boxes.map(({ width, height }) => (lies ? height : width)));
  const room = Math.floor((lies ? across : down) / parseFloat(lineHeight) + SLACK);
  return lines <= room && longest <= (lies ? down : across) + 1;
}

export class Fitting {
  /** `root` is what changes its size or its class when the places do. */
  constructor(root) {
    this.root = root;
    /** Node → {texts, key}: what it may say, and for which texts and sizes that was measured. */
    this.nodes = new Map();
    new ResizeObserver(() => this.again()).observe(root);
    document.fonts.ready.then(() => this.again(true));
  }

  /** Say the first of the texts that fits, or the last; a title says the whole of it. */
  put(node, texts) {
    this.nodes.set(node, { key: null, ...this.nodes.get(node), texts });
    this.measure(node);
  }

  again(isAnother = false) {
    for (const [node, { texts }] of this.nodes) {
      if (isAnother) this.nodes.set(node, { texts, key: null });
      this.measure(node);
    }
  }

  measure(node) {
    this.choose(node);
    const [whole] = this.nodes.get(node).texts;
    if (node.textContent === whole) node.removeAttribute("title");
    else node.title = whole;
  }

  choose(node) {
    const known = this.nodes.get(node);
    const size = [innerWidth, innerHeight, getComputedStyle(document.documentElement).fontSize];
    const { clientWidth: room } = node; // also of what stands beside it
    const key = [...known.texts, ...size, room, this.root.className].join("\n");
    if (key === known.key) return;
    known.key = room ? key : null; // what is hidden is measured when it is shown
    node.classList.remove("is-longer");
    for (const text of known.texts) {
      node.textContent = text;
      if (!node.clientWidth || fits(node)) return;
    }
    node.classList.add("is-longer"); // than its place, also at its shortest
  }
}
