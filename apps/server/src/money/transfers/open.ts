import { accountBook } from '#ledger/accounts.ts'
import type { ContextWith, Capability } from '#context/app-context.ts'
import { openPlayers } from '#money/games/players.ts'
import type { MoveAllDeps } from './move-all.ts'
import type { TransferDeps } from './carry.ts'
import { recover } from './recover.ts'
import { transferRoutes } from './routes.ts'
import { findTransferOutcome } from './view.ts'
import { createTransfers } from './move.ts'
import { dueTransfers } from './store.ts'

export type OpenTransfers = Capability & {
  /** For rooms above that move money between games and wallet. */
  transfers: MoveAllDeps
}

/** What the database counts up to. */
const movementsMax = 2_000_000_000

/** Transfers of money to a game and back. */
export function openTransfers(
  context: ContextWith<
    'db' | 'clock' | 'ids' | 'log' | 'outside' | 'failpoint' | 'askAgainAfterMs' | 'readSettings',
    'rateLimitFactor'
  >,
  above: Pick<TransferDeps, 'mayMove' | 'notifyEnded'>,
): OpenTransfers {
  const { config, db, readSettings } = context
  const deps: TransferDeps = {
    ...context,
    ...above,
    accounts: accountBook(db),
    players: openPlayers(context),
    readDayMax: async () =>
      Math.min(movementsMax, (await readSettings())['transfer.dayMax'] * config.rateLimitFactor),
  }
  const transfers: MoveAllDeps = { ...deps, transfers: createTransfers(deps) }
  const recovering = { ...transfers, end: transfers.transfers.end }
  return {
    transfers,
    registerCalls: (api) => transferRoutes(api, transfers),
    operations: [findTransferOutcome],
    openWork: [
      {
        name: 'transfers',
        job: 'transfers.sweep',
        everyMs: 2_000,
        atOnceEach: 4,
        findDue: (wanted) => dueTransfers.find(deps.db, wanted),
        countDue: (at) => dueTransfers.count(deps.db, at),
        finish: (due) => recover(recovering, due),
      },
    ],
  }
}
