import type { FaultTurn, OwnFault } from '../faults/faults.ts'
import type { Answer, Call } from '../call.ts'
import { pause } from '../clock.ts'
import { asGroupedText, readHundredths } from './provider/money.ts'
import { twisted, type Provider, type Twist } from './provider/provider.ts'

/** A family's own form of the refusals that the faults need. */
export type Voice = {
  /** The fields of its replies that hold money. */
  moneyFields: readonly string[]
  closed: (call: Call) => Answer
  inRound: (call: Call) => Answer
  poolEmpty: (call: Call) => Answer
  /** Whether a transfer takes money out; only then can a round block it. */
  takesOut: (call: Call) => boolean
}

type Faults = Record<string, OwnFault>

/** Faults of a reply that reports a balance. */
export function balanceFaults({ moneyFields }: Voice): Faults {
  return {
    'wrong-amount': {
      summary: 'Does it, but every amount of the reply is 1.00 too high.',
      play: async ({ apply }) => ({ answer: reviseMoney(await apply(), moneyFields, oneTooMany) }),
    },
    floating: {
      summary: 'Does it, but writes its amounts as floats such as 12.340000000000003.',
      play: async ({ apply }) => ({ answer: reviseMoney(await apply(), moneyFields, asFloat) }),
    },
  }
}

/** Faults of a transfer, inside the provider. */
export function transferFaults(provider: Provider, voice: Voice): Faults {
  const underTwist = (twist: Twist) => async (turn: FaultTurn) => ({
    answer: await twisted(provider, twist, turn.apply),
  })
  return {
    ...balanceFaults(voice),
    'late-apply': {
      summary: 'Cuts the connection at once and does it that much later.',
      play: ({ rule, apply }) => {
        void pause(rule.delayMs).then(apply)
        return 'dropped'
      },
    },
    'double-apply': {
      summary: 'Does it twice under one reference and gives the first reply.',
      play: underTwist('double-apply'),
    },
    drift: {
      summary: 'Does it, and one hundredth too much arrives or too little is left.',
      play: underTwist('drift'),
    },
    'in-round': {
      summary: 'Refuses to take out, as if the member were in a round.',
      play: async ({ call, apply }) => ({
        answer: voice.takesOut(call) ? voice.inRound(call) : await apply(),
      }),
    },
  }
}

export function openingFaults({ poolEmpty }: Voice): Faults {
  return {
    'pool-empty': {
      summary: 'Refuses, as if no names were left in the pool.',
      play: ({ call }) => ({ answer: poolEmpty(call) }),
    },
  }
}

function reviseMoney(
  answer: Answer,
  fields: readonly string[],
  write: (amount: number | string) => unknown,
): Answer {
  return { ...answer, body: rewrite(answer.body, fields, write) }
}

function rewrite(
  part: unknown,
  fields: readonly string[],
  write: (amount: number | string) => unknown,
): unknown {
  if (Array.isArray(part)) return part.map((item) => rewrite(item, fields, write))
  if (typeof part !== 'object' || part === null) return part
  const entries = Object.entries(part).map(([key, value]) => {
    const isMoney = fields.includes(key) && (typeof value === 'number' || typeof value === 'string')
    return [key, isMoney ? write(value) : rewrite(value, fields, write)]
  })
  return Object.fromEntries(entries)
}

function oneTooMany(amount: number | string): unknown {
  if (typeof amount === 'number') return Math.round(amount * 100 + 100) / 100
  return asGroupedText((readHundredths(amount.replaceAll(',', '')) ?? 0) + 100)
}

/** Adds a typical floating-point rounding error. */
function asFloat(amount: number | string): unknown {
  const exact = typeof amount === 'number' ? amount : Number(amount.replaceAll(',', ''))
  const float = exact + Math.max(1, Math.abs(exact)) * Number.EPSILON
  return typeof amount === 'number' ? float : String(float)
}
