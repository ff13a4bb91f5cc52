// Stands between the pages and the network for one thing only: a page that cannot be reached says so in plain words.
// Nothing of the room is kept: no answer of /api, no socket, no page of the client.
const KEPT = 'openfelt-offline-1';
const PAGES = ['/offline.html', '/offline.css'];

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(PAGES)).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  const old = (names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(old).then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const path = new URL(request.url).pathname;
  if (request.mode === 'navigate' && !path.startsWith('/api/')) event.respondWith(fetch(request).catch(() => caches.match('/offline.html')));
  else if (path === '/offline.css') event.respondWith(fetch(request).catch(() => caches.match('/offline.css')));
});

// A notification leads to the tab that is open already.
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const to = event.notification.data?.to ?? '/';
  const shown = self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then((open) => {
    const there = open.find((one) => new URL(one.url).pathname === to) ?? open[0];
    return there ? there.focus() : self.clients.openWindow(to);
  });
  event.waitUntil(shown);
});
