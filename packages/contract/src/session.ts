import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, instant, pathCode } from './fields.ts'
import { passkeyAnswer } from './passkeys.ts'

export const login = endpoint({
  method: 'POST',
  path: '/api/login',
  access: 'public',
  row: 20,
  summary: 'Opens a session for a phone number and a password and returns its bearer token.',
  rate: 'login',
  input: z.object({
    username: z.string().min(1).max(200),
    password: z.string().min(1).max(1000),
  }),
  output: z.object({ token: z.string() }),
  refusals: ['WRONG_CREDENTIAL', 'INACTIVE_USER', 'LOGIN_FAIL'],
})

export const logout = endpoint({
  method: 'POST',
  path: '/api/logout',
  access: 'member',
  summary: 'Ends the session of the bearer token.',
  rate: 'change',
  input: null,
  output: done,
  refusals: [],
})

export const identify = endpoint({
  method: 'POST',
  path: '/api/session/identify',
  access: 'member',
  summary:
    'Shows once more that it is the member who holds this session; this counts for five minutes.',
  rate: 'guess',
  input: z.object({
    password: z.string().min(1).max(1000).nullish(),
    passkey: passkeyAnswer.nullish().meta({ description: 'Or its password' }),
  }),
  output: done,
  refusals: ['WRONG_PASSWORD', 'PASSKEY_REFUSED'],
})

const device = z
  .object({
    _id: z.string(),
    device: z.string().meta({ description: 'Browser and system, as far as they are known' }),
    network: z.string().meta({ description: 'The first two parts of the address' }),
    isSameNetwork: z.boolean().meta({ description: "As the caller's" }),
    startedAt: instant,
    lastUsedAt: instant.meta({ description: 'To about five minutes' }),
    isThis: z.boolean(),
  })
  .meta({ id: 'Device', description: 'A browser that a member is logged in on' })
export type Device = z.output<typeof device>

export const listDevices = endpoint({
  method: 'GET',
  path: '/api/sessions',
  access: 'member',
  summary: 'Lists where the member is logged in, the last used first.',
  rate: 'read',
  input: null,
  output: z.object({ devices: z.array(device) }),
  refusals: [],
})

export const endOtherDevices = endpoint({
  method: 'DELETE',
  path: '/api/sessions',
  access: 'member',
  summary: 'Ends every session of the member but this one.',
  rate: 'change',
  input: null,
  output: done,
  refusals: [],
})

export const endDevice = endpoint({
  method: 'DELETE',
  path: '/api/sessions/{id}',
  access: 'member',
  summary: 'Ends one session of the member; one that is over stays so.',
  rate: 'change',
  input: z.object({ id: pathCode }),
  output: done,
  refusals: [],
})
