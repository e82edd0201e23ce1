import { callOnce } from '#core/calls/call-once.ts'

/** Between the main wallet (`wallet`) and games, by their codes. */
export type Move = { from: string; to: string; amount: number }

/**
 * Moves money once. Rejects with a `CallFault`: of the kind `refused` if it has not arrived (between two games it may
 * have come as far as the wallet), `pending` if the game has not answered yet, `unreachable` if the outcome is unknown;
 * for the last two the page polls by the fault's `key`.
 */
export function sendTransfer(move: Move) {
  return callOnce('POST /api/wallet/transfer', move)
}

/** Moves the main wallet and every other game to one place, in as many transfers as needed; refused if any of them is. */
export function sendTransferAll(to: string) {
  return callOnce('POST /api/wallet/transferAll', { to })
}
