/** What the script in the head of the page has begun before the others were there; see `head/head.ts`. */
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

/** The answer to the first wallet call, for the first who asks as the same member. */
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

/** The address whose drawn screen is on the page; `none` for one that does not fit. */
export function shellNow(): string | undefined {
  return typeof document === 'undefined' ? undefined : document.documentElement.dataset['shell']
}

/** What stands in a field of the prerendered login: a phone on a slow line is typed into before our scripts are there. */
export function typedBefore(name: string): string {
  if (shellNow() !== '/login') return ''
  return document.querySelector<HTMLInputElement>(`#root input[name=${name}]`)?.value ?? ''
}

export function tickedBefore(): boolean {
  if (shellNow() !== '/login') return false
  return document.querySelector<HTMLInputElement>('#root input[type=checkbox]')?.checked ?? false
}

/** The page works by itself from here on; what was sent before is sent now. */
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
