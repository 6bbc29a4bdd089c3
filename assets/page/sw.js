// Keeps what was visited of this folder, so that it opens without a network; a new folder has another list.
const FILES = new Set(@FILES@);
const CACHE = `polhode ${registration.scope}`;
const address = (name) => new URL(name, registration.scope).href;
const nameOf = (url) => decodeURIComponent(url.split(/[?#]/)[0].slice(registration.scope.length)) || "index.html";

// Files that are called by the hash of their content never change; others are asked for first.
const lasting = (name) => /^(shared|pictures)\//.test(name);

async function keep(names, tell = () => {}) {
  const cache = await caches.open(CACHE);
  let kept = 0;
  for (const name of names) {
    if (!(await cache.match(address(name))) || !lasting(name)) await cache.add(new Request(address(name), { cache: "no-cache" }));
    tell(++kept);
  }
}

async function answer(request, name) {
  const cache = await caches.open(CACHE), found = await cache.match(address(name));
  if (found && lasting(name)) return found;
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(address(name), response.clone());
    return response;
  } catch (error) {
    if (found) return found;
    throw error;
  }
}

addEventListener("activate", (event) => event.waitUntil((async () => {
  const cache = await caches.open(CACHE);
  for (const { url } of await cache.keys()) if (!FILES.has(nameOf(url))) await cache.delete(url);
  await clients.claim();
})()));

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(registration.scope)) return;
  const name = nameOf(request.url);
  if (FILES.has(name)) event.respondWith(answer(request, name));
});

addEventListener("message", (event) => {
  const { source, data: { all, keep: urls } } = event;
  if (!all) return event.waitUntil(keep(urls.filter((url) => url.startsWith(registration.scope)).map(nameOf).filter((name) => FILES.has(name))).catch(() => {}));
  let kept = 0;
  const tell = (n) => source.postMessage({ kept: (kept = n), all: FILES.size });
  event.waitUntil(keep([...FILES], tell).catch(() => source.postMessage({ kept, all: FILES.size, failed: true })));
});
