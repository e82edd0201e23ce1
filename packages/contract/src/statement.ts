import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { instant, listPage, pathCode, progressStatus, total } from './fields.ts'
import { amountOut, currency } from './money.ts'
import { statementBatchMax, statementPageSize } from './limits.ts'
import { slipReasons } from './refusals.ts'

export const statementTypes = ['deposit', 'bonus', 'finish_bonus', 'withdraw', 'transfer'] as const
export type StatementType = (typeof statementTypes)[number]

/** The member's statement row of one operation, in its current state; money calls answer with it too. */
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

/** `PAYER`: it came from another account than the member's; `BONUS`: for the bonus to end; `CHECK`: for an operator to check. */
export const heldBecause = z.enum(['PAYER', 'BONUS', 'CHECK'])
export type HoldReason = z.output<typeof heldBecause>

/** Rows of a member are numbered from 1 without a gap, so that a position in the statement is a number. */
const rowNumber = z
  .int()
  .min(1)
  .meta({ description: "Ours: the row's number in the member's statement" })

const described = z.object({ description: z.string() }).optional()

export const statementRow = receipt
  .extend({
    bonus: described,
    promotion: described,
    invite: described,
    refund: described,
    luckydraw: described,
    checking: described.meta({
      description: 'Ours: a deposit that the bank is asked about before it is credited',
    }),
    correction: described.meta({ description: 'Ours: why a wrong credit was taken back' }),
    seq: rowNumber,
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
  refusals: ['NO_DATA', 'FILE_LOST'],
})

/** The filters of the statement; a bonus and its end are one kind. */
export const statementKinds = ['deposit', 'withdraw', 'transfer', 'bonus'] as const
export type StatementKind = (typeof statementKinds)[number]

export const listStatementBefore = endpoint({
  method: 'POST',
  path: '/api/statement/before',
  access: 'member',
  summary:
    "Lists the member's rows below a number, newest first, of one kind or all; for filters and exports.",
  rate: 'read',
  input: z.object({
    before: rowNumber.nullable().meta({ description: 'Null begins with the newest' }),
    kind: z.enum(statementKinds).nullable(),
    limit: z.int().min(1).max(statementBatchMax),
  }),
  output: z.object({
    statements: z.array(statementRow),
    before: rowNumber.nullable().meta({ description: 'Where the rest begins, null at the end' }),
  }),
  refusals: [],
})

export const listStatementDays = endpoint({
  method: 'GET',
  path: '/api/statement/days',
  access: 'member',
  summary:
    'Lists what came in from outside and went out on each of the last days in Bangkok; transfers to games are not counted.',
  rate: 'read',
  input: null,
  output: z.object({
    currency,
    days: z.array(z.object({ day: z.iso.date(), in: amountOut, out: amountOut })).meta({
      description: 'Oldest first, without a gap; fewer days when the member did very much',
    }),
  }),
  refusals: [],
})

const digits = z.string().regex(/^\d{1,19}$/)
const hash = z.string().regex(/^[0-9a-f]{64}$/)

const sealedSide = z
  .union([
    z.object({
      seq: digits,
      balance: z.string(),
      salt: z.string().regex(/^[0-9a-f]{48}$/),
    }),
    z.object({ hash }),
  ])
  .meta({ description: 'Where an account stood; of those that are not the member’s the hash only' })

/** What `checkProof` needs besides the published seals, which a reader fetches from /seals.json. */
export const movementProof = z
  .object({
    seal: z.object({
      no: digits,
      fromId: digits,
      uptoId: digits,
      movements: digits,
      root: hash,
      chain: hash,
      sealedAt: instant,
    }),
    salt: z.guid(),
    fields: z.object({
      id: digits,
      idem: z.uuid(),
      debit: digits,
      credit: digits,
      units: digits.meta({
        description: 'The amount in smallest units; hashed under the name amount',
      }),
      debitSide: sealedSide,
      creditSide: sealedSide,
      kind: z.string(),
      ref: z.string(),
      reverses: z.uuid().nullable(),
      createdAt: instant,
    }),
    index: z.int().min(0),
    size: z.int().min(1),
    path: z.array(hash),
  })
  .meta({ id: 'MovementProof' })
export type MovementProof = z.output<typeof movementProof>

/** A side of a movement: one of the member's accounts, or a house account that represents an outside party. */
const place = z.object({
  isMine: z.boolean(),
  kind: z.string().meta({ description: 'wallet, game, transfer, withdrawal, bank, gateway ...' }),
  party: z.string().meta({ description: 'The game or the bank account, where there are several' }),
})

export const receiptMovement = z
  .object({
    id: z.uuid(),
    kind: z.string(),
    from: place,
    to: place,
    amount: amountOut,
    currency,
    walletBefore: amountOut.nullable().meta({ description: 'Null where it passed the wallet by' }),
    walletAfter: amountOut.nullable(),
    createdAt: instant,
    proof: movementProof.nullable().meta({ description: 'Null until it is sealed, each night' }),
  })
  .meta({ id: 'ReceiptMovement' })
export type ReceiptMovement = z.output<typeof receiptMovement>

export const readStatementRow = endpoint({
  method: 'GET',
  path: '/api/statement/row/{seq}',
  access: 'member',
  summary: 'Returns one row in full: every movement of its money, with the proof of each.',
  rate: 'receipt',
  input: z.object({ seq: pathCode }),
  output: z.object({
    row: statementRow,
    walletBefore: amountOut.nullable().meta({ description: 'Null where the wallet took no part' }),
    walletAfter: amountOut.nullable(),
    movements: z.array(receiptMovement),
    corrected: instant.nullable().meta({
      description:
        'Ours: when its money was taken back, or came back from the bank; that is a row of its own',
    }),
    held: heldBecause.nullable().meta({
      description: 'Of a deposit that is here and not in the wallet: what it waits for',
    }),
  }),
  refusals: ['NO_DATA'],
})

export const readStatementBalances = endpoint({
  method: 'POST',
  path: '/api/statement/balances',
  access: 'member',
  summary: 'Returns the wallet balance after each row of one page, as on their receipts.',
  rate: 'read',
  input: z.object({ seqs: z.array(rowNumber).min(1).max(statementPageSize) }),
  output: z.object({
    balances: z
      .array(
        z.object({
          seq: rowNumber,
          walletAfter: amountOut
            .nullable()
            .meta({ description: 'Null where the wallet took no part' }),
        }),
      )
      .meta({ description: "Only rows of the member's own" }),
  }),
  refusals: [],
})
