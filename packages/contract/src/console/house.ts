import { z } from 'zod'
import { instant } from '../fields.ts'
import { consoleEndpoint } from './endpoint.ts'

/** What every screen says of the house, until it is over. */
export const house = z
  .object({
    /** Nothing is paid, played or credited; by nobody where a process noticed a restore. */
    closed: z
      .object({ by: z.string().nullable(), at: instant, why: z.string().nullable() })
      .nullable(),
    /** Whose rights one operator alone has ended, and nobody else has read it; only for those who see operators. */
    ended: z.array(
      z.object({
        name: z.string(),
        by: z.string(),
        at: instant,
        what: z.enum(['disabled', 'roles']),
      }),
    ),
  })
  .meta({ id: 'House' })
export type House = z.output<typeof house>

export const readHouse = consoleEndpoint({
  method: 'GET',
  path: '/api/console/house',
  access: 'session',
  summary: 'Whether the house is closed, and whose rights one operator alone has ended.',
  rate: 'read',
  input: null,
  output: house,
  refusals: [],
})
