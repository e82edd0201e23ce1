import { z } from 'zod'
import { instant } from '../fields.ts'
import { consoleEndpoint } from './endpoint.ts'
import { doneOrWaits, memberId, why } from './fields.ts'

/** Why nothing is sent to bank accounts, of one member or of everybody. */
export const payoutStop = z
  .object({
    id: z.string(),
    /** Null for everybody. */
    memberId: memberId.nullable(),
    since: instant,
    /** Null where the check of the books stopped them. */
    by: z.string().nullable(),
    /** What an operator said, or the names of the checks, in English. */
    why: z.string(),
    /** How much the checks have found. */
    findings: z.number(),
  })
  .meta({ id: 'PayoutStop' })
export type PayoutStop = z.output<typeof payoutStop>

export const readStops = consoleEndpoint({
  method: 'GET',
  path: '/api/console/payouts',
  access: 'session',
  summary: 'Whether payouts are stopped, of whom, since when and why: shown on every page.',
  rate: 'read',
  input: null,
  output: z.object({ stops: z.array(payoutStop) }),
  refusals: [],
})

export const stopPayouts = consoleEndpoint({
  method: 'POST',
  path: '/api/console/payouts/stop',
  access: 'payouts.stop',
  summary: 'Stops payouts at once, of one member or of everybody; again it changes nothing.',
  rate: 'change',
  touch: true,
  input: z.object({ memberId: memberId.nullable(), why }),
  output: z.object({ stops: z.array(payoutStop) }),
  refusals: ['NOT_FOUND'],
})

export const resumePayouts = consoleEndpoint({
  method: 'POST',
  path: '/api/console/payouts/resume',
  access: 'payouts.stop',
  summary: 'Asks for payouts to go on, which a second person confirms.',
  rate: 'change',
  touch: true,
  input: z.object({ id: z.string().regex(/^[1-9]\d{0,17}$/), why }),
  output: doneOrWaits,
  refusals: ['NOT_FOUND', 'DECISION_REFUSED'],
})
