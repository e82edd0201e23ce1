import { z } from 'zod'
import { instant } from '../fields.ts'
import { consoleEndpoint } from './endpoint.ts'
import { operatorName, role } from './fields.ts'
import { scriptDaysMax, terminalCodeMinutes } from './limits.ts'

/** A name of a machine or a script; no character of it moves the cursor of a terminal. */
const shown = z
  .string()
  .trim()
  .regex(/^[^\p{Cc}\p{Cf}]{1,40}$/u)

export const makeTerminalCode = consoleEndpoint({
  method: 'POST',
  path: '/api/console/own/terminal',
  access: 'session',
  summary: `A code that signs in one terminal, once, within ${terminalCodeMinutes} minutes: for a shift, or under a label for a script.`,
  rate: 'signin',
  touch: true,
  atBrowser: true,
  input: z.object({
    /** Of a script; a terminal is listed under the name of its machine. */
    script: z.object({ label: shown, days: z.number().int().min(1).max(scriptDaysMax) }).nullable(),
  }),
  output: z.object({ command: z.string(), until: instant }),
  refusals: [],
})

export const signInTerminal = consoleEndpoint({
  method: 'POST',
  path: '/api/console/sign-in/terminal',
  access: 'public',
  summary: 'Trades the code of a page for a session that is sent as a bearer.',
  rate: 'signin',
  input: z.object({ code: z.string().max(100), machine: shown }),
  output: z.object({
    token: z.string(),
    name: operatorName,
    roles: z.array(role),
    isScript: z.boolean(),
    endsAt: instant,
  }),
  refusals: ['CHALLENGE_OVER'],
})

export const touchTerminal = consoleEndpoint({
  method: 'POST',
  path: '/api/console/own/session/touch',
  access: 'session',
  summary: 'Makes a terminal of one’s own as fresh as this page is.',
  rate: 'change',
  touch: true,
  atBrowser: true,
  input: z.object({ id: z.string().max(100) }),
  output: z.object({ touchedUntil: instant }),
  refusals: ['NOT_FOUND'],
})
