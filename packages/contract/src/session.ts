import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done } from './fields.ts'

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
