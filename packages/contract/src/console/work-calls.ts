import { z } from 'zod'
import { consoleEndpoint } from './endpoint.ts'
import { anyId } from './fields.ts'
import { undoSeconds } from './limits.ts'
import { panel, workItem, workKind, workRow } from './work.ts'

export const readSlip = consoleEndpoint({
  method: 'GET',
  path: '/api/console/slips/{reference}',
  access: 'members.money',
  summary: 'What was read on a slip, what its bank has answered, and its picture.',
  rate: 'read',
  input: z.object({ reference: anyId }),
  output: panel,
  refusals: ['NOT_FOUND'],
})

export const findWork = consoleEndpoint({
  method: 'GET',
  path: '/api/console/work/find/{id}',
  access: 'session',
  summary: 'Items and talks of this id, of the kinds that the operator may see, also decided ones.',
  rate: 'search',
  input: z.object({ id: anyId }),
  output: z.object({ rows: z.array(workRow) }),
  refusals: [],
})

export const takeWork = consoleEndpoint({
  method: 'POST',
  path: '/api/console/work/take/{kind}/{id}',
  access: 'work.decide',
  summary: 'Takes an item for five minutes, or gives it back; others see by whom.',
  rate: 'change',
  input: z.object({ kind: workKind, id: anyId, isBack: z.boolean().default(false) }),
  output: z.object({ takenBy: z.string().nullable() }),
  refusals: ['NOT_FOUND'],
})

const payer = z.object({
  bank: z.string().nullable(),
  account: z.string().nullable(),
  name: z.string().nullable(),
})

export const showPayer = consoleEndpoint({
  method: 'POST',
  path: '/api/console/work/payer/{kind}/{id}',
  access: 'members.show',
  summary:
    'Who has paid a deposit, in full, as all reports together and each of them name them; it is in the audit trail.',
  rate: 'change',
  touch: true,
  input: z.object({ kind: z.enum(['deposit', 'differing']), id: anyId }),
  output: payer.extend({
    reports: z.array(payer.extend({ channel: z.enum(['bank', 'sms', 'slip', 'manual']) })),
  }),
  refusals: ['NOT_FOUND'],
})

/** Without a touch: it stops what its own operator has begun with one, moves nothing, and has ten seconds. */
export const undoWork = consoleEndpoint({
  method: 'POST',
  path: '/api/console/work/undo/{kind}/{id}',
  access: 'work.decide',
  summary: `Undoes one’s own approval or rejection within ${undoSeconds} seconds, before anything is sent or given back.`,
  rate: 'change',
  input: z.object({ kind: workKind, id: anyId }),
  output: z.object({ item: workItem }),
  refusals: ['NOT_FOUND', 'DECISION_REFUSED'],
})
