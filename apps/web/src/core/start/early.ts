/** The state that the script in the head has set up before the other scripts loaded; see `head/head.ts`. */
type Early = {
  token?: string
  answer?: Promise<Response>
  stop?: AbortController
  held?: boolean
  hold?: (event: Event) => void
}

function earlyThings(): Early {
  return (globalThis as { early?: Early }).early ?? {}
}

/** Gives the answer of the first wallet call to the first call with the same token. */
export function takeEarlyAnswer(path: string, init: RequestInit): Promise<Response> | null {
  if (path !== '/api/wallet' || init.method !== 'GET') return null
  const early = earlyThings()
  const { answer, stop, token } = early
  delete early.answer
  delete early.token
  const headers = init.headers as Record<string, string>
  if (!answer || headers['authorization'] !== `Bearer ${token}`) return null
  init.signal?.addEventListener('abort', () => stop?.abort())
  return answer
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
  const { hold, held } = earlyThings()
  if (!hold) return
  removeEventListener('submit', hold, true)
  delete earlyThings().hold
  if (!held) return
  document.querySelector('form button[type=submit]')?.removeAttribute('aria-busy')
  document.querySelector('form')?.requestSubmit()
}
