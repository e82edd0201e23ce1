import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, instant, pathCode, pathText } from './fields.ts'
import { gameCategories } from './limits.ts'
import { amountOut } from './money.ts'

export const gameAccount = z
  .object({
    code: z.string(),
    name: z.string(),
    logo: z.string(),
    background: z.string(),
    category: z.enum(gameCategories),
    isActive: z.boolean(),
    amount: amountOut,
    ftWalletSlot: z.number().meta({ description: 'Balance times this is what the provider shows' }),
    web: z.string().nullable(),
    android: z.string().nullable(),
    ios: z.string().nullable(),
    isClosed: z.literal(true).optional().meta({
      description: 'Closed to transfers in; money that is already there can be taken out',
    }),
    amountAt: instant
      .nullable()
      .meta({ description: 'When the provider last reported this balance' }),
  })
  .meta({ id: 'GameAccount' })
export type GameAccount = z.output<typeof gameAccount>

export const credentials = z.object({
  username: z.string(),
  password: z.string(),
  event: z.string(),
})
export type Credentials = z.output<typeof credentials>

const slot = z.object({ slotCode: pathCode })

export const refreshGames = endpoint({
  method: 'GET',
  path: '/api/wallet/refresh/slot',
  access: 'member',
  row: 30,
  summary: 'Asks every provider for the balance of each active game account of the member.',
  rate: 'change',
  input: null,
  output: done,
  refusals: [],
})

export const activateGame = endpoint({
  method: 'GET',
  path: '/api/wallet/activate/{slotCode}',
  access: 'member',
  row: 31,
  summary: 'Opens an account for the member at a game provider.',
  rate: 'change',
  input: slot,
  output: done,
  refusals: ['SLOT_ALREADY_ACTIVE', 'SLOT_ACTIVATE_FAIL', 'NO_GAME'],
})

export const readGameCredentials = endpoint({
  method: 'GET',
  path: '/api/wallet/account/{slotCode}',
  access: 'member',
  row: 32,
  summary: "Returns the member's name and password at a game provider.",
  rate: 'read',
  input: slot,
  output: credentials,
  refusals: ['SLOT_NO_ACCOUNT', 'NO_GAME'],
})

export const resetGamePassword = endpoint({
  method: 'GET',
  path: '/api/wallet/resetpassword/{slotCode}',
  access: 'member',
  row: 33,
  summary: 'Gives the member a new random password at a game provider.',
  rate: 'change',
  input: slot,
  output: credentials.omit({ event: true }),
  refusals: ['SLOT_RESET_PASSWORD_FAIL', 'SLOT_NO_ACCOUNT', 'NO_GAME'],
})

export const autoLogin = endpoint({
  method: 'GET',
  path: '/api/autoLogin/{provider}/{username}[/{password}]',
  access: 'member',
  row: 57,
  summary: "Returns a one-time, short-lived link that logs the member in at a provider's site.",
  rate: 'change',
  input: z.object({ provider: pathCode, username: pathText, password: pathText.optional() }),
  output: z.object({ link: z.string() }),
  refusals: ['NO_GAME', 'SLOT_NO_ACCOUNT', 'NOT_AREASLOT', 'NOT_UFABET'],
})
