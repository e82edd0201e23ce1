import { removeStored } from '#core/storage.ts'

/** What a visitor has typed into the registration of this tab. */
export const registerDraftKey = 'typed'

/** With the account there, or somebody logged in, it is for nobody any more. */
export function forgetRegisterDraft(): void {
  removeStored(registerDraftKey, 'session')
}
