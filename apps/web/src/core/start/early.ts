/** The state that the script in the head has set up before the other scripts loaded; see `head/head.ts`. */
type Early = {
  token?: string
  answers?: Record<string, { answer: Promise<Response>; stop: AbortController }>
  held?: boolean
  hold?: (event: Event) => void
}

function earlyThings(): Early {
  return (globalThis as { early?: Early }).early ?? {}
}

/** For how long after the first drawing its parts may still ask for what was requested for them. */
const takenWithinMs = 1_000

/** Gives each answer that the head has requested to the first call that asks the same with the same token. */
export function takeEarlyAnswer(path: string, init: RequestInit): Promise<Response> | null {
  const early = earlyThings()
  const { answers, token } = early
  // The head has not asked yet, and need not any more.
  if (!answers) delete early.token
  const call = path + (typeof init.body === 'string' ? init.body : '')
  const found = answers?.[call]
  delete answers?.[call]
  const { authorization } = init.headers as Record<string, string>
  if (!found || authorization !== (token ? `Bearer ${token}` : undefined)) return null
  init.signal?.addEventListener('abort', () => found.stop.abort())
  return found.answer
}

/** Whether this is still the screen at which the page was opened, requested before the scripts had loaded. */
export function isEarly(): boolean {
  return earlyThings().answers !== undefined
}

/** The address whose prerendered screen is on the page; `none` if that screen does not fit. */
export function shellNow(): string | undefined {
  return typeof document === 'undefined' ? undefined : document.documentElement.dataset['shell']
}

/** The value of a field in the prerendered login: on a slow connection members type before our scripts are loaded. */
export function typedBefore(name: string): string {
  if (shellNow() !== '/login') return ''
  return document.querySelector<HTMLInputElement>(`#root input[name=${name}]`)?.value ?? ''
}

export function tickedBefore(): boolean {
  if (shellNow() !== '/login') return false
  return document.querySelector<HTMLInputElement>('#root input[type=checkbox]')?.checked ?? false
}

/** Ends the prerendered phase: a form submitted early is submitted now. */
export function leaveShell(): void {
  delete document.documentElement.dataset['shell']
  // What nobody has taken would be old by the time that somebody asks.
  setTimeout(() => delete earlyThings().answers, takenWithinMs)
  const { hold, held } = earlyThings()
  if (!hold) return
  removeEventListener('submit', hold, true)
  delete earlyThings().hold
  if (!held) return
  document.querySelector('form button[type=submit]')?.removeAttribute('aria-busy')
  document.querySelector('form')?.requestSubmit()
}
