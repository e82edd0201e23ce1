import { z } from 'zod'
import { done, instant } from '../fields.ts'
import { languages } from '../limits.ts'
import { consoleEndpoint } from './endpoint.ts'
import { field } from './field.ts'
import { doneOrWaits, memberId, sum, why } from './fields.ts'
import { whyRefused } from './reasons.ts'
import { rewardKinds, rewardStates, rewardWarnings } from './reward-words.ts'
import { plan, valueProblem } from './setting-calls.ts'

const kind = z.enum(rewardKinds)
/** As it is typed; what its kind does not take is refused with a sentence. */
const code = z.string().min(1).max(64)
/** What the asker saw: of a bonus or code the instant of its last change, of a wheel its newest version. */
const seen = z.string().max(40).nullable()

const rewardRow = z
  .object({
    kind,
    code,
    state: z.enum(rewardStates),
    from: instant.nullable(),
    until: instant.nullable(),
    quota: z.number().nullable(),
    /** How often it was taken, ever; of a wheel its spins of the last 30 days. */
    taken: z.number(),
    /** What it has given in the last 30 days. */
    cost: z.array(sum),
    /** The languages in which members read nothing of it, where they do in another one. */
    missing: z.array(z.enum(languages)),
    changedAt: instant,
  })
  .meta({ id: 'RewardRow' })

const costs = z
  .object({
    /** All that may still be taken of it, in each currency; null without a quota, and for a wheel. */
    most: z.array(sum).nullable(),
    /** How often it was taken in the last 30 days, and what it has given. */
    taken30: z.number(),
    last30: z.array(sum),
    wheel: z
      .object({
        odds: z.array(z.object({ code: z.string(), percent: z.string() })),
        /** On average, without the coins that it returns. */
        spin: sum,
        /** What deposits of so much buy in spins, with the coins that these return; null where that has no end. */
        deposits: sum,
        ofDeposits: sum.nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'RewardCosts' })

const version = z.object({
  version: z.string(),
  at: instant,
  by: z.string(),
  act: z.enum(['defined', 'switched-on', 'switched-off']),
})

const forms = z.object({ bonus: field, code: field, wheel: field })

export const listRewards = consoleEndpoint({
  method: 'GET',
  path: '/api/console/rewards',
  access: 'rewards.see',
  summary: 'Every bonus, code and wheel with its state, what was taken and what it has cost.',
  rate: 'read',
  input: null,
  output: z.object({
    rewards: z.array(rewardRow),
    forms,
  }),
  refusals: [],
})

const period = z.object({ until: instant, members: z.number(), sums: z.array(sum) })

export const readRewardPeriods = consoleEndpoint({
  method: 'GET',
  path: '/api/console/rewards/periods',
  access: 'rewards.see',
  summary:
    'What the worker has counted in the last 60 days of invited members’ play, and of losses, period by period.',
  rate: 'read',
  input: null,
  output: z.object({ invite: z.array(period), refund: z.array(period) }),
  refusals: [],
})

export const readReward = consoleEndpoint({
  method: 'GET',
  path: '/api/console/rewards/one/{kind}/{code}',
  access: 'rewards.see',
  summary: 'One reward: its definition or an earlier one, costs, versions, and who holds it.',
  rate: 'read',
  input: z.object({ kind, code, version: z.string().max(40).optional() }),
  output: z.object({
    row: rewardRow,
    seen: z.string(),
    /** Of a wheel: the one that members of its currency see, and what a switch says to have seen. */
    active: z
      .object({
        seen: z.string(),
        code,
        version: z.number(),
        from: instant.nullable(),
        until: instant.nullable(),
        /** The one that they see for good: before and after the times of this one, or itself; null for none. */
        lasting: z.object({ code, version: z.number() }).nullable(),
      })
      .nullable(),
    definition: z.unknown(),
    costs,
    versions: z.array(version),
    held: z.object({
      count: z.number(),
      members: z.array(z.object({ memberId, sum, since: instant })),
    }),
    /** What a bonus or code is planned to become; of the last days also what did not come to that. */
    plans: z.array(plan),
    /** The request about it that waits, and whose it is. */
    waits: z.object({ request: z.string(), by: z.string() }).nullable(),
  }),
  refusals: ['NOT_FOUND'],
})

/** A definition to be saved, or whether members are to see it. */
const wish = z.object({
  kind,
  code,
  seen,
  definition: z.unknown().optional(),
  isOn: z.boolean().optional(),
  /** Of a wheel that is switched on: which version, the newest when left out. */
  version: z.number().int().min(1).optional(),
  /** Of a wheel that is switched on, and of a bonus or code that is defined: from when until when. */
  from: instant.nullable().optional(),
  until: instant.nullable().optional(),
})

export const lookReward = consoleEndpoint({
  method: 'POST',
  path: '/api/console/rewards/look',
  access: 'rewards.change',
  summary:
    'What saving a definition or switching would say now, whom it would wait for, and what it may cost; changes nothing.',
  rate: 'read',
  input: wish,
  output: z.object({
    state: z.enum(['same', 'done', 'waits', 'refused']),
    ...doneOrWaits.pick({ waitsFor: true, soonest: true }).shape,
    problems: z.array(valueProblem),
    why: z.enum(whyRefused).nullable(),
    sentence: z.string().nullable(),
    warnings: z.array(z.enum(rewardWarnings)),
    /** Null while something is wrong with it. */
    costs: costs.nullable(),
    /** What single operators have given of a day’s limit, in each currency in which this gives something. */
    alone: z.array(z.object({ given: sum, max: sum })),
  }),
  refusals: ['NOT_FOUND'],
})

export const saveReward = consoleEndpoint({
  method: 'POST',
  path: '/api/console/rewards/save',
  access: 'rewards.change',
  summary:
    'Defines a bonus, a code or the next version of a wheel; a bonus or code that is there also from one moment until another. Beyond what one person may give alone it waits. What members hold keeps its terms.',
  rate: 'change',
  touch: true,
  keyed: true,
  input: wish.omit({ isOn: true, version: true }),
  output: doneOrWaits,
  refusals: ['FIELD_WRONG', 'DECISION_REFUSED', 'KEY_REUSED'],
})

export const switchReward = consoleEndpoint({
  method: 'POST',
  path: '/api/console/rewards/switch',
  access: 'rewards.change',
  summary:
    'Offers a reward to members, or no longer. A dearer wheel, and what was not counted in the last 24 hours, waits for a second person.',
  rate: 'change',
  touch: true,
  input: wish.omit({ definition: true }).extend({ isOn: z.boolean() }),
  output: doneOrWaits,
  refusals: ['NOT_FOUND', 'DECISION_REFUSED'],
})

export const voidCoupon = consoleEndpoint({
  method: 'POST',
  path: '/api/console/rewards/void',
  access: 'rewards.change',
  summary: 'Ends a coupon that was given by mistake; one that was claimed stays.',
  rate: 'change',
  touch: true,
  input: z.object({ coupon: z.uuid(), why }),
  output: done,
  refusals: ['DECISION_REFUSED'],
})

const share = z.object({ memberId, until: instant, lost: sum, won: sum, counted: sum })

export const readMemberRewards = consoleEndpoint({
  method: 'GET',
  path: '/api/console/members/rewards/{memberId}',
  access: 'members.money',
  summary:
    'What a member holds and has coming: the reward under its condition, coupons, refunds and shares of invited members’ play, and how each was counted.',
  rate: 'read',
  input: z.object({ memberId }),
  output: z.object({
    held: z
      .object({
        source: z.enum(['bonus', 'promotion', 'invite', 'refund']),
        code: z.string(),
        state: z.enum(['active', 'clearing']),
        since: instant,
        /** What the member had before, what was given, and what must be reached. */
        had: sum,
        given: sum,
        kind: z.enum(['balance', 'turnover']),
        factor: z.string(),
        target: sum,
        endsAt: sum,
        tries: z.number(),
        /** Each game that is being emptied; null where that is not known yet. */
        takings: z.array(z.object({ game: z.string(), taken: sum.nullable() })),
      })
      .nullable(),
    coupons: z.array(
      z.object({
        id: z.string(),
        wheel: z.string(),
        label: z.string(),
        sum,
        state: z.enum(['open', 'claimed', 'void', 'expired']),
        at: instant,
        until: instant,
        why: z.string().nullable(),
      }),
    ),
    invite: z.object({
      waiting: sum,
      received: sum,
      /** Of each invited member’s play: how much deeper in loss, at which rate, or why it earned nothing. */
      counted: z.array(
        share.extend({
          ratePercent: z.string(),
          earned: sum,
          void: z.enum(['same-person', 'currency', 'off', 'denied']).nullable(),
        }),
      ),
    }),
    refund: z.array(
      z.object({
        period: z.string(),
        lost: sum,
        won: sum,
        gifts: sum,
        forfeited: sum,
        carried: sum,
        ratePercent: z.string(),
        takenOff: sum,
        refund: sum,
        state: z.enum(['waits', 'received', 'denied']),
      }),
    ),
  }),
  refusals: ['NOT_FOUND'],
})
