import { makePasskey } from '../features/entry/passkey.ts'
import { MeScreen } from '../features/me/me-screen.tsx'

export function MePart() {
  return <MeScreen makePasskey={makePasskey} />
}
