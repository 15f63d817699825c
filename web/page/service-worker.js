// Stores all files of the page for offline use. A request gets the server's answer, or the stored file without one. Adds the
// headers that isolate the page from other sites, without which browsers refuse threads; a plain server does not send them.
const CACHE = 'raichi';
const ISOLATION = {'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp'};

async function keepAll() {
  const cache = await caches.open(CACHE);
  await cache.addAll(await (await fetch('files.json')).json());
}

self.addEventListener('install', event => event.waitUntil(keepAll().then(() => self.skipWaiting())));
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', event => {
  if (event.request.method === 'GET') event.respondWith(answer(event.request).then(isolate));
});

const withoutSettings = request => request.url.split('?')[0];

async function answer(request) {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(withoutSettings(request), response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(withoutSettings(request));
    if (kept) return kept;
    throw error;
  }
}

function isolate(response) {
  if (response.status === 0 || response.redirected) return response;
  const headers = new Headers([...response.headers, ...Object.entries(ISOLATION)]);
  for (const [name, value] of Object.entries(ISOLATION)) headers.set(name, value);
  return new Response(response.body, {status: response.status, statusText: response.statusText, headers});
}
