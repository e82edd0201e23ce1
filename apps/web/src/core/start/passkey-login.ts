import { minuteMs } from '@kapao/contract/times'
import { call } from '#core/api.ts'
import { CallFault } from '#core/calls/fault.ts'
import type { I18n } from '#core/i18n.tsx'
import { translateRefusal } from '#core/refusal-text.ts'
import { showPasskey } from '#core/session/passkey.ts'
import { openSession } from '#core/session/session.ts'
import { showToast } from '#ui/feedback/toast.ts'

/** A question is good for ten minutes; the login may stand open for longer. */
const askAgainMs = 9 * minuteMs

/** No other form has both: who registers types a new password. */
const fieldOfLogin = 'form:has([autocomplete=current-password]) input[name=username]'

/**
 * While the login is shown, the browser offers a passkey in the field for the number, where it has one. Nothing is drawn
 * for it, and where there is none nothing happens.
 */
export function offerPasskey(i18n: I18n, onLoggedIn: () => void): void {
  let waiting: AbortController | null = null

  function follow(): void {
    const field = document.querySelector<HTMLInputElement>(fieldOfLogin)
    if ((field !== null) === (waiting !== null)) return
    waiting?.abort()
    waiting = null
    if (field) void wait(field)
  }

  async function wait(field: HTMLInputElement): Promise<void> {
    waiting = new AbortController()
    const { signal } = waiting
    try {
      if (!(await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.())) return
      field.autocomplete = 'username webauthn'
      const again = setTimeout(() => restart(field), askAgainMs)
      signal.addEventListener('abort', () => clearTimeout(again))
      const answer = await showPasskey({ mediation: 'conditional', signal })
      if (answer)
        await logIn(answer)
          .then(onLoggedIn)
          .catch((fault: unknown) => refuse(fault, field))
    } catch {
      // Given up, or no answer to the question: the member has a password.
    }
  }

  async function refuse(fault: unknown, field: HTMLInputElement): Promise<void> {
    await i18n.loadVisitorText()
    const { text, visitorText } = i18n.read()
    const refusals = { ...text.refusals, ...visitorText?.refusals }
    const code = fault instanceof CallFault ? fault.code : null
    showToast(
      'danger',
      translateRefusal({ refusals, generic: text.error.generic }, code === null ? null : { code }),
    )
    restart(field)
  }

  function restart(field: HTMLInputElement): void {
    waiting?.abort()
    if (field.isConnected) void wait(field)
  }

  // The router's own events; what it draws for them is there in the next frame.
  for (const moved of ['pushState', 'replaceState', 'popstate'])
    addEventListener(moved, () => requestAnimationFrame(follow))
  follow()
}

async function logIn(answer: Record<string, unknown>): Promise<void> {
  const remember = document.querySelector<HTMLInputElement>('form input[type=checkbox]')?.checked
  const { token } = await call('POST /api/passkeys/sign-in', { answer })
  openSession(token, remember === true)
}
