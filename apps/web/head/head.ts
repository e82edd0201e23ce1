import { formatAmount } from '../src/core/start/figure.ts'

/**
 * Runs before anything is painted, inside the page itself: it takes away a prerendered screen that does not fit this
 * browser, starts the first call of home, and holds what a member sends, taps or chooses before the scripts are there.
 * `apps/web/src/core/start/early.ts` takes over from here.
 */
type Early = {
  token?: string
  answer?: Promise<Response>
  stop?: AbortController
  held?: boolean
  hold?: (event: Event) => void
}

const page = document.documentElement
const early: Early = {}
Object.assign(globalThis, { early })

function stored(key: string, isTabs = false): string | null {
  try {
    return (isTabs ? sessionStorage : localStorage).getItem(key)
  } catch {
    return null
  }
}

/** Where the build has laid the styles of a wide screen. */
declare const __DESK__: string

// By the device and not by its window, which may be made wide later: what does not apply would be fetched all the same.
if (screen.width > 1023) {
  const link = { rel: 'stylesheet', href: __DESK__, blocking: 'render' }
  document.head.append(Object.assign(document.createElement('link'), link))
}

const shell = page.dataset['shell'] ?? ''
// To open either store takes a cheap phone some milliseconds: the tab's own only for who is not found in the other.
const token = stored('token') ?? stored('token', true)
const locale = stored('locale')
const isShown = !(document as { prerendering?: boolean }).prerendering

// A page names the address that it was drawn for; these three show the same.
const home = '/user/home'
const places = shell === home ? ['/', '/user', home] : [shell]
const fits = places.some((path) => [path, `${path}/`].includes(location.pathname))
if (shell !== '' && (!fits || (locale !== null && locale !== page.dataset['locale'])))
  page.dataset['shell'] = 'none'

if (shell.startsWith('/user') && fits && isShown) {
  // Nobody is logged in here: the login is a page of its own, which is there sooner than our scripts.
  if (token === null) location.replace('/login')
  else if (shell === home) {
    early.token = token
    // The first frame does not wait for it: to begin a call takes a cheap phone longer than all the rest here.
    requestAnimationFrame(() => setTimeout(askWallet))
  }
}

function askWallet(): void {
  // The scripts were there sooner, and have asked themselves.
  if (early.token === undefined) return
  // The tab's own goes before the one that all tabs share.
  early.token = stored('token', true) ?? early.token
  early.stop = new AbortController()
  early.answer = fetch('/api/wallet', {
    headers: { 'x-client': 'wallet-user', authorization: `Bearer ${early.token}` },
    cache: 'no-store',
    signal: early.stop.signal,
  })
  // Whoever asks for it hears of a failure; unasked it must not count as an error of the page.
  early.answer.catch(() => undefined)
}

if (page.dataset['shell'] === home)
  document.addEventListener('readystatechange', showLastTotal, { once: true })

/** What home showed last stands there at once; `core/session/last-balance.ts` writes it down. */
function showLastTotal(): void {
  const place = document.querySelector<HTMLElement>('[data-last]')
  const [total, , currency] = readLast()
  const unit = place?.dataset['last']?.split(',')[currency ?? -1]
  const money = place?.firstElementChild
  if (!money?.firstChild || typeof total !== 'number' || unit === undefined) return
  money.firstChild.nodeValue = formatAmount(total)
  money.lastElementChild!.textContent = unit
  place!.hidden = false
  place!.nextElementSibling!.remove()
}

function readLast(): (number | null)[] {
  try {
    return [...(JSON.parse(stored('last-balance') ?? '') as number[])]
  } catch {
    return []
  }
}

if (page.dataset['shell'] === '/login') {
  early.hold = (event) => {
    event.preventDefault()
    early.held = true
    document.querySelector('form button[type=submit]')?.setAttribute('aria-busy', 'true')
  }
  addEventListener('submit', early.hold, true)
}

if (page.dataset['shell']?.startsWith('/')) {
  if (shell !== '/login') addEventListener('click', holdTap, true)
  addEventListener('change', holdChoice, true)
}

let tapped: HTMLElement | undefined
let chosen: { menu: HTMLSelectElement; value: string } | undefined

/** What is tapped on a screen that is only drawn counts for the same button of the one that takes its place. */
function holdTap({ target }: Event): void {
  const button = (target as Element).closest<HTMLElement>('#root button')
  if (page.dataset['shell'] === undefined) removeEventListener('click', holdTap, true)
  else if (button !== null) {
    button.setAttribute('aria-busy', 'true')
    if (!tapped) whenReplaced(button, () => findSame(tapped!)?.click())
    // Of two taps the later one counts, and two on one button count as one.
    tapped = button
  }
}

/** So does what is chosen in the menu of languages; the words change once there is somebody to change them. */
function holdChoice({ target }: Event): void {
  if (page.dataset['shell'] === undefined) removeEventListener('change', holdChoice, true)
  else if (target instanceof HTMLSelectElement) {
    if (!chosen) new MutationObserver(choose).observe(page, { attributeFilter: ['data-shell'] })
    chosen = { menu: target, value: target.value }
  }
}

/** Once the real screen stands, which may have taken the drawn menu over. */
function choose(_changes: unknown, observer: MutationObserver): void {
  observer.disconnect()
  const menu = findSame(chosen!.menu)
  if (!menu) return
  menu.value = chosen!.value
  menu.dispatchEvent(new Event('change', { bubbles: true }))
}

function whenReplaced(drawn: Element, goOn: () => void): void {
  new MutationObserver((_changes, observer) => {
    if (drawn.isConnected) return
    observer.disconnect()
    goOn()
  }).observe(document.querySelector('#root')!, { childList: true })
}

function findSame<E extends Element>(gone: E): E | undefined {
  return [...document.querySelectorAll<E>(`#root ${gone.localName}`)].find(
    (one) => nameOf(one) === nameOf(gone),
  )
}

function nameOf(one: Element): string | null {
  return one.getAttribute('aria-label') ?? one.textContent
}
