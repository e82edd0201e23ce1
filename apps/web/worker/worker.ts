/**
 * The service worker: it caches the frame of the page and its hashed files, so that the app opens without a connection.
 * It never handles a call: requests for anything but a page or a file of the build go to the network untouched.
 */
/** Filled in by the build: its name, and the files that every visit needs. */
declare const __BUILD__: string
declare const __FIRST_FILES__: readonly string[]
/** The logos of banks and wallets: a sheet opened offline may show one for the first time. */
declare const __MARKS__: readonly string[]

const worker = globalThis as unknown as ServiceWorkerGlobalScope
const prefix = 'kapao-'
const cacheName = prefix + __BUILD__
/** An open tab of the previous build still requests its files. */
const buildsKept = 2
const pages = ['/login', '/user/home']
/** A connection that transfers nothing is worse than none: after this time the cached page is shown. */
const pagePatienceMs = 4_000

worker.addEventListener('install', (event) => {
  event.waitUntil(keepFirstFiles().then(() => worker.skipWaiting()))
})

worker.addEventListener('activate', (event) => {
  event.waitUntil(dropOldBuilds().then(() => worker.clients.claim()))
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== worker.location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(answerFile(event))
  else if (pathname.startsWith('/banks/')) event.respondWith(answerMark(event))
  else if (request.mode === 'navigate' && isPage(pathname)) event.respondWith(answerPage(event))
})

/** The page reports the files that it loaded before the worker was active. */
worker.addEventListener('message', (event) => {
  const files: unknown = event.data
  if (Array.isArray(files)) event.waitUntil(keepFiles(files.filter(isOurFile)))
})

function isPage(pathname: string): boolean {
  return /^\/(?:$|login|register|howto|contact|user|terminated)/.test(pathname)
}

function isOurFile(address: unknown): address is string {
  return typeof address === 'string' && /^\/assets\/[\w.-]+$/.test(address)
}

async function keepFirstFiles(): Promise<void> {
  const cache = await caches.open(cacheName)
  await cache.addAll(__FIRST_FILES__)
  // Bypasses the browser's own cache, because these two must name the files of this build.
  await Promise.all(pages.map((page) => cache.add(new Request(page, { cache: 'reload' }))))
  // The page is complete without them.
  await cache.addAll(__MARKS__).catch(() => undefined)
}

async function keepFiles(files: readonly string[]): Promise<void> {
  const cache = await caches.open(cacheName)
  for (const file of files) {
    if (await caches.match(file)) continue
    // One missing file must not prevent the others from being cached.
    await cache.add(file).catch(() => undefined)
  }
}

async function dropOldBuilds(): Promise<void> {
  const ours = (await caches.keys()).filter((name) => name.startsWith(prefix))
  const others = ours.filter((name) => name !== cacheName)
  const dropped = others.slice(0, Math.max(0, others.length - (buildsKept - 1)))
  await Promise.all(dropped.map((name) => caches.delete(name)))
}

/** A hashed file never changes its content, whichever build cached it. */
async function answerFile(event: FetchEvent): Promise<Response> {
  const kept = await caches.match(event.request, { ignoreVary: true })
  if (kept) return kept
  const answer = await fetch(event.request)
  if (answer.ok) {
    const copy = answer.clone()
    event.waitUntil(caches.open(cacheName).then((cache) => cache.put(event.request, copy)))
  }
  return answer
}

/** Its name does not identify its content, so the network takes precedence over the cache. */
async function answerMark({ request }: FetchEvent): Promise<Response> {
  try {
    return await fetch(request)
  } catch {
    return (await caches.match(request, { ignoreVary: true })) ?? Response.error()
  }
}

/** The network first, so that a new build and new settings show at once. */
async function answerPage(event: FetchEvent): Promise<Response> {
  const fromNetwork = fetch(event.request)
  const kept = () => keptPage(new URL(event.request.url).pathname)
  try {
    const answer = await Promise.race([fromNetwork, afterPatience()])
    if (answer) {
      keepPage(event, answer)
      return answer
    }
    fromNetwork.catch(() => undefined)
    return (await kept()) ?? (await fromNetwork)
  } catch {
    return (await kept()) ?? Response.error()
  }
}

function afterPatience(): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), pagePatienceMs))
}

function keepPage(event: FetchEvent, answer: Response): void {
  const { pathname } = new URL(event.request.url)
  // An error page or a redirected one must not be cached under this address.
  if (answer.status !== 200 || answer.redirected || !pages.includes(pathname)) return
  const copy = answer.clone()
  event.waitUntil(caches.open(cacheName).then((cache) => cache.put(pathname, copy)))
}

/** The cache of this build first: an older page would name files that may be gone. */
async function keptPage(pathname: string): Promise<Response | undefined> {
  const isMembers = pathname === '/' || pathname.startsWith('/user')
  const page = isMembers ? '/user/home' : '/login'
  const cache = await caches.open(cacheName)
  return cache.match(page, { ignoreVary: true })
}

export {}
