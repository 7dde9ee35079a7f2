/**
 * What a page might lay its hands on, as scripts. Each is the body of an async function that returns what it got, or
 * throws. A thing that was not got is `undefined`, `null`, `false` or an error.
 */
export const withinReach: Record<string, string> = {
  'the DOM of the page': 'return top.document.body.innerHTML',
  'the DOM of the frame around': 'return parent.document.body.innerHTML',
  'the token of the page': "return top.sessionStorage.getItem('pegboard-token')",
  'its frame element': 'return window.frameElement',
  'whoever opened it': 'return window.opener',
  cookies: "document.cookie = 'a=1'; return document.cookie",
  'local storage': "localStorage.setItem('a', '1'); return localStorage.getItem('a')",
  'session storage': "sessionStorage.setItem('a', '1'); return sessionStorage.getItem('a')",
  'a database':
    "return await new Promise((got, lost) => { const r = indexedDB.open('a'); r.onsuccess = () => got('open'); r.onerror = () => lost(r.error) })",
  'a cache': "return await caches.open('a')",
  'a service worker': "return await navigator.serviceWorker.register('/x.js')",
  'an origin': "return self.origin === 'null' ? null : self.origin",
  'a domain': "document.domain = 'localhost'; return document.domain",
  'a window': "return window.open('about:blank')",
  'an answer to a question': "return confirm('Approve?')",
  'the API without a token': "return (await fetch(data.api + '/healthz')).status",
  'the API behind its back':
    "await fetch(data.api + '/toolsets/import', { method: 'POST', mode: 'no-cors', body: '{}' }); return 'sent'",
  'the clipboard': 'return await navigator.clipboard.readText()',
  'the camera': 'return await navigator.mediaDevices.getUserMedia({ video: true })',
  'the place': 'return await new Promise((got, lost) => navigator.geolocation.getCurrentPosition(got, lost))',
  'the whole screen': 'return await document.body.requestFullscreen().then(() => true)',
  notifications: "return (await Notification.requestPermission()) === 'granted'",
};

/** A script that tries all of them and leaves what it got in `#got`, one line each. */
export function tryAll(): string {
  const tries = Object.entries(withinReach).map(
    ([name, body]) => `[${JSON.stringify(name)}, async () => { ${body} }]`,
  );
  return `(async () => {
    const got = [];
    for (const [name, reach] of [${tries.join(',')}]) {
      // What neither comes nor fails is asking the person, which is not to happen either.
      const asking = new Promise((ask) => setTimeout(ask, 1000, 'asked for'));
      const value = await Promise.race([reach().catch(() => undefined), asking]);
      if (value) got.push(name);
    }
    const out = document.createElement('pre');
    out.id = 'got';
    out.textContent = JSON.stringify(got);
    document.body.append(out);
  })()`;
}
