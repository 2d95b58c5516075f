// @ts-check
/** The service worker: keeps the files of the page, so that it opens at once. The server puts in the version. */

/** What a worker has beside a page; its types and those of a page exclude each other. @type {any} */
const worker = globalThis;
const CACHE = "unriddle-VERSION";

worker.addEventListener("install", () => worker.skipWaiting());

/** Files of other versions are of no use any more. */
worker.addEventListener("activate", (/** @type {any} */ event) => {
  const tidy = caches.keys().then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))));
  event.waitUntil(tidy.then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { pathname } = new URL(event.request.url);
  if (event.request.method !== "GET") return;
  if (pathname.startsWith("/static/VERSION/")) event.respondWith(kept(event.request));
  else if (event.request.mode === "navigate" && pathname === "/") event.respondWith(latest(event.request));
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
    if (answer.ok) await cache.put("/", answer.clone());
    return answer;
  } catch (problem) {
    const found = await cache.match("/");
    if (found) return found;
    throw problem;
  }
}
