import type { CrashPoint } from '#core/jobs/failpoint.ts'
import { accountBook } from '#ledger/accounts.ts'
import { readSettings } from '#settings/read.ts'
import { compose } from './compose.ts'
import type { DeskParts } from '#desk/decisions/guarded/guarded.ts'
import { openPlayers } from '#money/games/players.ts'
import { openProcessParts } from './process-parts.ts'
import { runSources, type Report } from '#desk/recovery/run-sources.ts'
import { depositSources } from '#desk/recovery/sources/deposits.ts'
import type { Span } from '#desk/recovery/sources/found.ts'
import { moveSources } from '#desk/recovery/sources/moves.ts'
import { payoutSources } from '#desk/recovery/sources/payouts.ts'
import { openSettling, type DifferenceDesk } from '#desk/recovery/settle.ts'

export type Recovery = DifferenceDesk & {
  /** Asks everybody outside, and rebuilds what is missing. */
  ask: (wanted: { epoch: number; span: Span; isClosed: boolean }) => Promise<Report>
}

/** The database is opened with `rebuilds`, so that it may book while Kapao is in recovery. */
export type RecoveryDeps = DeskParts & {
  failpoint?: (step: CrashPoint) => Promise<void>
}

/** The rooms' own functions, on a connection that may book in recovery, and without a server around them. */
export function openRecovery({
  failpoint = async () => undefined,
  ...around
}: RecoveryDeps): Recovery {
  const { db, clock, ids, config, outside } = around
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  // Pushes to pages of members are of no use here, and a counter of calls counts nothing.
  const quiet = { ...config, redisUrl: null }
  const parts = openProcessParts({
    ...around,
    config: quiet,
    log,
    readSettings: () => readSettings(db),
  })
  parts.context.isClosed = async () => false
  const { money } = compose(parts)
  const { wallet, bankfeed, qrcodes } = money
  const games = openPlayers(parts.context)
  const { transfers } = money.transfers
  const payouts = {
    db,
    clock,
    accounts: accountBook(db),
    payouts: outside.payouts,
  }
  return {
    ask: async ({ isClosed, ...wanted }) => {
      const sources = [
        ...(await depositSources({ db, bankfeed, qrcodes })),
        ...(await moveSources({ transfers, games, wallet, isClosed })),
        ...payoutSources(payouts),
      ]
      return runSources({ db, clock, wallet, failpoint }, { ...wanted, sources })
    },
    ...openSettling({ db, clock, ids, transfers, games, wallet }),
  }
}
