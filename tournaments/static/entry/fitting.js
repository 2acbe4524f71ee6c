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
    /** First node → {nodes, levels, key}: what they may say, and for which texts and sizes that was
     *  measured. */
    this.rows = new Map();
    new ResizeObserver(() => this.again()).observe(root);
    document.fonts.ready.then(() => this.again(true));
  }

  /** Say the first of the texts that fits, or the last; a title says the whole of it. */
  put(node, texts) {
    this.putRow([node], texts.map((text) => [text]));
  }

  /** The same of several that stand beside each other: each has a text of every level, and all say
   *  theirs of the first level that fits everywhere, so that none is cut otherwise than the next. */
  putRow(nodes, levels) {
    if (!nodes.length) return;
    const row = { key: null, ...this.rows.get(nodes[0]), nodes, levels };
    this.rows.set(nodes[0], row);
    this.measure(row);
  }

  again(isAnother = false) {
    for (const row of this.rows.values()) {
      if (isAnother) row.key = null;
      this.measure(row);
    }
  }

  measure(row) {
    this.choose(row);
    row.nodes.forEach((node, place) => {
      const whole = row.levels[0][place];
      if (node.textContent === whole) node.removeAttribute("title");
      else node.title = whole;
    });
  }

  choose(row) {
    const { nodes, levels } = row;
    const size = [innerWidth, innerHeight, getComputedStyle(document.documentElement).fontSize];
    const rooms = nodes.map(({ clientWidth }) => clientWidth); // also of what stands beside it
    const key = [...levels.flat(), ...size, ...rooms, this.root.className].join("\n");
    if (key === row.key) return;
    row.key = rooms.every(Boolean) ? key : null; // what is hidden is measured when it is shown
    for (const node of nodes) node.classList.remove("is-longer");
    const isLonger = (node) => node.clientWidth > 0 && !fits(node);
    for (const level of levels) {
      nodes.forEach((node, place) => { node.textContent = level[place]; });
      if (!nodes.some(isLonger)) return;
    }
    for (const node of nodes) node.classList.toggle("is-longer", isLonger(node)); // also at its shortest
  }
}
