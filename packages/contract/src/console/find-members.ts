import { z } from 'zod'
import { instant, progressStatus } from '../fields.ts'
import { consoleEndpoint } from './endpoint.ts'
import { cursor, sum } from './fields.ts'
import { searchLengthMax } from './limits.ts'
import { memberRow } from './members.ts'

export const listMembers = consoleEndpoint({
  method: 'GET',
  path: '/api/console/members/list',
  access: 'members.see',
  summary: 'All members, the newest first, by key.',
  rate: 'read',
  input: z.object({ after: cursor.optional() }),
  output: z.object({ members: z.array(memberRow), next: cursor.nullable() }),
  refusals: [],
})

export const listLargest = consoleEndpoint({
  method: 'GET',
  path: '/api/console/members/largest',
  access: 'members.money',
  summary:
    'The fifty of each currency to whom we owe most, in wallets and games, as counted once an hour.',
  rate: 'read',
  input: z.object({}),
  output: z.object({
    /** Null until the first count. */
    countedAt: instant.nullable(),
    members: z.array(memberRow.extend({ owed: sum })),
  }),
  refusals: [],
})

export const memberFlags = ['deactivated', 'stopped', 'suspected'] as const
export type MemberFlag = (typeof memberFlags)[number]

export const listFlagged = consoleEndpoint({
  method: 'GET',
  path: '/api/console/members/flagged',
  access: 'members.see',
  summary:
    'Members who are deactivated, whose payouts are stopped, or whom an open suspicion names; at most fifty, the newest first.',
  rate: 'read',
  input: z.object({}),
  output: z.object({
    members: z.array(memberRow.extend({ flag: z.enum(memberFlags), since: instant })),
    isCut: z.boolean(),
  }),
  refusals: [],
})

export const searchMembers = consoleEndpoint({
  method: 'POST',
  path: '/api/console/members/search',
  access: 'members.see',
  summary:
    'Members by phone, name in any script, account number or its last digits, id, reference, amount with a day or time, address of a login, or name at a game; at most twenty, best first.',
  rate: 'search',
  input: z.object({ words: z.string().trim().min(2).max(searchLengthMax) }),
  output: z.object({ members: z.array(memberRow), isCut: z.boolean() }),
  refusals: [],
})

/** A reference, and the two groups of `receiptCheck`. */
const receiptCodeForm = /^[0-9A-F]{4}(?:-[0-9A-F]{4}){4}$/

export const checkReceipt = consoleEndpoint({
  method: 'GET',
  path: '/api/console/members/receipt/{code}',
  access: 'members.money',
  summary:
    'Whose receipt has this proof code, and what it says by the books; nothing where no receipt has it.',
  rate: 'search',
  input: z.object({ code: z.string().regex(receiptCodeForm) }),
  output: z.object({
    receipt: z
      .object({
        member: memberRow,
        statementType: z.enum(['deposit', 'withdraw']),
        from: z.string(),
        to: z.string(),
        status: progressStatus,
        /** False where the picture was true and the outcome is another one by now. */
        isAsShown: z.boolean(),
        sum,
        createdAt: instant,
        /** When its money was taken back, or came back from the bank. */
        corrected: instant.nullable(),
      })
      .nullable(),
  }),
  refusals: [],
})
