import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import { listOwnParties } from '#channels/bankfeed/own-accounts.ts'
import { systemIds } from '#core/ids.ts'
import type { ResolveDeps } from '#money/deposits/match.ts'
import { openDepositDesk, openDeposits, type OpenDeposits } from '#money/deposits/open.ts'
import type { TakeBackDeps } from '#money/deposits/take-back.ts'
import { readSettings } from '#settings/read.ts'
import type { AppContext } from '#context/app-context.ts'

type ContextParts = Partial<Pick<AppContext, 'log' | 'push' | 'failpoint'>>

/** A second process's deposits alongside the test's own: with separate connections, batches and crash points. */
export function openTestDeposits(db: Db, clock: Clock, given: ContextParts = {}): OpenDeposits {
  const quiet = { push: () => undefined, failpoint: async () => undefined, log: console }
  const base = {
    db,
    clock,
    ids: systemIds,
    readSettings: () => readSettings(db),
    ...quiet,
    ...given,
  }
  return openDeposits(base)
}

/** The operators' decisions on deposits. */
export function openTestDepositDesk(db: Db, clock: Clock): ResolveDeps & TakeBackDeps {
  const read = () => readSettings(db)
  const base = { db, clock, ids: systemIds, log: console, readSettings: read }
  return openDepositDesk(base, { listOwnParties: (currency) => listOwnParties(read, currency) })
}
