import { removeStored } from '#core/storage.ts'

/** What a visitor has typed into the registration of this tab. */
export const registerDraftKey = 'typed'

/** Deletes the draft once the account exists or somebody is logged in. */
export function forgetRegisterDraft(): void {
  removeStored(registerDraftKey, 'session')
}
