import { setTimeout as sleep } from 'node:timers/promises'
import { statementBatchMax } from '../../../../packages/contract/src/limits.ts'
import { askAs, repeat, times, type Attack } from './target.ts'

type ReadCall = readonly [name: string, body?: unknown]

/** The burst of the class `read`. */
const burst = 120

/** The rate of the class `read`: four a second of each member, whatever they are answered. */
const steadily =
  (asked: (at: number) => ReadCall): Attack =>
  async (target) => {
    const all: Promise<unknown>[] = []
    await repeat(target, async (turn) => {
      all.push(...target.members.map((member) => askAs(target, member, asked(turn))))
      await sleep(250)
    })
    await Promise.all(all)
  }

/** As many as the limits admit at once, of each member, and then as often as they admit. */
const atOnce =
  (count: number, asked: (at: number) => ReadCall): Attack =>
  async (target) => {
    const all = target.members.flatMap((member) =>
      times(count, (at) => askAs(target, member, asked(at))),
    )
    await Promise.all([...all, steadily(asked)(target)])
  }

const receipt = (at: number): ReadCall => [`GET /api/statement/row/${1 + (at % 6)}`]

export const receiptsAtOnce = atOnce(burst, receipt)

export const receiptsSteadily = steadily(receipt)

export const bonusLooks = atOnce(burst, (at) => [
  at % 2 === 0 ? 'GET /api/bonus/check/active' : 'GET /api/wallet/underway',
])

export const invitedPages = atOnce(burst, (at) => ['POST /api/invite', { page: 1 + at, limit: 10 }])

export const statementParts = atOnce(burst, () => [
  'POST /api/statement/before',
  { before: null, kind: null, limit: statementBatchMax },
])

export const chatFlood = atOnce(200, (at) => [
  'POST /api/chat/send-message',
  { message: { message_type: 'text', payload: { message: `word ${at}` } } },
])
