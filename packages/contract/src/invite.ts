import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { banner, instant, listPage, total } from './fields.ts'
import { amountOut } from './money.ts'

export const invitee = z
  .object({ from: z.object({ name: z.string() }), amount: amountOut, createdAt: instant })
  .meta({ id: 'Invitee' })
export type Invitee = z.output<typeof invitee>

export const listInvites = endpoint({
  method: 'POST',
  path: '/api/invite',
  access: 'member',
  row: 41,
  summary: 'Lists who registered with the code of the member, newest first.',
  rate: 'read',
  input: listPage,
  output: z.object({ total, invites: z.array(invitee) }),
  refusals: [],
})

export const receiveInviteBonus = endpoint({
  method: 'GET',
  path: '/api/invite/bonus',
  access: 'member',
  row: 42,
  summary: 'Credits the accrued invite bonus to the wallet.',
  rate: 'money',
  keyed: true,
  input: null,
  output: z.object({ message: z.literal('INVITE_BONUS_SUCCESS') }),
  refusals: [
    'INVITE_INACTIVE',
    'NO_INVITE_BONUS',
    'INVITE_COLLECT',
    'NO_INVITEE_PLAY_INFO',
    'INVITE_BONUS_FAIL',
    'BONUS_REMAINING',
    'REWARD_HELD',
    'WITHDRAW_PENDING',
  ],
})

export const listInviteBanners = endpoint({
  method: 'GET',
  path: '/api/invite/banners',
  access: 'member',
  row: 43,
  summary: 'Lists the banners that are shown before the invite screen.',
  rate: 'read',
  input: null,
  output: z.array(banner),
  refusals: [],
})
