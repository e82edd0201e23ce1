import { formatAmount } from '../src/core/start/figure.ts'

/**
 * Runs before the first paint, inlined in the page: it removes a prerendered screen that does not fit this browser,
 * starts the first calls of the others, and holds what a member submits, taps or chooses before the scripts load.
 * `apps/web/src/core/start/early.ts` takes over from here.
 */
type Early = {
  token?: string
  answers?: Record<string, { answer: Promise<Response>; stop: AbortController }>
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

/** Where the build has put the styles for wide screens. */
declare const __DESK__: string

// Checks the device and not its window, which may be widened later; a stylesheet whose media query does not match would
// be fetched all the same.
if (screen.width > 1023) {
  const link = { rel: 'stylesheet', href: __DESK__, blocking: 'render' }
  document.head.append(Object.assign(document.createElement('link'), link))
}

const shell = page.dataset['shell'] ?? ''
// Opening either store takes a cheap phone some milliseconds: session storage is read only if local storage has no
// token.
const token = stored('token') ?? stored('token', true)
const locale = stored('locale')
const isShown = !(document as { prerendering?: boolean }).prerendering

// A prerendered page names the address it was drawn for; these three addresses show the same screen.
const home = '/user/home'
const places = shell === home ? ['/', '/user', home] : [shell]
const fits = places.some((path) => [path, `${path}/`].includes(location.pathname))
if (shell !== '' && (!fits || (locale !== null && locale !== page.dataset['locale'])))
  page.dataset['shell'] = 'none'

const isMembers = shell.startsWith('/user')
// Nobody is logged in: the login is a page of its own, which loads sooner than our scripts.
if (isMembers && token === null && fits && isShown) location.replace('/login')
else if (page.dataset['calls'] && page.dataset['shell'] === shell && isShown) {
  // A public screen is read as nobody, also where a member has not logged out yet.
  early.token = isMembers ? token! : ''
  // The first frame does not wait for these calls: starting one takes a cheap phone longer than everything else here.
  requestAnimationFrame(() => setTimeout(ask))
}

function ask(): void {
  // The scripts loaded first and make the calls themselves.
  if (early.token === undefined) return
  const headers: Record<string, string> = { 'x-client': 'wallet-user' }
  if (early.token) {
    // The token of this tab takes precedence over the one that all tabs share.
    early.token = stored('token', true) ?? early.token
    headers['authorization'] = `Bearer ${early.token}`
  }
  early.answers = {}
  for (const call of page.dataset['calls']!.split(' ')) {
    const end = `${call}{`.indexOf('{')
    const body = call.slice(end)
    const stop = new AbortController()
    const sent: RequestInit = { headers, cache: 'no-store', signal: stop.signal }
    if (body) {
      Object.assign(sent, { method: 'POST', body })
      sent.headers = { ...headers, 'content-type': 'application/json' }
    }
    const answer = fetch(call.slice(0, end), sent)
    // The code that takes the answer handles a failure; until then it must not count as an uncaught error of the page.
    answer.catch(() => undefined)
    early.answers[call] = { answer, stop }
  }
}

if (page.dataset['shell'] === home)
  document.addEventListener('readystatechange', showLastTotal, { once: true })

/** Shows the last total of home at once; `core/session/last-balance.ts` stores it. */
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

/** A tap on a prerendered screen counts for the same button of the real screen that replaces it. */
function holdTap({ target }: Event): void {
  const button = (target as Element).closest<HTMLElement>('#root button')
  if (page.dataset['shell'] === undefined) removeEventListener('click', holdTap, true)
  else if (button !== null) {
    button.setAttribute('aria-busy', 'true')
    if (!tapped) whenReplaced(button, () => findSame(tapped!)?.click())
    // The latest tap counts, and two taps on one button count as one.
    tapped = button
  }
}

/** The same for a choice in the language menu; the texts change once the scripts can change them. */
function holdChoice({ target }: Event): void {
  if (page.dataset['shell'] === undefined) removeEventListener('change', holdChoice, true)
  else if (target instanceof HTMLSelectElement) {
    if (!chosen) new MutationObserver(choose).observe(page, { attributeFilter: ['data-shell'] })
    chosen = { menu: target, value: target.value }
  }
}

/** Runs once the real screen is shown, which may have reused the prerendered menu. */
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
