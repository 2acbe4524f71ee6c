// Holds the pages of tables, and the files they are made of, for the time without a network.
//
// The server says before this which BUILD it is and which FILES belong to it. Whoever has a network
// is always answered by the server: what is held here is only for who has none. Answers of the API
// are never held, nor are pages other than those a deal is entered on.

const OF_BUILD = "lhombre-files-";
const BUILT = `${OF_BUILD}${BUILD}`;
const TABLES = "lhombre-tables"; // as in held.js
const MOST = 60; // pages and sheets that are held; who directs opens many
const PAGE = /^(\/tables\/[0-9a-f-]{36}\/)(phone\/)?$/;
const AWAY = [502, 503, 504]; // a proxy says that nobody is behind it

/** Bring everything at once: half a build is none. */
async function install() {
  const files = await caches.open(BUILT);
  await files.addAll(FILES.map((path) => new Request(path, { cache: "no-cache" })));
  await self.skipWaiting();
}

async function activate() {
  const old = (await caches.keys()).filter((name) => name.startsWith(OF_BUILD) && name !== BUILT);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** Forget all of a table, or the oldest of everything. */
async function forget(start) {
  const tables = await caches.open(TABLES);
  const keys = await tables.keys();
  const ended = start ? keys.filter(({ url }) => new URL(url).pathname.startsWith(start)) : keys.slice(0, -MOST);
  await Promise.all(ended.map((key) => tables.delete(key)));
}

/** A page of a table: from the server; the one that is held where that cannot be reached. */
async function page(request, pathname) {
  let answer = null;
  try {
    answer = await fetch(request);
  } catch {
    // No network.
  }
  const tables = await caches.open(TABLES);
  if (!answer || AWAY.includes(answer.status)) {
    return (await tables.match(pathname)) ?? answer ?? Response.error();
  }
  if (answer.status === 200) {
    await tables.put(pathname, answer.clone());
    await forget();
  } else if (answer.status < 500) {
    // The link has ended, nobody is logged in any more, or the table takes no deals.
    await forget(PAGE.exec(pathname)[1]);
  }
  return answer;
}

async function file(request, pathname) {
  try {
    return await fetch(request);
  } catch {
    return (await (await caches.open(BUILT)).match(pathname)) ?? Response.error();
  }
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => event.waitUntil(forget(`/tables/${event.data.ended}/`)));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate" && PAGE.test(pathname)) event.respondWith(page(request, pathname));
  else if (FILES.includes(pathname)) event.respondWith(file(request, pathname));
});
