import { z } from 'zod'
import type { BankAccess } from './account.ts'
import { NoReply, openOutboundDoor, type DoorContext } from '../door.ts'
import type { BankEvent } from './event.ts'
import { eventOf, statementLine } from './feed.ts'
import { readBody } from '../reply.ts'

export type Statement =
  | { outcome: 'events'; events: BankEvent[] }
  | { outcome: 'unknown'; why: string }

export type StatementClient = {
  /** Everything that arrived at one account in a period. Changes nothing. */
  readStatement: (wanted: {
    bank: string
    accountNo: string
    from: Date
    to: Date
  }) => Promise<Statement>
}

/** Jobs ask for statements, one account at a time, and operators' decisions, two at a time. */
const limits = { timeoutMs: 8_000, totalMs: 12_000, waitMs: 4_000, atOnceMax: 4, waitingMax: 16 }
const pagesMax = 50
const page = z.object({
  lines: z.array(statementLine).max(200),
  next: z.string().max(200).nullable(),
})

export function openStatements(
  { statement }: Pick<BankAccess, 'statement'>,
  around: DoorContext,
): StatementClient | null {
  if (!statement) return null
  const door = openOutboundDoor({
    ...around,
    name: { system: 'bank', party: '', kind: 'statement' },
    ...limits,
  })
  return {
    readStatement: async ({ bank, accountNo, from, to }) => {
      const events: BankEvent[] = []
      let next: string | null = ''
      try {
        for (let turn = 0; next !== null; turn += 1) {
          if (turn === pagesMax) return { outcome: 'unknown', why: 'their list has no end' }
          const query: string = new URLSearchParams({
            from: from.toISOString(),
            to: to.toISOString(),
            ...(next === '' ? {} : { next }),
          }).toString()
          const url = `${statement.url}/bank/v1/accounts/${bank}/${accountNo}/statement?${query}`
          const headers = { authorization: `Bearer ${statement.key}`, accept: 'application/json' }
          const reply = await door({ method: 'GET', url, headers })
          const read = reply.status === 200 ? readBody(page, reply.text) : null
          if (!read) return { outcome: 'unknown', why: `they answered ${reply.status}` }
          const credits = read.lines.filter(({ direction }) => direction === 'credit')
          events.push(...credits.flatMap((line) => eventOf(line) ?? []))
          next = read.next
        }
      } catch (error) {
        if (error instanceof NoReply) return { outcome: 'unknown', why: error.message }
        throw error
      }
      return { outcome: 'events', events }
    },
  }
}
