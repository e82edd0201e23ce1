import { moneyFromText, type Money } from '@kapao/contract/money'
import { z } from 'zod'
import type { Clock } from '#core/clock.ts'
import {
  NoReply,
  openOutboundDoors,
  type DoorContext,
  type DoorLimits,
  type Reply,
} from '../door.ts'
import { parseBody, readValue } from '../reply.ts'

/** Their refusals (docs/outside/giftlink.md). Anything else says nothing about what was done. */
export const giftRefusals = [
  'BAD_PARAM',
  'VOUCHER_NOT_FOUND',
  'VOUCHER_OUT_OF_STOCK',
  'VOUCHER_EXPIRED',
  'CANNOT_GET_OWN_VOUCHER',
  'TARGET_USER_NOT_FOUND',
  'TARGET_USER_REDEEMED',
] as const
export type GiftRefusal = (typeof giftRefusals)[number]

/** An envelope as they report it to one receiving wallet. */
export type Envelope = {
  /** All shares together. */
  total: Money
  members: number
  /** True where each share is random. */
  isRandom: boolean
  isActive: boolean
  /** Who filled it, as far as they report: a first name, perhaps a masked phone. */
  owner: { name: string; phone: string | null }
  /** What this wallet has received from it. */
  ours: { money: Money; at: Date } | null
}

export type GiftAnswer =
  | { outcome: 'envelope'; envelope: Envelope }
  | { outcome: 'refused'; code: GiftRefusal }
  /** `never`: it certainly has not reached them. */
  | { outcome: 'unknown'; reached: 'never' | 'perhaps'; why: string }

export type GiftRequest = {
  voucher: string
  /** The wallet that receives. */
  mobile: string
  /** Whose slot it takes in our queue; null for our own jobs. */
  memberId: string | null
}

export type GiftClient = {
  /** Changes nothing there. */
  verify: (asked: GiftRequest) => Promise<GiftAnswer>
  /** Moves the envelope, or one share of it, into the wallet. A wallet gets one share, however often it asks. */
  redeem: (asked: GiftRequest) => Promise<GiftAnswer>
}

/** Invalid links stop after the look, so looks never take the slots of redeeming; docs/security.md. */
const giftLimits: DoorLimits = {
  timeoutMs: 8_000,
  totalMs: 12_000,
  waitMs: 5_000,
  atOnceMax: 16,
  ownerAtOnceMax: 2,
  waitingMax: 128,
  ownerWaitingMax: 8,
}

const reportedAmount = z
  .union([z.string(), z.number()])
  .transform((amount) => moneyFromText(String(amount).replaceAll(',', ''), 'BAHT'))
  .refine((money) => money !== null)
const ticket = z.object({
  mobile: z.string(),
  amount_baht: reportedAmount,
  update_date: z.number().nullish(),
})
const good = z.object({
  status: z.object({ code: z.literal('SUCCESS') }),
  data: z.object({
    voucher: z.object({
      amount_baht: reportedAmount,
      member: z.number().int().min(1),
      type: z.string().nullish(),
      status: z.string(),
      available: z.number().nullish(),
    }),
    owner_profile: z
      .object({ full_name: z.string().max(200), mobile_number: z.string().max(40).nullish() })
      .nullish(),
    my_ticket: ticket.nullish(),
    tickets: z.array(ticket).nullish(),
  }),
})
const refusal = z.object({ status: z.object({ code: z.enum(giftRefusals) }) })

/** The wallet behind gift links. The address is ours; a member's link supplies only the code (S35). */
export function openGiftLink({
  address,
  ...around
}: DoorContext & { address: string }): GiftClient {
  const { clock } = around
  const doors = openOutboundDoors({ look: giftLimits, empty: giftLimits }, around, {
    system: 'giftlinks',
    party: '',
  })
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  const at = (voucher: string) => `${address}/campaign/vouchers/${encodeURIComponent(voucher)}`
  return {
    verify: ({ voucher, mobile, memberId: owner }) => {
      const url = `${at(voucher)}/verify?${new URLSearchParams({ mobile }).toString()}`
      return answerOf(doors.look({ method: 'GET', url, headers, owner }), { mobile, clock })
    },
    redeem: ({ voucher, mobile, memberId: owner }) => {
      const body = JSON.stringify({ mobile, voucher_hash: voucher })
      const url = `${at(voucher)}/redeem`
      const request = { method: 'POST' as const, url, headers, body, owner }
      return answerOf(doors.empty(request), { mobile, clock })
    },
  }
}

type Asker = { mobile: string; clock: Clock }

async function answerOf(sent: Promise<Reply>, asker: Asker): Promise<GiftAnswer> {
  let reply: Reply
  try {
    reply = await sent
  } catch (error) {
    if (!(error instanceof NoReply)) throw error
    return { outcome: 'unknown', reached: error.reached, why: error.message }
  }
  const body = parseBody(reply.text)
  const said = readValue(refusal, body)
  if (said && reply.status < 500) return { outcome: 'refused', code: said.status.code }
  const read = reply.status < 300 ? readValue(good, body) : null
  return read
    ? { outcome: 'envelope', envelope: envelopeOf(read.data, asker) }
    : { outcome: 'unknown', reached: 'perhaps', why: `they answered ${reply.status}` }
}

type VoucherReply = z.output<typeof good>['data']

function envelopeOf(
  { voucher, owner_profile, my_ticket, tickets }: VoucherReply,
  { mobile, clock }: Asker,
): Envelope {
  const mine = my_ticket ?? tickets?.find((one) => one.mobile === mobile)
  const total = voucher.amount_baht
  return {
    total,
    members: voucher.member,
    isRandom: voucher.member > 1 && voucher.type !== 'F',
    isActive: voucher.status === 'active' && (voucher.available ?? 1) > 0,
    owner: {
      name: owner_profile?.full_name ?? '',
      phone: owner_profile?.mobile_number ?? null,
    },
    ours: mine
      ? {
          money: mine.amount_baht,
          at: mine.update_date ? new Date(mine.update_date) : clock.now(),
        }
      : null,
  }
}
