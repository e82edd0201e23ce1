import { vi } from 'vitest'

const bytes = new Uint8Array([1, 2, 3]).buffer
const made = {
  id: 'AQID',
  rawId: bytes,
  type: 'public-key',
  getClientExtensionResults: () => ({}),
}

/** What a server sends to a browser's authenticator, as far as the library on the page reads it. */
export const passkeyOptions = {
  challenge: 'AQID',
  rp: { name: 'Kapao', id: 'localhost' },
  user: { id: 'AQID', name: 'kai', displayName: 'kai' },
  pubKeyCredParams: [],
}

/** A browser whose device makes a passkey and answers with it, unless its holder turns away. */
export function stubDevice({ isStopped = false } = {}): void {
  vi.stubGlobal('PublicKeyCredential', () => undefined)
  const answer = (response: object) => async () => {
    if (isStopped) throw Object.assign(new Error('closed'), { name: 'NotAllowedError' })
    return { ...made, response }
  }
  Object.defineProperty(navigator, 'credentials', {
    value: {
      create: answer({ attestationObject: bytes, clientDataJSON: bytes }),
      get: answer({ authenticatorData: bytes, clientDataJSON: bytes, signature: bytes }),
    },
    configurable: true,
  })
}
