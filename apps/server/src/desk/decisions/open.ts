import { accountBook } from '#ledger/accounts.ts'
import { listOwnParties } from '#channels/bankfeed/own-accounts.ts'
import { isAskable } from '#channels/bankfeed/unproven-store.ts'
import type { DecideDeps as DepositDeps } from '#money/deposits/match.ts'
import { openDepositDesk } from '#money/deposits/open.ts'
import type { TakeBackDeps } from '#money/deposits/take-back.ts'
import type { DecideDeps as LinkDeps } from '#channels/giftlinks/resolve.ts'
import { readSettings } from '#settings/read.ts'
import type { DecideDeps as TransferDeps } from '#money/transfers/resolve.ts'
import { openOtherSides, type OtherSides } from './other-side.ts'
import { openDecide } from './decide.ts'
import type { DeskParts } from './guarded/guarded.ts'

export type Decisions = ReturnType<typeof decidingOn>

const opened = new WeakMap<DeskParts['db'], WeakMap<DeskParts['outside'], Decisions>>()

/**
 * The decision functions of operators, the same at every desk. Opened once for a database and the systems outside, so
 * that all acts of a process share one line to each; a rehearsal has a database of its own.
 */
export function openDeciding(deps: DeskParts): Decisions {
  const ofDatabase = opened.get(deps.db) ?? new WeakMap<DeskParts['outside'], Decisions>()
  opened.set(deps.db, ofDatabase)
  const deciding = ofDatabase.get(deps.outside) ?? decidingOn(deps)
  ofDatabase.set(deps.outside, deciding)
  return deciding
}

function decidingOn(deps: DeskParts) {
  const { db, clock, ids } = deps
  const decide = openDecide(deps)
  const sides = openOtherSides(deps)
  return {
    decide,
    deposits: depositDeps(deps, sides),
    transfers: {
      db,
      clock,
      decide,
      findAgainst: sides.transferAgainst,
    } satisfies TransferDeps,
    withdrawals: {
      db,
      clock,
      ids,
      decide,
      findAgainst: sides.payoutAgainst,
      accounts: accountBook(db),
    },
    giftlinks: {
      db,
      clock,
      decide,
      findAgainst: sides.giftAgainst,
    } satisfies LinkDeps,
    qrcodes: { db, clock, decide },
  }
}

function depositDeps(deps: DeskParts, sides: OtherSides): DepositDeps & TakeBackDeps {
  const { db, clock, ids } = deps
  // The decision has been carried out; a failure to notify others is of no use to the operator.
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const read = () => readSettings(db)
  return {
    ...openDepositDesk(
      { db, clock, ids, log, readSettings: read },
      { listOwnParties: (currency) => listOwnParties(read, currency) },
    ),
    decide: openDecide(deps),
    findAgainst: sides.statementAgainst,
    isUnshown: (id) => isAskable(db, id),
  }
}
