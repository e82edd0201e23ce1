import { callOnce } from '#core/calls/call-once.ts'

/** Between the main wallet (`wallet`) and games, by their codes. */
export type Move = { from: string; to: string; amount: number }

/**
 * Moves money once. Throws a `CallFault`: of the kind `refused` when nothing was moved, `pending` when the game has not
 * answered yet, `unreachable` when nobody knows; for the last two the page goes on asking by the fault's `key`.
 */
export function sendTransfer(move: Move) {
  return callOnce('POST /api/wallet/transfer', move)
}

/** Moves the main wallet and every other game to one place, in as many transfers as it takes. */
export function sendTransferAll(to: string) {
  return callOnce('POST /api/wallet/transferAll', { to })
}
