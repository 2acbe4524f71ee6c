// Sends what waits, one after the other, until the server has acknowledged it.

export const RETRY = 2000; // milliseconds between attempts while something waits
export const PATIENCE = 10000; // milliseconds until an attempt without an answer is given up

export function cookie(name) {
  const found = document.cookie.split("; ").find((each) => each.startsWith(`${name}=`));
  return found ? decodeURIComponent(found.slice(name.length + 1)) : "";
}

/** The parsed answer, {status, body}; status 0 when there was none. */
async function ask(url, options) {
  try {
    const response = await fetch(url, {
      credentials: "same-origin",
      signal: AbortSignal.timeout(PATIENCE),
      ...options,
      headers: { Accept: "application/json", ...options.headers },
    });
    const text = await response.text();
    try {
      return { status: response.status, body: JSON.parse(text) };
    } catch {
      // Not ours: a proxy's page, or the error page of a server that is going down.
      return { status: response.status < 400 ? 0 : response.status, body: {} };
    }
  } catch {
    return { status: 0, body: {} };
  }
}

export class Sender {
  /**
   * `on` has functions that are told: stored, received, refused and stale of one entry, changed of
   * all. Received is what no sheet takes any more: the director has it.
   */
  constructor({ queue, csrfCookie, on }) {
    Object.assign(this, { queue, csrfCookie, on });
    this.busy = false;
    this.reachable = true;
    /** Table → why it takes nothing from this browser now. */
    this.closed = new Map();
  }

  start() {
    setInterval(() => this.retry(), RETRY);
    addEventListener("online", () => this.retry());
    document.addEventListener("visibilitychange", () => document.hidden || this.retry());
    this.retry();
  }

  retry() {
    if (this.busy || !this.queue.waiting().length) return;
    this.closed.clear();
    this.send();
  }

  /** Send all that waits. Only one such errand runs at a time. */
  async send() {
    if (this.busy) return;
    this.busy = true;
    try {
      for (let next = this.queue.next(this.closed); next; next = this.queue.next(this.closed)) {
        await next.kept;
        if (!(await this.deliver(next))) break;
      }
    } finally {
      this.busy = false;
      this.on.changed();
    }
  }

  /** Send one entry; false when nothing can be sent now. */
  async deliver(entry) {
    const { status, body } = await ask(entry.url, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "X-CSRFToken": cookie(this.csrfCookie),
      },
      body: JSON.stringify({
        id: entry.id,
        deal: entry.deal,
        base: entry.base,
        ...(entry.withdrawn ? { withdrawn: true } : { line: entry.line }),
        confirmed: Boolean(entry.confirmed),
        claimed_at: entry.claimed_at,
      }),
    });
    this.reachable = status > 0 && status !== 429 && status < 500;
    if (!this.reachable) return false;
    // What a restored server has lost comes before what counts on it.
    const restored = Boolean(body.epoch) && this.queue.offerAgain(entry.table, body.epoch);
    const kept = restored && status === 409 ? null : this.take(entry, status, body);
    this.on.changed(); // before the store is heard: who taps now means the deal that is shown
    await kept;
    return true;
  }

  /** Do what an answer says, and tell it; the promise says that the browser holds it. */
  take(entry, status, body) {
    if (status === 200 || status === 201 || status === 202) {
      const kept = this.queue.acknowledge(entry, body.epoch);
      if (status === 202) this.on.received?.(entry, body);
      else this.on.stored(entry, body);
      return kept;
    }
    if (status === 409) {
      const mine = this.queue.overtake(entry);
      this.on.stale(mine, body);
      return mine.kept;
    }
    if ([401, 403, 404].includes(status)) {
      // Kept: after a login, or when the round is released again, it goes through.
      this.closed.set(entry.table, body.message ?? "");
      return null;
    }
    const complaints = body.complaints ?? [{ message: body.message ?? String(status) }];
    const kept = this.queue.refuse(entry, complaints);
    this.on.refused(entry, complaints);
    return kept;
  }
}

/** The sheet as the server has it, asked for by its tag: {status, body}. */
export function fetchSheet(url) {
  return ask(url, { cache: "no-cache" });
}
