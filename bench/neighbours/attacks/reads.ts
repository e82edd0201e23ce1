import { setTimeout as sleep } from 'node:timers/promises'
import { statementBatchMax } from '../../../packages/contract/src/limits.ts'
import { askAs, repeat, times, type Attack } from './target.ts'

type Asked = readonly [name: string, body?: unknown]

/** The burst of the class `read`. */
const burst = 120

/** As many as the limits admit at once, of each member, and again as soon as they are answered. */
const atOnce =
  (count: number, asked: (at: number) => Asked): Attack =>
  (target) =>
    repeat(target, () =>
      Promise.all(
        target.members.flatMap((member) => times(count, (at) => askAs(target, member, asked(at)))),
      ),
    )

const receipt = (at: number): Asked => [`GET /api/statement/row/${1 + (at % 6)}`]

export const receiptsAtOnce = atOnce(burst, receipt)

/** Four a second of each member, whatever they are answered. */
export const receiptsSteadily: Attack = async (target) => {
  const asked: Promise<unknown>[] = []
  await repeat(target, async (turn) => {
    asked.push(...target.members.map((member) => askAs(target, member, receipt(turn))))
    await sleep(250)
  })
  await Promise.all(asked)
}

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
