import { call } from '#core/api.ts'

/** Answers a question of the house with a passkey that the member chooses; null if they choose none. */
export async function showPasskey(
  how: Pick<CredentialRequestOptions, 'mediation' | 'signal'> = {},
): Promise<Record<string, unknown> | null> {
  const { options } = await call('POST /api/passkeys/question')
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as never)
  const shown = await navigator.credentials.get({ publicKey, ...how })
  return shown && ((shown as PublicKeyCredential).toJSON() as never)
}
