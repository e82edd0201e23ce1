import { z } from 'zod'
import { done, instant } from '../fields.ts'
import { walletCurrencies } from '../limits.ts'
import { accountKinds, movementKinds } from './books.ts'
import { consoleEndpoint } from './endpoint.ts'
import { cursor, doneOrWaits, memberId, sum, why } from './fields.ts'
import { noteLengthMax } from './limits.ts'
import { fact } from './work.ts'

export const memberRow = z
  .object({
    memberId,
    name: z.string(),
    phone: z.string(),
    currency: z.enum(walletCurrencies),
    joinedAt: instant,
    isActive: z.boolean(),
    /** What of the member was found; those of the list were not searched for. */
    found: z.enum([
      'phone',
      'name',
      'similar',
      'account',
      'id',
      'reference',
      'amount',
      'address',
      'game',
      'listed',
    ]),
    /** The thing that was found, where it is not the member. */
    about: z.string().nullable(),
  })
  .meta({ id: 'MemberRow' })
export type MemberRow = z.output<typeof memberRow>

/** Masked: a full number is another call, which is in the audit trail. */
export const member = z
  .object({
    memberId,
    name: z.string(),
    phone: z.string(),
    bank: z.string(),
    account: z.string(),
    currency: z.enum(walletCurrencies),
    language: z.string(),
    joinedAt: instant,
    lastSeenAt: instant.nullable(),
    isActive: z.boolean(),
    deactivatedWhy: z.string().nullable(),
    isLocked: z.boolean(),
    coins: z.number(),
    /** Null for operators who may not see money. */
    balances: z
      .array(z.object({ place: z.string(), sum, at: instant.nullable(), isOld: z.boolean() }))
      .nullable(),
    totals: z
      .object({ deposited: sum, withdrawn: sum, deposits: z.number(), withdrawals: z.number() })
      .nullable(),
    bonus: z.array(fact),
    /** Everything of the member that waits: for the member, for a job or for an operator. */
    open: z.array(
      z.object({
        kind: z.string(),
        id: z.string(),
        since: instant,
        sum: sum.nullable(),
        state: z.string(),
        /** The item of the desk that it is, where a person decides it. */
        work: z.object({ kind: z.string(), id: z.string() }).nullable(),
      }),
    ),
    devices: z.array(
      z.object({
        id: z.string(),
        device: z.string(),
        address: z.string(),
        startedAt: instant,
        lastUsedAt: instant,
        isOpen: z.boolean(),
      }),
    ),
    linked: z.array(
      z.object({ memberId, name: z.string(), signs: z.array(z.string()), isActive: z.boolean() }),
    ),
    notes: z.array(z.object({ at: instant, by: z.string(), text: z.string() })),
  })
  .meta({ id: 'Member' })
export type Member = z.output<typeof member>

export const readMember = consoleEndpoint({
  method: 'GET',
  path: '/api/console/members/one/{memberId}',
  access: 'members.see',
  summary:
    'One member: balances, what is open, devices, linked members, notes; numbers are masked.',
  rate: 'read',
  input: z.object({ memberId }),
  output: member,
  refusals: ['NOT_FOUND'],
})

export const readBalance = consoleEndpoint({
  method: 'GET',
  path: '/api/console/members/balance/{memberId}',
  access: 'members.money',
  summary: 'What a member had in each account, now or at an instant.',
  rate: 'read',
  input: z.object({ memberId, at: instant.optional() }),
  output: z.object({
    at: instant,
    balances: z.array(
      z.object({
        account: z.enum(accountKinds),
        party: z.string().nullable(),
        sum,
        /** How many movements have led to it. */
        movements: z.string(),
      }),
    ),
  }),
  refusals: ['NOT_FOUND'],
})

export const timelineSorts = ['money', 'game', 'reward', 'login', 'chat', 'desk'] as const

export const timelineRow = z
  .object({
    id: z.string(),
    at: instant,
    sort: z.enum(timelineSorts),
    /** What happened, as a code of the page's texts: an act of the desk is `desk.` and the action of the trail. */
    what: z.string(),
    state: z.string().nullable(),
    sum: sum.nullable(),
    /** What it left in the wallet. */
    left: sum.nullable(),
    by: z.string().nullable(),
    /** A text by a person, the source and destination of money, or the device of a login. */
    detail: z
      .discriminatedUnion('form', [
        z.object({ form: z.literal('quote'), text: z.string() }),
        z.object({ form: z.literal('places'), from: z.string(), to: z.string() }),
        z.object({ form: z.literal('text'), text: z.string() }),
      ])
      .nullable(),
    movement: z.string().nullable(),
    work: z.object({ kind: z.string(), id: z.string() }).nullable(),
  })
  .meta({ id: 'TimelineRow' })
export type TimelineRow = z.output<typeof timelineRow>

export const readTimeline = consoleEndpoint({
  method: 'GET',
  path: '/api/console/members/timeline/{memberId}',
  access: 'members.see',
  summary:
    'Everything that happened to a member, newest first, by key; of one sort, or before a time, if asked.',
  rate: 'read',
  input: z.object({
    memberId,
    sort: z.enum(timelineSorts).optional(),
    after: cursor.optional(),
    until: instant.optional(),
  }),
  output: z.object({ rows: z.array(timelineRow), next: cursor.nullable() }),
  refusals: ['NOT_FOUND'],
})

export const readMovement = consoleEndpoint({
  method: 'GET',
  path: '/api/console/movements/{id}',
  access: 'members.money',
  summary: 'One movement of the ledger, with every posting.',
  rate: 'read',
  input: z.object({ id: z.string().regex(/^[A-Za-z0-9-]{1,40}$/) }),
  output: z.object({
    id: z.string(),
    at: instant,
    kind: z.enum(movementKinds),
    reference: z.string().nullable(),
    postings: z.array(
      z.object({
        account: z.enum(accountKinds),
        /** Which one of its kind: a bank account, a gateway, a game; empty where there is one. */
        party: z.string(),
        memberId: memberId.nullable(),
        sum,
        left: sum.nullable(),
      }),
    ),
  }),
  refusals: ['NOT_FOUND'],
})

export const showNumber = consoleEndpoint({
  method: 'POST',
  path: '/api/console/members/show',
  access: 'members.show',
  summary: 'The full phone, name and account of a member; it is in the audit trail.',
  rate: 'change',
  touch: true,
  input: z.object({ memberId }),
  output: z.object({ phone: z.string(), name: z.string(), account: z.string() }),
  refusals: ['NOT_FOUND'],
})

export const noteMember = consoleEndpoint({
  method: 'POST',
  path: '/api/console/members/note',
  access: 'members.note',
  summary: 'Keeps a note about a member for the other operators.',
  rate: 'change',
  keyed: true,
  input: z.object({ memberId, text: z.string().trim().min(1).max(noteLengthMax) }),
  output: done,
  refusals: ['NOT_FOUND', 'KEY_REUSED'],
})

export const unlockMember = consoleEndpoint({
  method: 'POST',
  path: '/api/console/members/unlock',
  access: 'members.unlock',
  summary: 'Lets a member try to log in again at once after too many wrong passwords.',
  rate: 'change',
  input: z.object({ memberId, why }),
  output: done,
  refusals: ['NOT_FOUND'],
})

export const endMemberSessions = consoleEndpoint({
  method: 'POST',
  path: '/api/console/members/sessions/end',
  access: 'members.unlock',
  summary: 'Ends all sessions of a member.',
  rate: 'change',
  input: z.object({ memberId, why }),
  output: done,
  refusals: ['NOT_FOUND'],
})

export const setMemberActive = consoleEndpoint({
  method: 'POST',
  path: '/api/console/members/active',
  access: 'members.deactivate',
  summary: 'Deactivates a member or lets them in again.',
  rate: 'change',
  touch: true,
  input: z.object({ memberId, isActive: z.boolean(), why }),
  output: doneOrWaits,
  refusals: ['NOT_FOUND', 'DECISION_REFUSED'],
})

export const changeMemberBank = consoleEndpoint({
  method: 'POST',
  path: '/api/console/members/bank',
  access: 'members.change',
  summary: 'Changes the bank account of a member, where the house’s rules allow it.',
  rate: 'change',
  touch: true,
  input: z.object({
    memberId,
    bankCode: z.string().regex(/^[A-Z0-9]{2,12}$/),
    accountNo: z.string().regex(/^\d{6,20}$/),
    accountName: z.string().trim().min(1).max(100),
    why,
  }),
  output: doneOrWaits,
  refusals: ['NOT_FOUND', 'DECISION_REFUSED', 'FIELD_WRONG'],
})

export const takeBackDeposit = consoleEndpoint({
  method: 'POST',
  path: '/api/console/members/takeback',
  access: 'members.takeback',
  summary: 'Takes a credited deposit back, because it was somebody else’s or the bank recalled it.',
  rate: 'change',
  touch: true,
  input: z.object({ deposit: z.uuid(), isGone: z.boolean(), why }),
  output: doneOrWaits,
  refusals: ['NOT_FOUND', 'DECISION_REFUSED'],
})
