import type { AttackName } from './attacks/all.ts'
import * as honest from './honest.ts'
import type { Crew, House, Wish } from './house.ts'
import { readActs } from './read-acts.ts'

export type Act = {
  name: string
  attack: AttackName | null
  seconds: number
  /** How many members attack, and at which providers they have accounts. */
  attackers?: number
  games?: readonly string[]
  faults?: readonly Record<string, unknown>[]
  /** How many other members act meanwhile, and their expectations. */
  others?: number
  wish?: (house: House, crew: Crew) => Promise<Wish[]>
  /** They act when the attack is over. */
  isAfter?: boolean
  /** Prepares the state, before the attack. */
  before?: (house: House, crew: Crew) => Promise<void>
  /** Members whose own calls have no guarantee, as their calls are the act. */
  isCrowd?: boolean
}

const delay = (operation: string, delayMs: number) => ({ operation, kind: 'delay', delayMs })

/** Cheap, allowed acts of one member, one visitor or one network; rows RUN-01 to RUN-15 of docs/requirements.md. */
export const acts: readonly Act[] = [
  { name: 'deposit-notes', attack: 'depositNotes', seconds: 6, attackers: 12 },
  { name: 'docs-unread', attack: 'docsUnread', seconds: 8 },
  { name: 'docs-at-once', attack: 'docsAtOnce', seconds: 5 },
  { name: 'lookups-at-once', attack: 'lookupsAtOnce', seconds: 5 },
  { name: 'half-headers', attack: 'halfHeaders', seconds: 6 },
  { name: 'socket-namespaces', attack: 'strangeNamespaces', seconds: 8 },
  { name: 'socket-names', attack: 'longNamespaces', seconds: 8 },
  { name: 'socket-hellos', attack: 'badHellos', seconds: 8 },
  { name: 'socket-pongs', attack: 'pongs', seconds: 6 },
  {
    name: 'uploads',
    attack: 'slowUploads',
    seconds: 12,
    attackers: 12,
    others: 12,
    wish: honest.uploads,
  },
  {
    name: 'slips-of-one',
    attack: 'noisySlips',
    seconds: 15,
    attackers: 1,
    others: 1,
    wish: honest.slip,
  },
  {
    name: 'slips-of-ten',
    attack: 'noisySlip',
    seconds: 15,
    attackers: 10,
    others: 1,
    wish: honest.slip,
  },
  {
    name: 'launches',
    attack: 'launches',
    seconds: 8,
    attackers: 20,
    games: ['betflix'],
    faults: [delay('games.betflix.login', 1_000)],
    others: 10,
    wish: honest.transfers('betflix', 3),
  },
  {
    name: 'password-resets',
    attack: 'passwordResets',
    seconds: 8,
    attackers: 2,
    games: ['betflix'],
    faults: [delay('games.betflix.change-password', 1_500)],
    others: 10,
    wish: honest.transfers('betflix', 3),
  },
  {
    name: 'launch-crowd',
    attack: null,
    seconds: 0,
    games: ['betflix'],
    faults: [delay('games.betflix.login', 300)],
    others: 20,
    isCrowd: true,
    wish: honest.launches('betflix'),
  },
  {
    name: 'refresh-crowd',
    attack: null,
    seconds: 0,
    games: ['betflix'],
    faults: [delay('games.betflix.balance', 300)],
    others: 20,
    isCrowd: true,
    wish: honest.refreshes,
  },
  {
    name: 'transfer-crowd',
    attack: null,
    seconds: 0,
    games: ['betflix'],
    faults: [delay('games.betflix.transfer', 300)],
    others: 60,
    isCrowd: true,
    wish: honest.transfers('betflix', 1),
  },
  { name: 'withdrawals-of-one', attack: 'withdrawalsOfOne', seconds: 5, attackers: 1 },
  {
    name: 'withdrawal-crowd',
    attack: null,
    seconds: 0,
    others: 60,
    isCrowd: true,
    wish: honest.withdrawals(2),
  },
  {
    name: 'withdrawal-slow-bank',
    attack: null,
    seconds: 0,
    faults: [delay('payout.pay', 3_000)],
    others: 20,
    isCrowd: true,
    wish: honest.withdrawals(12),
  },
  { name: 'activations', attack: null, seconds: 0, others: 1, wish: honest.activation('pgslot') },
  {
    name: 'qr-orders',
    attack: 'qrOrders',
    seconds: 8,
    attackers: 20,
    faults: [delay('gateways.WW.query', 1_000)],
  },
  { name: 'chat', attack: 'chatMessages', seconds: 5, attackers: 30 },
  ...readActs,
  {
    name: 'logins',
    attack: 'manyAddresses',
    seconds: 8,
    others: 9,
    before: honest.logInBefore,
    wish: honest.logins,
  },
  {
    name: 'guesses',
    attack: 'guessesAtOnePhone',
    seconds: 16,
    attackers: 1,
    before: honest.logInBefore,
    wish: honest.ownerLogins,
  },
  {
    name: 'carrier',
    attack: 'behindOneAddress',
    seconds: 10,
    attackers: 1,
    others: 3,
    before: honest.logInBefore,
    wish: honest.carrierLogins,
  },
  // Last, because before it was limited it used up everyone else's quota for a day.
  {
    name: 'codes',
    attack: 'allCodes',
    seconds: 60,
    others: 3,
    isAfter: true,
    before: honest.logInBefore,
    wish: honest.codes,
  },
]
