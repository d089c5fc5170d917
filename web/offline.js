// Keeps a whole version of the page for times without a network: all of its files, or none.
//
// With a network the page is always the newest one: only `index.html` says which version that is, and the files of a
// version lie in a folder of its own. Without one, the last version that was kept whole is served.

const VERSION = 'VERSION'
const FILES = ['FILES']
const cacheName = `gridwalk ${VERSION} ${registration.scope}`
const home = new URL('./', registration.scope).href

// `addAll` keeps all of them, or fails; then this version is not installed, and the one before stays.
addEventListener('install', (event) => {
  const requests = FILES.map((file) => new Request(new URL(file, registration.scope), { cache: file === './' ? 'no-cache' : 'default' }))
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(requests)).then(() => isWhole()))
})

/** Fails if the page that was kept is another version than its files: a new one was published in between. */
async function isWhole() {
  const page = await (await caches.open(cacheName)).match(home)
  if (!(await page.clone().text()).includes(`${VERSION}/page.js`)) {
    await caches.delete(cacheName)
    throw new Error('another version was published meanwhile')
  }
}

addEventListener('activate', (event) => {
  const isOld = (name) => name.startsWith('gridwalk ') && name.endsWith(` ${registration.scope}`) && name !== cacheName
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name)))))
})

/** The answer that was kept for a request, whatever parameters its address has. */
const kept = async (request) => (await caches.open(cacheName)).match(request, { ignoreSearch: true })

addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || !url.href.startsWith(registration.scope)) return
  const isHome = url.origin + url.pathname === home || url.pathname.endsWith('/index.html')
  if (request.mode === 'navigate' && isHome) {
    const newest = () => fetch(request).then((answer) => answer.ok ? answer : Promise.reject(new Error(answer.status)))
    event.respondWith(newest().catch(async (error) => await kept(home) ?? Promise.reject(error)))
  } else if (url.href.startsWith(`${registration.scope}${VERSION}/`)) {
    // A name with a version in it never holds anything else.
    event.respondWith(kept(request).then((answer) => answer ?? fetch(request)))
  } else if (FILES.includes(url.href.slice(registration.scope.length))) {
    event.respondWith(fetch(request).catch(async (error) => await kept(request) ?? Promise.reject(error)))
  }
})
