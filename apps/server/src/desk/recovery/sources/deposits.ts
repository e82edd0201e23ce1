import { textOfMoney } from '@kapao/contract/money'
import type { Db } from '#core/db/db.ts'
import type { BankEvent } from '#outside/bank/event.ts'
import type { GatewayPayment } from '#outside/gateways/client.ts'
import type { OpenBankfeed } from '#channels/bankfeed/open.ts'
import { findDeposit } from '#money/deposits/store.ts'
import type { OpenQrcodes } from '#channels/qrcodes/open.ts'
import {
  requestId,
  withoutList,
  type BookingResult,
  type SourceFact,
  type Source,
} from './found.ts'

export type DepositDeps = {
  db: Db
  bankfeed: Pick<OpenBankfeed, 'listAccounts' | 'readEvents' | 'takeLine'>
  qrcodes: Pick<OpenQrcodes, 'gateways' | 'takeListed'>
}

/** Everybody who takes money in for us. Gift wallets and slip services answer about one thing and have no list. */
export async function depositSources(deps: DepositDeps): Promise<Source[]> {
  return [
    ...(await bankSources(deps)),
    ...gatewaySources(deps),
    withoutList('gift wallet', 'it has no list: members send the link of an envelope again'),
    withoutList('slip service', 'it has no list: the statement of the bank shows what was paid'),
  ]
}

async function bankSources({ db, bankfeed }: DepositDeps): Promise<Source[]> {
  const accounts = await bankfeed.listAccounts()
  return accounts.map((own): Source => {
    const source = `bank ${own.party}`
    if (own.hasStatement === false) return withoutList(source, 'its statement cannot be read')
    return {
      source,
      find: async ({ since, until }) => {
        const events = await bankfeed.readEvents(own, { from: since, to: until })
        if (!events) return { why: 'its statement could not be read' }
        const take = async (event: BankEvent): Promise<BookingResult> => {
          if (event.reference === null)
            return waits(`${wordsOf(event)} at ${own.party}: its line has no reference`)
          const settled = await bankfeed.takeLine(event, requestId)
          if (typeof settled === 'string') return waits(`${wordsOf(event)}: ${settled}`)
          if (settled.outcome === 'already') return 'known'
          return stateOf(db, settled.id)
        }
        const found = events.map((event, at): SourceFact => ({
          source,
          reference: event.reference ?? `unnamed:${event.paidAt.toISOString()}:${at}`,
          at: event.paidAt,
          book: () => take(event),
        }))
        return { found }
      },
    }
  })
}

function gatewaySources({ db, qrcodes }: DepositDeps): Source[] {
  return qrcodes.gateways.map(({ code, client: { listPaid } }): Source => {
    const source = `gateway ${code}`
    if (!listPaid)
      return withoutList(
        source,
        'it has no list: codes that the books know are asked once the house is open',
      )
    const take = async (paid: GatewayPayment): Promise<BookingResult> => {
      const { isNew, deposit, state } = await qrcodes.takeListed(code, paid, requestId)
      if (deposit === null)
        return waits(`${paid.amountText} for ${paid.reference} of ${code} is ${state}`)
      return isNew ? stateOf(db, deposit) : 'known'
    }
    return {
      source,
      find: async ({ since, until }) => {
        const listed = await listPaid(since, until)
        if (listed.outcome !== 'listed') return { why: listed.why }
        const found = listed.payments.map((paid): SourceFact => ({
          source,
          reference: paid.payment,
          at: paid.paidAt,
          book: () => take(paid),
        }))
        return { found }
      },
    }
  })
}

/** Money whose owner is not known waits in suspense, where people see it. */
async function stateOf(db: Db, id: string): Promise<BookingResult> {
  const deposit = await findDeposit(db, id)
  if (deposit?.state !== 'suspended') return 'rebuilt'
  const words = `deposit ${id} waits (${deposit.why}): kapao work list deposit`
  return { words, memberId: deposit.memberId, holds: [], isListed: true }
}

function wordsOf({ money, paidAt }: BankEvent): string {
  return `${textOfMoney(money)} ${money.currency} paid in at ${paidAt.toISOString()}`
}

function waits(words: string): BookingResult {
  return { words, memberId: null, holds: [] }
}
