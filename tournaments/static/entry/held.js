// Over https this browser holds the page of a table for the time without a network, and beside it
// the sheet as the server told it last. Plain http allows neither: there the page warns.

export const TABLES = "lhombre-tables"; // as in worker.js

export class Held {
  /** `worker` is the address of the script that answers in the server's place. */
  constructor({ table, worker }) {
    Object.assign(this, { table, worker });
    this.key = `/tables/${table}/held/`;
    /** Whether this page comes without a network too. */
    this.holds = false;
    this.isEnded = false;
    this.tables = null;
    this.newest = null;
  }

  async start() {
    if (!navigator.serviceWorker) return;
    try {
      await navigator.serviceWorker.register(this.worker);
      this.ready = await navigator.serviceWorker.ready;
      this.tables = await caches.open(TABLES);
      const { pathname } = location;
      // The first page of all came before there was a worker to hold it.
      if (!(await this.tables.match(pathname))) {
        await this.tables.add(new Request(pathname, { redirect: "error" }));
      }
      this.holds = !this.isEnded;
      if (this.newest) this.keep(this.newest);
    } catch {
      this.tables = null; // no store, or no network yet: then it is as over plain http
    }
  }

  /** The sheet as it was known last; null where nothing is held. */
  async sheet() {
    if (this.isEnded) return null;
    try {
      return (await (await caches.match(this.key))?.json()) ?? null;
    } catch {
      return null;
    }
  }

  keep(sheet) {
    this.newest = sheet;
    if (this.holds) this.tables.put(this.key, Response.json(sheet)).catch(() => this.end());
  }

  /** This browser may not see the table any more. */
  end() {
    this.holds = false;
    this.isEnded = true;
    this.ready?.active?.postMessage({ ended: this.table });
  }
}
