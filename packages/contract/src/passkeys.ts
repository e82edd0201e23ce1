import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, instant, pathCode } from './fields.ts'

const options = z.record(z.string(), z.unknown()).meta({ description: 'As a browser reads them' })
/** Bounded by the size of a body; every part of it may be made up. */
export const passkeyAnswer = z
  .record(z.string().max(64), z.unknown())
  .meta({ description: 'What the browser has answered, as JSON' })

export const askForPasskey = endpoint({
  method: 'POST',
  path: '/api/passkeys/question',
  access: 'public',
  summary:
    'Asks for a passkey of this house, for ten minutes; it stores nothing, and knows nobody.',
  // Asked by every visit of the login: those of a network must not use up its logins.
  rate: 'read',
  input: null,
  output: z.object({ options }),
  refusals: ['PASSKEY_REFUSED'],
})

export const logInByPasskey = endpoint({
  method: 'POST',
  path: '/api/passkeys/sign-in',
  access: 'public',
  summary:
    'Opens a session for the member whose passkey has answered, and returns its bearer token.',
  rate: 'login',
  input: z.object({ answer: passkeyAnswer }),
  output: z.object({ token: z.string() }),
  refusals: ['PASSKEY_REFUSED', 'INACTIVE_USER'],
})

export const askForOwnPasskey = endpoint({
  method: 'POST',
  path: '/api/passkeys/own-question',
  access: 'member',
  summary: 'Asks for a new passkey of the member, made by a device that has none of theirs.',
  rate: 'change',
  input: null,
  output: z.object({ options }),
  refusals: ['IDENTIFY_AGAIN', 'PASSKEYS_MAX', 'PASSKEY_REFUSED'],
})

const passkey = z
  .object({
    _id: z.string(),
    credential: z.string().meta({ description: 'By which the browser knows it' }),
    label: z.string().meta({ description: 'Browser and system that have made it' }),
    addedAt: instant,
    usedAt: instant.nullable(),
  })
  .meta({ id: 'Passkey' })
export type Passkey = z.output<typeof passkey>

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/api/passkeys',
  access: 'member',
  summary: "Lists the member's passkeys, the oldest first.",
  rate: 'read',
  input: null,
  output: z.object({ passkeys: z.array(passkey) }),
  refusals: [],
})

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/passkeys',
  access: 'member',
  summary: 'Keeps a passkey that the browser has made for the member.',
  rate: 'change',
  input: z.object({ answer: passkeyAnswer }),
  output: done,
  refusals: ['IDENTIFY_AGAIN', 'PASSKEYS_MAX', 'PASSKEY_REFUSED'],
})

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/passkeys/{id}',
  access: 'member',
  summary: 'Removes a passkey of the member; one that is gone stays so.',
  rate: 'change',
  input: z.object({ id: pathCode }),
  output: done,
  refusals: ['IDENTIFY_AGAIN'],
})
