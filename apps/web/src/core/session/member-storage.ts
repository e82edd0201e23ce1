import { removeStored } from '#core/storage.ts'

export const lastBalanceKey = 'last-balance'
/** When home was last up to date. */
export const lastSyncKey = 'last_sync'
/** The games that were played last on this device. */
export const recentGamesKey = 'recent-games'
/** The last withdrawal that this device has seen open. */
export const watchedWithdrawalKey = 'withdrawal-watched'
/** Spins of this tab that can still be checked. */
export const spunKey = 'spins-to-check'
/** What this tab has written in the chat and the server does not have yet. */
export const outboxKey = 'chat-outbox'

/**
 * What a member saw and did is nothing for whoever has this device next. The book of pending calls stays: what became of their
 * money is told to its member at their next login here, or they might send it again. It holds keys, which open nothing without
 * that member's session, and the member's id, no facts; it is shown to nobody else.
 */
export function clearMemberStorage(): void {
  for (const key of [lastBalanceKey, lastSyncKey, recentGamesKey, watchedWithdrawalKey])
    removeStored(key)
  removeStored(spunKey, 'session')
}

/** What no other tab can take away: whoever ends a session elsewhere, or begins the next one, has seen to the rest. */
export function clearTabStorage(): void {
  for (const key of [spunKey, outboxKey]) removeStored(key, 'session')
}
