import { z } from 'zod'
import { Impossible, type Answer, type Call, type Outcome } from '../call.ts'

/** The faults that any operation can have, each with a sentence for people. */
export const faultKinds = {
  delay: 'Waits, then does it and replies.',
  'delay-after': 'Does it at once, but replies late.',
  'drop-before': 'Cuts the connection before anything happens.',
  'drop-after': 'Does it, then cuts the connection: the reply is lost.',
  'status-before': 'Answers with an error status and does nothing.',
  'status-after': 'Does it, then answers with an error status.',
  garbage: 'Does it, then answers 200 with broken JSON.',
  'html-403': 'A firewall answers 403 with HTML; nothing happens.',
  empty: 'Does it, then answers 200 with an empty body.',
  drip: 'Does it, then sends the reply a few bytes at a time.',
  duplicate: 'Does it twice and gives the first reply.',
  maintenance: 'Answers 503 with a maintenance page; nothing happens.',
} as const

export type FaultKind = keyof typeof faultKinds

// Forms send text, so numbers are also read from text.
const whole = (min: number, max: number) => z.coerce.number().int().min(min).max(max)

export const faultInput = z
  .strictObject({
    operation: z.string().min(1).describe('An operation, `<actor>.*`, or `*`.'),
    kind: z.string().min(1),
    delayMs: whole(0, 600_000).default(5000).describe('For delay, delay-after and drip.'),
    status: whole(400, 599).default(503).describe('For status-before and status-after.'),
    count: whole(1, 1_000_000)
      .optional()
      .describe('Only the next n calls; without it until removed.'),
    field: z
      .string()
      .min(1)
      .optional()
      .describe('Only calls with this field of body, query or path ...'),
    equals: z.string().optional().describe('... equal to this text.'),
    probability: z.coerce.number().gt(0).max(1).default(1),
    seed: whole(0, 4_294_967_295).default(1).describe('The same seed picks the same calls again.'),
  })
  .refine((rule) => (rule.field === undefined) === (rule.equals === undefined), {
    error: 'field and equals belong together',
    path: ['equals'],
  })

export type FaultRule = z.output<typeof faultInput> & { id: string; hits: number }

export type OperationShape = {
  /** `<actor>.<verb>`, as fault rules and the journal name it. */
  name: string
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'
  path: string
  /** Further paths of the same operation, as in APIs with several versions. */
  alsoAt?: string[]
  summary: string
  /** Faults that only this operation has, by kind; a rule may request them like any other fault. */
  ownFaults?: Record<string, OwnFault>
}

/** Either a fixed refusal, or a function that wraps the operation's normal behavior. */
export type OwnFault = { summary: string } & (
  | { answer: Answer }
  | { play: (turn: FaultTurn) => Outcome | Promise<Outcome> }
)

export type FaultTurn = { rule: FaultRule; call: Call; apply: () => Promise<Answer> }

export type Faults = {
  list: () => FaultRule[]
  add: (input: z.output<typeof faultInput>) => FaultRule
  remove: (id: string) => void
  reset: () => void
  /** The first rule that matches this call; counts as one use. */
  take: (shape: OperationShape, call: Call) => FaultRule | null
}

type Active = { rule: FaultRule; draw: () => number }

export function createFaults(operations: OperationShape[]): Faults {
  let active: Active[] = []
  let lastId = 0
  return {
    list: () => active.map(({ rule }) => ({ ...rule })),
    add: (input) => {
      refuseUnknown(operations, input)
      lastId += 1
      const rule = { ...input, id: String(lastId), hits: 0 }
      active.push({ rule, draw: seededDraw(input.seed) })
      return { ...rule }
    },
    remove: (id) => {
      if (!active.some(({ rule }) => rule.id === id))
        throw new Impossible(`There is no fault rule ${id}.`)
      active = active.filter(({ rule }) => rule.id !== id)
    },
    reset: () => {
      active = []
    },
    take: (shape, call) => {
      const hit = active.find(
        ({ rule, draw }) =>
          covers(rule.operation, shape.name) &&
          knows(shape, rule.kind) &&
          matches(rule, call) &&
          draw() < rule.probability,
      )
      if (!hit) return null
      hit.rule.hits += 1
      if (hit.rule.hits === hit.rule.count) active = active.filter((other) => other !== hit)
      return { ...hit.rule }
    },
  }
}

/** A rule that can never apply would let a test pass for the wrong reason. */
function refuseUnknown(operations: OperationShape[], input: z.output<typeof faultInput>): void {
  const covered = operations.filter(({ name }) => covers(input.operation, name))
  if (covered.length === 0) {
    const known = operations.map(({ name }) => name).join(', ')
    throw new Impossible(`There is no operation ${input.operation}; there are: ${known}.`)
  }
  if (covered.some((shape) => knows(shape, input.kind))) return
  const own = covered.flatMap(({ ownFaults }) => Object.keys(ownFaults ?? {}))
  const known = [...Object.keys(faultKinds), ...own].join(', ')
  throw new Impossible(`${input.operation} knows no fault ${input.kind}; it knows: ${known}.`)
}

function knows({ ownFaults = {} }: OperationShape, kind: string): boolean {
  return Object.hasOwn(faultKinds, kind) || Object.hasOwn(ownFaults, kind)
}

function covers(pattern: string, operation: string): boolean {
  if (pattern === '*' || pattern === operation) return true
  return pattern.endsWith('.*') && operation.startsWith(pattern.slice(0, -1))
}

function matches({ field, equals }: FaultRule, call: Call): boolean {
  if (field === undefined) return true
  return [call.body, call.query, call.params].some((part) => {
    const value = valueAt(part, field)
    return (typeof value === 'string' ? value : JSON.stringify(value)) === equals
  })
}

function valueAt(part: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, key)
          ? (value as Record<string, unknown>)[key]
          : undefined,
      part,
    )
}

/** Mulberry32: small, uniform, and the same on every machine, so that a run with chance in it can be repeated. */
function seededDraw(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
