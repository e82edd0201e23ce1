import { z } from 'zod'
import { controlCall, type Actor, type ActorWorld, type World } from '../actor.ts'
import { Impossible, type Answer } from '../call.ts'
import { type SandboxClock, pause } from '../clock.ts'
import { asGroupedText, asText, readHundredths } from '../games/provider/money.ts'
import { operation } from '../operation.ts'
import { giftlinkSection } from './giftlink-section.ts'
import {
  createVouchers,
  statusOf,
  type RefusedBecause,
  type Ticket,
  type Voucher,
  type Vouchers,
} from './vouchers.ts'

const hashForm = /^[0-9A-Za-z]+$/
const mobileForm = /^0\d{9}$/

/**
 * The wallet service behind gift links (docs/outside/giftlink.md): envelopes of money that anyone with the link may
 * empty.
 */
export function createGiftlinkActor({ clock }: World): Actor {
  const vouchers = createVouchers(clock)
  return {
    name: 'giftlink',
    title: 'Gift links',
    routes: (stage) => routes(stage, vouchers, clock),
    control: controlCalls(vouchers, clock),
    panel: () => giftlinkSection(vouchers, clock),
    reset: vouchers.reset,
  }
}

function routes(stage: ActorWorld, vouchers: Vouchers, clock: SandboxClock): void {
  operation(
    stage,
    {
      name: 'giftlink.verify',
      method: 'GET',
      path: '/campaign/vouchers/:hash/verify',
      summary: 'Read the contents of an envelope',
    },
    ({ params, query }) => {
      const { hash = '' } = params
      const mobile = typeof query['mobile'] === 'string' ? query['mobile'] : ''
      if (!hashForm.test(hash)) return refusal('INTERNAL_ERROR', 500)
      const voucher = vouchers.find(hash)
      if (!voucher) return refusal('VOUCHER_NOT_FOUND')
      return good(voucher, { mobile, now: clock.now() })
    },
  )
  operation(
    stage,
    {
      name: 'giftlink.redeem',
      method: 'POST',
      path: '/campaign/vouchers/:hash/redeem',
      summary: 'Empty an envelope into a wallet',
      ownFaults: {
        'late-apply': {
          summary: 'Cuts the connection at once and does it that much later.',
          play: ({ rule, apply }) => {
            void pause(rule.delayMs).then(apply)
            return 'dropped'
          },
        },
        'other-owner': {
          summary: 'Does it, but names a different owner than before.',
          play: async ({ apply }) => ({ answer: withOwner(await apply(), 'คนอื่น ***') }),
        },
      },
    },
    ({ params, body }) => {
      const { hash = '' } = params
      const { mobile, voucher_hash } = body as Record<string, unknown>
      if (typeof mobile !== 'string' || !mobileForm.test(mobile) || voucher_hash !== hash)
        return refusal('BAD_PARAM')
      const result = vouchers.redeem(hash, mobile)
      if (typeof result === 'string') return refusal(result)
      return good(result.voucher, { mobile, now: clock.now() })
    },
  )
}

function good(voucher: Voucher, { mobile, now }: { mobile: string; now: Date }): Answer {
  const { hash, id, amount, members, type, tickets, expiresAt } = voucher
  const { ownerName, ownerMobile, showsPhone } = voucher
  const mine = tickets.find((one) => one.mobile === mobile)
  const redeemed = tickets.reduce((sum, one) => sum + one.amount, 0)
  return {
    body: {
      status: { code: 'SUCCESS', message: 'success' },
      data: {
        voucher: {
          voucher_id: id,
          amount_baht: asGroupedText(amount),
          redeemed_amount_baht: asGroupedText(redeemed),
          member: members,
          status: statusOf(voucher, now),
          link: hash,
          detail: '',
          expire_date: expiresAt.getTime(),
          type,
          redeemed: tickets.length,
          available: members - tickets.length,
        },
        owner_profile: {
          full_name: masked(ownerName),
          ...(showsPhone ? { mobile_number: maskedPhone(ownerMobile) } : {}),
        },
        redeemer_profile: mine ? { mobile_number: mine.mobile } : null,
        my_ticket: mine ? ticketFields(mine) : null,
        tickets: tickets.map(ticketFields),
      },
    },
  }
}

function ticketFields({ mobile, amount, at }: Ticket) {
  return {
    mobile: maskedPhone(mobile),
    update_date: at.getTime(),
    amount_baht: asGroupedText(amount),
    full_name: 'ก ***',
    profile_pic: null,
  }
}

function refusal(code: RefusedBecause | 'BAD_PARAM' | 'INTERNAL_ERROR', status = 400): Answer {
  return { status, body: { status: { code, message: code.toLowerCase() }, data: null } }
}

function withOwner(answer: Answer, full_name: string): Answer {
  const body = answer.body as { status: unknown; data: Record<string, unknown> | null }
  if (body.data === null) return answer
  const owner_profile = { full_name, mobile_number: '099-xxx-0000' }
  return { ...answer, body: { ...body, data: { ...body.data, owner_profile } } }
}

/** Shows the first name and hides the rest. */
function masked(name: string): string {
  return `${name.split(' ')[0] ?? ''} ***`
}

function maskedPhone(mobile: string): string {
  return `${mobile.slice(0, 3)}-xxx-${mobile.slice(-4)}`
}

const amount = z.union([z.string(), z.number()]).transform((value, context) => {
  const hundredths = readHundredths(value)
  if (hundredths !== null && hundredths > 0) return hundredths
  context.addIssue('an amount above zero with at most two decimals, such as 12.50')
  return z.NEVER
})

const receivedBefore = z.strictObject({
  voucher: z.string().regex(hashForm),
  mobile: z.string().regex(mobileForm),
  ownerName: z.string(),
  amount,
  at: z.iso.datetime(),
})

function controlCalls(vouchers: Vouchers, clock: SandboxClock) {
  return [
    controlCall({
      name: 'giftlink.issue',
      method: 'POST',
      path: '/giftlink/vouchers',
      summary: 'Fills an envelope and returns its link.',
      input: z.strictObject({
        amount,
        members: z.coerce.number().int().min(1).max(100).default(1),
        type: z.enum(['F', 'R']).default('F'),
        ownerMobile: z.string().regex(mobileForm).default('0812345678'),
        ownerName: z.string().min(1).default('NOK THONGDEE'),
        showsPhone: z.boolean().default(true),
        lifeMinutes: z.coerce
          .number()
          .int()
          .min(-60)
          .max(10_000)
          .default(72 * 60),
      }),
      run: (wanted) => describe(vouchers.issue(wanted), clock.now()),
    }),
    controlCall({
      name: 'giftlink.list',
      method: 'GET',
      path: '/giftlink/vouchers',
      summary: 'All envelopes with who has taken what, newest first.',
      input: z.strictObject({}),
      run: () => vouchers.list().map((voucher) => describe(voucher, clock.now())),
    }),
    controlCall({
      name: 'giftlink.take',
      method: 'POST',
      path: '/giftlink/take',
      summary: 'Somebody else takes a part of an envelope first.',
      input: z.strictObject({
        hash: z.string(),
        mobile: z.string().regex(mobileForm).default('0877777777'),
      }),
      run: ({ hash, mobile }) => {
        const result = vouchers.redeem(hash, mobile)
        if (typeof result === 'string') throw new Impossible(`It is refused: ${result}.`)
        return describe(result.voucher, clock.now())
      },
    }),
    controlCall({
      name: 'giftlink.restore',
      method: 'POST',
      path: '/giftlink/restore',
      summary: 'Puts envelopes of before into the list, each emptied by one wallet.',
      input: z.strictObject({ received: z.array(receivedBefore).max(1_000) }),
      run: ({ received }) => {
        for (const { voucher, at, ...one } of received)
          vouchers.keep({ ...one, hash: voucher, at: new Date(at) })
        return { restored: received.length }
      },
    }),
    controlCall({
      name: 'giftlink.forget',
      method: 'POST',
      path: '/giftlink/forget',
      summary: 'From now on nobody knows the wallet of this phone.',
      input: z.strictObject({ mobile: z.string().regex(mobileForm) }),
      run: ({ mobile }) => vouchers.forgetWallet(mobile),
    }),
  ]
}

function describe(voucher: Voucher, now: Date): object {
  const { hash, members, type, tickets, ownerName, ownerMobile } = voucher
  return {
    hash,
    link: linkOf(hash),
    amount: asText(voucher.amount),
    members,
    type,
    ownerName,
    ownerMobile,
    status: statusOf(voucher, now),
    tickets: tickets.map(({ mobile, amount: share }) => ({ mobile, amount: asText(share) })),
  }
}

function linkOf(hash: string): string {
  return `https://gift.truemoney.com/campaign/?v=${hash}`
}
