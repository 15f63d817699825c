// Stores all files of the page for offline use. A request gets the server's answer, or the stored file without one.
const VERSION = ''; // pack.py writes the digest of all files here, so that a browser notices a change of any
const OURS = `raichi ${self.registration.scope} `; // other pages of this site have caches too
const CACHE = OURS + VERSION;

async function keepAll() {
  const cache = await caches.open(CACHE);
  const files = await (await fetch('files.json', {cache: 'no-cache'})).json();
  await cache.addAll(files.map(file => new Request(file, {cache: 'no-cache'})));
}

/** Deletes the files of older versions. The first of them did not name the page. */
async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter(name => name !== CACHE && (name.startsWith(OURS) || /^raichi [0-9a-f]+$/.test(name))).map(name => caches.delete(name)));
}

self.addEventListener('install', event => event.waitUntil(keepAll().then(() => self.skipWaiting())));
self.addEventListener('activate', event => event.waitUntil(forgetOthers().then(() => self.clients.claim())));
self.addEventListener('fetch', event => {
  if (['GET', 'HEAD'].includes(event.request.method)) event.respondWith(answer(event.request));
});

const withoutSettings = request => request.url.split('?')[0];

async function answer(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await (await caches.open(CACHE)).match(withoutSettings(request));
    if (kept) return kept;
    throw error;
  }
}
