// What the pages of entry show alike: what waits, what is wrong, what was just done.

import { fill } from "./keys.js";

export class Shown {
  constructor(root, words) {
    Object.assign(this, { root, words });
    this.part = (name) => root.querySelector(`[data-${name}]`);
  }

  write(node, text) {
    // Most parts are as they were; leave them alone.
    if (node.textContent !== text) node.textContent = text;
  }

  put(name, text) {
    this.write(this.part(name), text);
  }

  show(name, text) {
    this.part(name).hidden = !text;
    this.put(name, text);
  }

  /** Say it to who looks and to who listens. */
  status(text) {
    this.put("status", text);
  }

  /** `deal` is the line it is about, if it is to go with what stands under that. */
  alert(text, deal = null) {
    this.about = deal;
    this.put("alert", text);
  }

  /** The bar at the foot: what waits, what needs somebody, whether the server is there. */
  drawBar({ waiting, held, trouble, ended, login }) {
    const { words } = this;
    this.show("waiting", waiting);
    this.show("attention", held === null ? "" : fill(words.attention, { deal: held }));
    this.show("trouble", trouble || (ended ?? ""));
    const link = this.part("login"); // a session that came by a link has nowhere to log in
    if (link) link.hidden = !login;
  }
}
