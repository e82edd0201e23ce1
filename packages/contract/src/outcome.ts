import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idempotencyKeyForm } from './limits.ts'
import { refusalCodes } from './refusals.ts'

export const readOutcome = endpoint({
  method: 'GET',
  path: '/api/outcome/{key}',
  access: 'member',
  summary:
    'Returns the outcome of a call that was sent with an Idempotency-Key; a key reported as never used is refused from then on.',
  // It records a key that was never used, so it is guarded like the GETs that change something.
  rate: 'change',
  input: z.object({ key: z.string().regex(idempotencyKeyForm) }),
  output: z.object({
    state: z.enum(['done', 'running', 'never']),
    route: z.string().nullable().meta({ description: 'Method and path of the call, if known' }),
    code: z.enum(refusalCodes).optional().meta({ description: 'How a call that is done ended' }),
  }),
  refusals: [],
})
