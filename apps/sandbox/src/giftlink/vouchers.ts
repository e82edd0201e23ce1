import { randomBytes, randomInt } from 'node:crypto'
import type { SandboxClock } from '../clock.ts'
import { minuteMs } from '../times.ts'

export type Ticket = { mobile: string; amount: number; at: Date }

/** An envelope of money behind a link; amounts are whole hundredths. */
export type Voucher = {
  hash: string
  id: string
  amount: number
  members: number
  /** F: equal shares. R: random shares. */
  type: 'F' | 'R'
  ownerMobile: string
  ownerName: string
  /** The wallet itself does not reveal the owner's phone number; some intermediaries do, masked. */
  showsPhone: boolean
  expiresAt: Date
  tickets: Ticket[]
}

export type Issue = {
  amount: number
  members: number
  type: 'F' | 'R'
  ownerMobile: string
  ownerName: string
  showsPhone: boolean
  lifeMinutes: number
}

export type ReceivedBefore = Ticket & { hash: string; ownerName: string }

export type RefusedBecause =
  | 'VOUCHER_NOT_FOUND'
  | 'VOUCHER_OUT_OF_STOCK'
  | 'VOUCHER_EXPIRED'
  | 'CANNOT_GET_OWN_VOUCHER'
  | 'TARGET_USER_NOT_FOUND'
  | 'TARGET_USER_REDEEMED'

export type Vouchers = {
  issue: (wanted: Issue) => Voucher
  find: (hash: string) => Voucher | null
  redeem: (hash: string, mobile: string) => { voucher: Voucher; ticket: Ticket } | RefusedBecause
  /** An envelope of before, which this wallet has emptied. */
  keep: (received: ReceivedBefore) => void
  list: () => Voucher[]
  /** Unknown wallets refuse to receive. */
  forgetWallet: (mobile: string) => void
  reset: () => void
}

export function createVouchers(clock: SandboxClock): Vouchers {
  let vouchers: Voucher[] = []
  let unknownWallets = new Set<string>()
  // It is not documented whether hashes are case-sensitive; insensitive is the case that can be abused.
  const find = (hash: string) => vouchers.find((one) => one.hash === hash.toLowerCase()) ?? null

  return {
    issue: (wanted) => {
      const { amount, members, type, ownerMobile, ownerName, showsPhone, lifeMinutes } = wanted
      const voucher: Voucher = {
        // Formerly 18 letters, now about 35; no length is guaranteed.
        hash: `0192450a${randomBytes(14).toString('hex')}`.slice(0, 35),
        id: String(randomInt(10 ** 12)),
        amount,
        members,
        type,
        ownerMobile,
        ownerName,
        showsPhone,
        expiresAt: new Date(clock.now().getTime() + lifeMinutes * minuteMs),
        tickets: [],
      }
      vouchers.push(voucher)
      return voucher
    },
    find,
    redeem: (hash, mobile) => {
      const voucher = find(hash)
      if (!voucher) return 'VOUCHER_NOT_FOUND'
      if (unknownWallets.has(mobile)) return 'TARGET_USER_NOT_FOUND'
      if (voucher.tickets.some((one) => one.mobile === mobile)) return 'TARGET_USER_REDEEMED'
      if (voucher.ownerMobile === mobile) return 'CANNOT_GET_OWN_VOUCHER'
      if (voucher.tickets.length >= voucher.members) return 'VOUCHER_OUT_OF_STOCK'
      if (voucher.expiresAt <= clock.now()) return 'VOUCHER_EXPIRED'
      const ticket = { mobile, amount: shareOf(voucher), at: clock.now() }
      voucher.tickets.push(ticket)
      return { voucher, ticket }
    },
    keep: ({ hash, ownerName, ...ticket }) => {
      vouchers.push({
        hash: hash.toLowerCase(),
        id: String(randomInt(10 ** 12)),
        amount: ticket.amount,
        members: 1,
        type: 'F',
        ownerMobile: '',
        ownerName,
        showsPhone: false,
        expiresAt: ticket.at,
        tickets: [ticket],
      })
    },
    list: () => vouchers.toReversed(),
    forgetWallet: (mobile) => {
      unknownWallets.add(mobile)
    },
    reset: () => {
      vouchers = []
      unknownWallets = new Set()
    },
  }
}

function shareOf({ amount, members, type, tickets }: Voucher): number {
  const left = amount - tickets.reduce((sum, one) => sum + one.amount, 0)
  const open = members - tickets.length
  if (open === 1) return left
  if (type === 'F') return Math.floor(amount / members)
  // Leaves at least one satang for each later wallet.
  return randomInt(1, left - open + 2)
}

export function statusOf({ tickets, members, expiresAt }: Voucher, now: Date): string {
  if (tickets.length >= members) return 'redeemed'
  return expiresAt <= now ? 'expired' : 'active'
}
