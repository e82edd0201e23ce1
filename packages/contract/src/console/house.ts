import { z } from 'zod'
import { instant } from '../fields.ts'
import { consoleEndpoint } from './endpoint.ts'
import { sum } from './fields.ts'
import {
  checkGrades,
  doorKinds,
  factWords,
  houseCheckNames,
  smsOutcomes,
  smsProducts,
} from './house-words.ts'

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

/** A system outside, as far as this console's process and the books know it; nothing secret is part of it. */
const door = z.object({
  kind: z.enum(doorKinds),
  /** The code of a gateway, payout channel or provider. */
  name: z.string().nullable(),
  /** Its protocol. */
  family: z.string().nullable(),
  hosts: z.array(z.string()),
  /** Whether this process has what proves us there. */
  hasKey: z.boolean(),
  /** Whether a setting sends members or money there. */
  isUsed: z.boolean(),
  /** The last good answer to this process, or the last that the books have of it; null where neither is known. */
  lastSign: z.object({ at: instant, from: z.enum(['books', 'process']) }).nullable(),
})
export type Door = z.output<typeof door>

export const readDoors = consoleEndpoint({
  method: 'GET',
  path: '/api/console/house/doors',
  access: 'house.see',
  summary:
    'Every system outside: where it is, whether this console has a key for it, and its last sign of life.',
  rate: 'read',
  input: null,
  output: z.object({
    doors: z.array(door),
    /** Which process says so, and since when it has been counting. */
    here: z.object({ machine: z.string(), since: instant }),
  }),
  refusals: [],
})

export const sendTestSms = consoleEndpoint({
  method: 'POST',
  path: '/api/console/house/sms',
  access: 'settings.change',
  summary:
    'Sends one SMS, a one-time code or a plain message, to a phone that is typed, and says what became of it; the house sends a few a day.',
  rate: 'change',
  touch: true,
  keyed: true,
  input: z.object({ phone: z.string().min(1).max(40), product: z.enum(smsProducts) }),
  output: z.object({
    outcome: z.enum(smsOutcomes),
    /** Masked. */
    phone: z.string(),
    at: instant,
    /** Why it was not sent, or is not known, in English. */
    why: z.string().nullable(),
  }),
  refusals: ['FIELD_WRONG', 'DECISION_REFUSED', 'KEY_REUSED', 'IN_PROGRESS'],
})
export type TestSms = z.output<(typeof sendTestSms)['output']>

/** One thing that a check has found, in words that the page has for it. */
const fact = z.object({
  what: z.enum(factWords),
  grade: z.enum(checkGrades),
  names: z.array(z.string()),
  count: z.number().int().nullable(),
  sums: z.array(sum),
  at: instant.nullable(),
  /** The screen that mends it, where it is not that of the check. */
  screen: z.string().nullable(),
})
export type HouseFact = z.output<typeof fact>

const houseCheck = z.object({
  check: z.enum(houseCheckNames),
  grade: z.enum(checkGrades),
  facts: z.array(fact),
  /** The screen that mends it; null for what is mended at the machines. */
  screen: z.string().nullable(),
  /** What a confirmation would be about; null where nobody's word is enough, or nothing is open. */
  seen: z.string().nullable(),
  /** Who has confirmed just this, and when. */
  confirmed: z.object({ by: z.string(), at: instant }).nullable(),
})
export type HouseCheck = z.output<typeof houseCheck>

export const readChecks = consoleEndpoint({
  method: 'GET',
  path: '/api/console/house/checks',
  access: 'house.see',
  summary: 'What is there and what is missing before the house opens, line by line.',
  rate: 'read',
  input: null,
  output: z.object({ checks: z.array(houseCheck) }),
  refusals: [],
})

export const confirmCheck = consoleEndpoint({
  method: 'POST',
  path: '/api/console/house/confirm',
  access: 'settings.change',
  summary:
    'Records that an owner has checked what a line of the guide found; it no longer counts once something else is found.',
  rate: 'change',
  touch: true,
  input: z.object({ check: z.enum(houseCheckNames), seen: z.string().max(64) }),
  output: z.object({ by: z.string(), at: instant }),
  refusals: ['DECISION_REFUSED'],
})
