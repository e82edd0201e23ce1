import { textOfMoney } from '@kapao/contract/money'
import { findBalanceAt, listBalances } from '#ledger/read.ts'
import type { Command, Group } from '../command.ts'
import { refuseCommand, wrongUsage } from '../terminal/fault.ts'
import { tableOf, textOfTime } from '../terminal/print.ts'

const show: Command = {
  name: 'balance',
  args: ['MEMBER'],
  about: 'A member’s balance in each account, now or at an instant.',
  options: { at: { value: 'TIME', about: 'An instant, such as 2026-11-21T23:59:59+07:00.' } },
  examples: [
    'kapao balance 7KQ2M4XW9PZA',
    'kapao balance 7KQ2M4XW9PZA --at 2026-11-21T23:59:59+07:00',
  ],
  run: async ({ db, clock }, typed) => {
    const memberId = typed.args[0]!
    const at = instantOf(typed.text('at'), clock.now())
    const accounts = await listBalances(db, memberId)
    if (accounts.length === 0) refuseCommand(`No member has the id ${memberId}.`)
    const found = await Promise.all(
      accounts.map(async (account) => ({ account, ...(await findBalanceAt(db, account, at)) })),
    )
    const rows = found.map(({ account, money, seq }) => [
      [account.kind, account.party].filter(Boolean).join(' '),
      money.currency,
      textOfMoney(money),
      String(seq),
    ])
    return {
      text: `${textOfTime(at)}\n${tableOf(['account', 'currency', 'balance', 'movements'], rows)}`,
      json: found.map(({ account, money, seq }) => ({
        kind: account.kind,
        party: account.party,
        currency: money.currency,
        balance: textOfMoney(money),
        movements: String(seq),
      })),
    }
  },
}

function instantOf(text: string | null, now: Date): Date {
  if (text === null) return now
  // Without a zone the same text would mean another instant on another machine.
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}.*(Z|[+-]\d{2}:\d{2})$/.test(text)) return refuseInstant()
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? refuseInstant() : new Date(ms)
}

function refuseInstant(): never {
  return wrongUsage('--at takes an instant with its zone, such as 2026-11-21T23:59:59+07:00.')
}

export const balanceGroup: Group = {
  name: 'balance',
  about: 'Balances of members.',
  commands: [show],
}
