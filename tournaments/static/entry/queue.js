// What was typed and not yet acknowledged, kept by the browser until the server has it.
//
// An entry is {id, seq, table, url, deal, base, line | withdrawn, claimed_at, state, complaints}.
// state: "waiting", "refused" (the server said why), "stale" (somebody else was first), or "sent":
// acknowledged, and kept for some days, because a server that is restored may have lost it.

const NAME = "lhombre-entry";
const STORE = "unsent";
const KEPT = 72 * 60 * 60 * 1000; // milliseconds that what was acknowledged is kept

/** A random UUID, version 4. Plain http has no crypto.randomUUID. */
function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

function open() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "id" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Of how many deals they are: one that was mended or taken back since is one deal. */
export function countDeals(entries) {
  return new Set(entries.map(({ table, deal }) => `${table} ${deal}`)).size;
}

export class Queue {
  /** Open the store and read what earlier pages left; without a store, keep all in memory. */
  static async load() {
    let database = null;
    let left = [];
    try {
      database = await open();
      left = await new Promise((resolve, reject) => {
        const request = database.transaction(STORE).objectStore(STORE).getAll();
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    } catch {
      database = null;
    }
    return new Queue(database, left);
  }

  constructor(database, entries) {
    this.database = database;
    const isSent = (entry) => entry.state === "sent";
    this.entries = entries.filter((entry) => !isSent(entry)).sort((a, b) => a.seq - b.seq);
    this.sent = entries.filter((entry) => isSent(entry) && entry.sent_at > Date.now() - KEPT);
    /** Whether the browser keeps entries when the page is closed. */
    this.keeps = database !== null;
    const old = entries.filter((entry) => isSent(entry) && !this.sent.includes(entry));
    if (old.length) this.write([], old);
    /** Set by the page: another tab of this browser has dealt with these entries. */
    this.dealtWith = () => {};
    this.others = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(NAME);
    if (this.others) this.others.onmessage = ({ data }) => this.heard(data);
  }

  /** Another tab had these entries stored, mended or given up: here nobody waits for them. */
  heard(done) {
    const ids = done.map((entry) => entry.id);
    this.entries = this.entries.filter((entry) => !ids.includes(entry.id));
    this.dealtWith(done);
  }

  /** The entries of one table, of one deal if named, oldest first. */
  of(table, deal = null) {
    return this.entries.filter(
      (entry) => entry.table === table && (deal === null || entry.deal === deal),
    );
  }

  waiting() {
    return this.entries.filter((entry) => entry.state === "waiting");
  }

  /** The next to send, but for tables that do not take any now. */
  next(closed) {
    return this.entries.find((entry) => entry.state === "waiting" && !closed.has(entry.table));
  }

  /**
   * Take an entry. It stands in the list at once; the promise says that the browser holds it.
   * What was refused or overtaken for this deal before is replaced.
   */
  add(entry) {
    const replaced = this.of(entry.table, entry.deal).filter((old) => old.state !== "waiting");
    const seq = 1 + Math.max(0, ...[...this.entries, ...this.sent].map((old) => old.seq));
    // What was refused and is entered once more is meant: where the rules only doubt it, it is so.
    const again = (old) => old.state === "refused" && old.line === entry.line;
    const confirmed = Boolean(entry.line) && (Boolean(entry.confirmed) || replaced.some(again));
    const added = { ...entry, confirmed, id: uuid(), seq, state: "waiting", complaints: [] };
    this.entries = this.entries.filter((old) => !replaced.includes(old));
    this.entries.push(added);
    added.kept = this.write([added], replaced);
    return added;
  }

  /** The server has it, in this epoch of its own. */
  acknowledge(entry, epoch) {
    const { kept: _kept, ...sent } = { ...entry, state: "sent", epoch, sent_at: Date.now() };
    this.entries = this.entries.filter((old) => old !== entry);
    this.sent.push(sent);
    return this.write([sent], []);
  }

  /**
   * The server is in this epoch. If it was another when it acknowledged something, it was
   * restored: let all that it had then wait again, with the same ids. Returns whether any does.
   */
  offerAgain(table, epoch) {
    const here = this.sent.filter((entry) => entry.table === table && entry.epoch !== epoch);
    const lost = new Set(here.map((entry) => entry.epoch));
    const again = this.sent.filter((entry) => lost.has(entry.epoch));
    for (const entry of again) entry.state = "waiting";
    this.sent = this.sent.filter((entry) => !again.includes(entry));
    this.entries = [...this.entries, ...again].sort((a, b) => a.seq - b.seq);
    if (again.length) this.write(again, []);
    return again.length > 0;
  }

  /** Let what was refused or overtaken wait again, as it was: here nobody can decide about it. */
  sendHeld() {
    const held = this.entries.filter((entry) => entry.state !== "waiting");
    for (const entry of held) Object.assign(entry, { state: "waiting", complaints: [] });
    if (held.length) this.write(held, []);
  }

  /** Nobody wants it any more. */
  remove(entry) {
    this.entries = this.entries.filter((old) => old !== entry);
    return this.write([], [entry]);
  }

  /** The server refused it: keep it for mending, unless a newer one stands behind it. */
  refuse(entry, complaints) {
    if (!this.entries.includes(entry)) return Promise.resolve(); // another tab has mended it
    const newer = this.behind(entry);
    if (!newer.length) {
      Object.assign(entry, { state: "refused", complaints });
      return this.write([entry], []);
    }
    // They counted on a revision that will never be.
    for (const each of newer) each.base -= 1;
    this.entries = this.entries.filter((old) => old !== entry);
    return this.write(newer, [entry]);
  }

  /**
   * Somebody else was first: hold back the newest of mine, and only that, until it is decided.
   * Returns the one that is held.
   */
  overtake(entry) {
    const newer = this.behind(entry);
    const mine = newer.pop() ?? entry;
    const dropped = mine === entry ? [] : [entry, ...newer];
    mine.state = "stale";
    this.entries = this.entries.filter((old) => !dropped.includes(old));
    mine.kept = this.write([mine], dropped);
    return mine;
  }

  behind(entry) {
    return this.of(entry.table, entry.deal).filter(
      (other) => other.state === "waiting" && other.seq > entry.seq,
    );
  }

  write(puts, deletes) {
    if (!this.database) return Promise.resolve();
    let transaction;
    try {
      transaction = this.database.transaction(STORE, "readwrite", { durability: "strict" });
    } catch {
      // The browser has closed its store. Sending goes on; the page says that nothing is kept.
      this.keeps = false;
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      const store = transaction.objectStore(STORE);
      for (const { kept: _kept, ...entry } of puts) store.put(entry);
      for (const entry of deletes) store.delete(entry.id);
      // Now, and not when this page next has time: it may be left in that very moment.
      transaction.commit?.();
      transaction.oncomplete = () => {
        const sent = puts.filter((entry) => entry.state === "sent");
        const done = [...sent, ...deletes].map(({ id, table, deal, line }) => ({ id, table, deal, line }));
        if (done.length) this.others?.postMessage(done);
        resolve();
      };
      // The entry still stands in the list and is sent; the page says that it is not kept.
      transaction.onabort = () => {
        this.keeps = false;
        resolve();
      };
    });
  }
}
