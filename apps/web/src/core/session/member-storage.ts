import { removeStored } from '#core/storage.ts'

export const lastBalanceKey = 'last-balance'
/** When home was last up to date. */
export const lastSyncKey = 'last_sync'
/** The games played last on this device. */
export const recentGamesKey = 'recent-games'
/** The last open withdrawal seen on this device. */
export const watchedWithdrawalKey = 'withdrawal-watched'
/** Spins of this tab that can still be verified. */
export const spunKey = 'spins-to-check'
/** Chat messages of this tab that the server does not have yet. */
export const outboxKey = 'chat-outbox'

/**
 * The next member on this device must not see what the last one saw and did. The book of pending calls stays: each
 * member gets the outcome of their calls at their next login here, or they might send them again. It holds keys, which
 * open nothing without that member's session, and the member's id, but no facts; it is shown to no other member.
 */
export function clearMemberStorage(): void {
  for (const key of [lastBalanceKey, lastSyncKey, recentGamesKey, watchedWithdrawalKey])
    removeStored(key)
  removeStored(spunKey, 'session')
}

/**
 * Clears what no other tab can remove: the tab that ended the session, or started the next one, has cleared the rest.
 */
export function clearTabStorage(): void {
  for (const key of [spunKey, outboxKey]) removeStored(key, 'session')
}
