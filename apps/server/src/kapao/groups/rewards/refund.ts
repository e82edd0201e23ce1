import { textOfMoney } from '@kapao/contract/money'
import { recordAudit } from '#core/audit/audit-store.ts'
import { closeDuePeriods } from '#rewards/refund/close.ts'
import { listClosed, listPeriodsOf } from '#rewards/refund/store.ts'
import { readSettings } from '#settings/read.ts'
import type { Command, Group } from '../../command.ts'
import { tableOf, textOfTime } from '../../terminal/print.ts'
import { loadOne } from './invite.ts'

const listedMax = 100
/** Silent: the worker's next round logs it. */
const quiet = { error: () => undefined }

const list: Command = {
  name: 'refund list',
  args: [],
  about: 'Lists the periods that are closed, the newest first.',
  options: {},
  examples: ['kapao refund list'],
  right: 'rewards.see',
  run: async ({ db }) => {
    const closed = await listClosed(db, listedMax)
    const rows = closed.map((one) => [
      one.length,
      textOfTime(one.since),
      textOfTime(one.until),
      String(one.members),
      textOfTime(one.closedAt),
      one.closedBy,
    ])
    const head = ['LENGTH', 'FROM', 'UNTIL', 'PLAYERS', 'CLOSED', 'BY']
    const text = rows.length === 0 ? 'No period is closed yet.' : tableOf(head, rows)
    return { text, json: closed }
  },
}

const show: Command = {
  name: 'refund show',
  args: ['MEMBER'],
  about:
    'How each refund of a member was computed, and which are received. MEMBER is an id, a phone or an account.',
  options: {},
  examples: ['kapao refund show 0812345678'],
  right: 'rewards.see',
  run: async ({ db }, typed) => {
    const { id } = await loadOne({ db }, typed.args[0]!)
    const periods = await listPeriodsOf(db, id, listedMax)
    const rows = periods.map(({ currency, ...one }) => {
      const text = (amount: bigint) => textOfMoney({ amount, currency })
      return [
        one.period,
        text(one.lost),
        text(one.won),
        text(one.gifts),
        text(one.forfeited),
        `${one.rate / 100}%`,
        text(one.carried),
        text(one.takenOff),
        text(one.amount),
        one.denied === null ? (one.receipt === null ? 'waits' : 'received') : `item ${one.denied}`,
      ]
    })
    const head = [
      'PERIOD',
      'LOST',
      'WON',
      'REWARDS',
      'GIVEN UP',
      'RATE',
      'OF BEFORE',
      'TAKEN OFF',
      'REFUND',
      'STATE',
    ]
    const text = rows.length === 0 ? `${id} has played in no closed period.` : tableOf(head, rows)
    return { text, json: periods }
  },
}

const close: Command = {
  name: 'refund close',
  args: [],
  about: 'Closes every period that is over, immediately and not ten minutes after its end.',
  options: {},
  examples: ['kapao refund close'],
  right: 'rewards.change',
  run: async (cli) => {
    const { db, clock, requestId } = cli
    const actor = await cli.actor()
    const deps = { db, clock, log: quiet, readSettings: () => readSettings(db) }
    const closed = await closeDuePeriods(deps, {
      by: actor,
      waitMs: 0,
      noteClosed: (tx, { name, since, until }) =>
        recordAudit(tx, {
          at: clock.now(),
          actor,
          requestId,
          action: 'refund.close',
          subject: `refund:${name}`,
          after: { since, until },
        }),
    })
    const names = closed.map(({ name }) => name)
    const text = names.length === 0 ? 'No period is over and open.' : `Closed: ${names.join(', ')}.`
    return { text, json: closed }
  },
}

export const refundGroup: Group = {
  name: 'refund',
  about: 'Refunds of losses, period by period.',
  commands: [list, show, close],
}
