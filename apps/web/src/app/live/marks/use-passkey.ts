import { useEffect } from 'react'
import { call } from '#core/api.ts'
import { hasSent } from './has-sent.ts'

/** After a login with the password the browser may make a passkey for the next one, without a dialog. */
export function useSilentPasskey(mayAdd: boolean | undefined): void {
  useEffect(() => {
    // A browser that cannot, or has one already, says so by a failure.
    if (mayAdd && hasSent('/api/login')) void makeSilently().catch(() => undefined)
  }, [mayAdd])
}

async function makeSilently(): Promise<void> {
  const can = await globalThis.PublicKeyCredential?.getClientCapabilities?.()
  if (!can?.['conditionalCreate']) return
  const { options } = await call('POST /api/passkeys/own-question')
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as never)
  const asked = { publicKey, mediation: 'conditional' } as CredentialCreationOptions
  const made = (await navigator.credentials.create(asked)) as PublicKeyCredential | null
  if (made) await call('POST /api/passkeys', { answer: made.toJSON() as never })
}
