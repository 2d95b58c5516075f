// @ts-check
/** The service worker: keeps the files of the page, so that it opens at once. Who serves it puts in the version, and of a site all its files. */

/** What a worker has beside a page; its types and those of a page exclude each other. @type {any} */
const worker = globalThis;
const CACHE = "unriddle-VERSION";
/** The folder that it serves. */
const HOME = new URL("./", location.href).pathname;
/** All there is, of a site that works without a server: fetched once, for good. @type {string[]} */
const FILES = "ALL_FILES".split(" ").filter(Boolean);

worker.addEventListener("install", (/** @type {any} */ event) => {
  worker.skipWaiting();
  const wanted = FILES.length ? ["", ...FILES] : [];
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(wanted.map((name) => HOME + name))));
});

/** Files of other versions are of no use any more. */
worker.addEventListener("activate", (/** @type {any} */ event) => {
  const tidy = caches.keys().then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))));
  event.waitUntil(tidy.then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { pathname } = new URL(event.request.url);
  if (event.request.method !== "GET") return;
  const name = pathname.slice(HOME.length);
  if (name.startsWith("static/VERSION/") || (name && FILES.includes(name))) event.respondWith(kept(event.request));
  else if (event.request.mode === "navigate" && pathname === HOME) event.respondWith(latest(event.request));
});

/** What never changes comes from here. @param {Request} request */
async function kept(request) {
  const cache = await caches.open(CACHE);
  const found = await cache.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

/** The page itself comes from the server, unless that does not answer. @param {Request} request */
async function latest(request) {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(HOME, answer.clone());
    return answer;
  } catch (problem) {
    const found = await cache.match(HOME);
    if (found) return found;
    throw problem;
  }
}
