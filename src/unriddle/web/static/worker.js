/** The service worker: keeps the files of the page, so that it opens at once. The server puts in the version, and for a site all its files. */

/** What a worker has beside a page; its types and those of a page exclude each other. @type {any} */
const worker = globalThis;
/** The folder that it serves. */
const HOME = new URL("./", location.href).pathname;
/** Another folder of the same host may have a page of its own, and its files. */
const OURS = `unriddle ${HOME} `;
const CACHE = `${OURS}VERSION`;
/** All there is, of a site that works without a server: fetched once, for good. @type {string[]} */
const FILES = "ALL_FILES".split(" ").filter(Boolean);
/** What never changes, also of other versions. */
const FOR_GOOD = /^(static\/[0-9a-f]{12}|pyodide-[\d.]+)\//;

worker.addEventListener("install", (/** @type {any} */ event) => {
  worker.skipWaiting();
  // The page as it is now, not as the browser may have kept it: it has to name these files.
  const wanted = [new Request(HOME, { cache: "reload" }), ...FILES.map((name) => HOME + name)];
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(wanted)));
});

/** The version before this one stays: a page of it may be open, which loads its parts when it needs them. */
worker.addEventListener("activate", (/** @type {any} */ event) => {
  const tidy = caches.keys().then((names) => {
    const others = names.filter((name) => name.startsWith(OURS) && name !== CACHE); // the oldest first
    return Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
  });
  event.waitUntil(tidy.then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { pathname } = new URL(event.request.url);
  if (event.request.method !== "GET" || !pathname.startsWith(HOME)) return;
  const name = pathname.slice(HOME.length);
  if (FOR_GOOD.test(name)) event.respondWith(kept(event.request));
  else if (event.request.mode === "navigate" && (name === "" || name === "index.html")) event.respondWith(latest(event.request));
});

/** What never changes comes from here. @param {Request} request */
async function kept(request) {
  const found = await caches.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(CACHE)).put(request, answer.clone());
  return answer;
}

/** The page itself comes from the server, unless that does not answer. @param {Request} request */
async function latest(request) {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetch(request);
    if (answer.ok && !FILES.length) await cache.put(HOME, answer.clone()); // that of a site stays with the files that it names
    return answer;
  } catch (problem) {
    const found = await cache.match(HOME);
    if (found) return found;
    throw problem;
  }
}
