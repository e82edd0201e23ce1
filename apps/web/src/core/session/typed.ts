import { removeStored } from '#core/storage.ts'

/** What a visitor has typed into the registration of this tab. */
export const typedKey = 'typed'

/** With the account there, or somebody logged in, it is for nobody any more. */
export function forgetTyped(): void {
  removeStored(typedKey, 'session')
}
