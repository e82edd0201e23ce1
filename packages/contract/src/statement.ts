import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { instant, listPage, pathCode, progressStatus, total } from './fields.ts'
import { amountOut, currency } from './money.ts'
import { slipReasons } from './refusals.ts'

export const statementTypes = ['deposit', 'bonus', 'finish_bonus', 'withdraw', 'transfer'] as const
export type StatementType = (typeof statementTypes)[number]

/** The one row that the member sees of one thing done, as it stands; money calls answer with it too. */
export const receipt = z
  .object({
    _id: z.string(),
    statementType: z.enum(statementTypes),
    from: z.string().nullable(),
    to: z.string().nullable(),
    status: progressStatus,
    amount: amountOut.meta({ description: 'Never negative; the sign follows from the type' }),
    currency,
    createdAt: instant,
  })
  .meta({ id: 'Receipt' })
export type Receipt = z.output<typeof receipt>

const described = z.object({ description: z.string() }).optional()

export const statementRow = receipt
  .extend({
    bonus: described,
    promotion: described,
    invite: described,
    refund: described,
    luckydraw: described,
  })
  .meta({ id: 'StatementRow', description: 'At most one of the described fields is there' })
export type StatementRow = z.output<typeof statementRow>

export const slip = z
  .object({
    reference: z.string(),
    createdAt: instant,
    amount: amountOut.nullable().meta({ description: 'Null until the slip has been read' }),
    currency,
    status: progressStatus,
    note: z.enum(slipReasons).nullable().meta({ description: 'Why the slip was not credited' }),
    link: z.string().nullable(),
  })
  .meta({ id: 'Slip' })
export type Slip = z.output<typeof slip>

export const listStatement = endpoint({
  method: 'POST',
  path: '/api/statement',
  access: 'member',
  row: 66,
  summary: "Lists the member's deposits, bonuses, withdrawals and transfers, newest first.",
  rate: 'read',
  input: listPage,
  output: z.object({ total, statements: z.array(statementRow) }),
  refusals: [],
})

export const listSlips = endpoint({
  method: 'POST',
  path: '/api/statement/slip',
  access: 'member',
  row: 67,
  summary: "Lists the member's uploaded slips and what became of them, newest first.",
  rate: 'read',
  input: listPage,
  output: z.object({ total, slips: z.array(slip) }),
  refusals: [],
})

export const readSlipPicture = endpoint({
  method: 'GET',
  path: '/api/statement/slip/reference/{reference}',
  access: 'member',
  row: 68,
  summary: "Returns a short-lived address of the picture of one of the member's slips.",
  rate: 'read',
  input: z.object({ reference: pathCode }),
  output: z.object({ url: z.string() }),
  refusals: ['NO_DATA'],
})
