import { removeStored } from '#core/storage.ts'

export const lastBalanceKey = 'last-balance'
/** When home was last up to date. */
export const lastSyncKey = 'last_sync'

/** What a member saw is nothing for whoever has this device next. */
export function forgetKeptFigures(): void {
  removeStored(lastBalanceKey)
  removeStored(lastSyncKey)
}
