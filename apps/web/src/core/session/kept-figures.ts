import { removeStored } from '#core/storage.ts'

export const lastBalanceKey = 'last-balance'
/** When home was last up to date. */
export const lastSyncKey = 'last_sync'

/** How high home's balance was drawn, so that nothing below it moves the next time; `head/head.ts` reads it. */
export const balanceHeightKey = 'balance-height'

/** What a member saw is nothing for whoever has this device next. */
export function forgetKeptFigures(): void {
  removeStored(lastBalanceKey)
  removeStored(lastSyncKey)
  removeStored(balanceHeightKey)
}
