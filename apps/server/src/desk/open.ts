import type { Clock } from '#core/clock.ts'
import type { Config } from '../system/config.ts'
import type { Db, Tx } from '#core/db/db.ts'
import type { Ids } from '#core/ids.ts'
import { accountBook } from '#ledger/accounts.ts'
import { findMember } from '#modules/account/store.ts'
import { isAskable } from '#modules/bankfeed/unproven-store.ts'
import { bonusHeld } from '#modules/bonus/store.ts'
import type { DecideDeps as DepositDeps } from '#modules/deposits/match.ts'
import { openDepositDesk } from '#modules/deposits/open.ts'
import type { TakeBackDeps } from '#modules/deposits/take-back.ts'
import type { DecideDeps as LinkDeps } from '#modules/giftlinks/resolve.ts'
import { readSettings } from '#settings/read.ts'
import { insertRow, lockMember, updateStatus } from '#modules/statement/store.ts'
import type { DecideDeps as TransferDeps } from '#modules/transfers/resolve.ts'
import type { Withdrawal } from '#modules/withdrawals/store.ts'
import { depositDeskUses } from '../uses/money.ts'
import { giftAgainst, payoutAgainst, statementAgainst, transferAgainst } from './other-side.ts'
import { openDecide } from './decide.ts'

type DecidingDeps = { db: Db; clock: Clock; ids: Ids; config: Config }

/** The decision functions of operators, the same at every desk. */
export function openDeciding(deps: DecidingDeps) {
  const { db, clock, ids } = deps
  const decide = openDecide(deps)
  return {
    decide,
    deposits: depositDeps(deps),
    transfers: {
      db,
      clock,
      decide,
      findAgainst: (transfer, done) => transferAgainst(deps, transfer, done),
    } satisfies TransferDeps,
    withdrawals: {
      db,
      clock,
      ids,
      decide,
      findAgainst: (withdrawal: Withdrawal, isPaid: boolean) =>
        payoutAgainst(deps, withdrawal, isPaid),
      accounts: accountBook(db),
      setRowStatus: updateStatus,
      insertRow,
      languageOf: async (tx: Tx, memberId: string) => (await findMember(tx, memberId))!.language,
      lockMember,
      bonusHeld,
    },
    giftlinks: {
      db,
      clock,
      decide,
      findAgainst: (link, received) => giftAgainst(deps, link, received),
    } satisfies LinkDeps,
    qrcodes: { db, clock, decide },
  }
}

function depositDeps(deps: DecidingDeps): DepositDeps & TakeBackDeps {
  const { db, clock, ids } = deps
  // The decision has been carried out; a failure to notify others is of no use to the operator.
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const read = () => readSettings(db)
  return {
    ...openDepositDesk({ db, clock, ids, log, readSettings: read }, depositDeskUses(read)),
    decide: openDecide(deps),
    findAgainst: (seen) => statementAgainst(deps, seen),
    isUnshown: (id) => isAskable(db, id),
  }
}
