import { z } from 'zod'
import { instant } from '../fields.ts'
import { consoleEndpoint } from './endpoint.ts'
import { anyId, cursor, doneOrWaits, memberId, soonest, sum } from './fields.ts'
import { decisionFields } from './decision-fields.ts'
import { factNames, panelNames, valueCodes } from './facts.ts'
import { countedMax } from './limits.ts'
import { currencies } from '../money.ts'
import { barredCodes, effectCodes, fitReasons, whyCodes } from './reasons.ts'
import { vocabularies } from './vocabularies.ts'
import { decisionNames, fieldNames, outcomeNames, workKinds } from './words.ts'

export const workKind = z.enum(workKinds)

/** A text by a person or a bank, in any language, shown as a quotation. */
const quote = z.object({ form: z.literal('quote'), text: z.string() })
/** A generated English sentence: extra evidence, never what an operator acts on. */
const technical = z.object({ form: z.literal('technical'), text: z.string() })
/** A count, such as unread messages. */
const count = z.object({ form: z.literal('count'), count: z.number() })
/** A code of one of the lists that the page has words for. */
const word = z.object({ form: z.literal('word'), of: z.enum(vocabularies), code: z.string() })

/** An identifier of ours or of an outsider, shown as it is. */
const name = z.object({ form: z.literal('name'), text: z.string() })

/** A step to a part of a value: a key of it, or an entry of a list by what identifies it, or by its place. */
const step = z.union([z.object({ key: z.string() }), z.object({ entry: z.string() })])
export type Step = z.output<typeof step>

/** What a request would change, in JSON; null on the side that does not have it. */
const requestChange = z.object({
  path: z.array(step),
  before: z.string().nullable(),
  after: z.string().nullable(),
})
export type RequestChange = z.output<typeof requestChange>

/** What a request for a second yes is about: a setting, a bonus, an account; the first of what it changes; whose it is. */
const request = z.object({
  form: z.literal('request'),
  command: z.string(),
  subject: z.string(),
  changes: z.array(requestChange),
  askedBy: z.string(),
})

/** What one operator did alone: to what that has a name, by whom, and why. */
const act = z.object({
  form: z.literal('act'),
  action: z.string(),
  subject: z.string().nullable(),
  by: z.string(),
  why: z.string().nullable(),
})

/** A request about an item that waits for a second person. */
export const waiting = doneOrWaits
  .pick({ waitsFor: true, soonest: true })
  .extend({ request: z.string(), command: z.string(), askedBy: z.string() })

/** One thing that waits for a person, as a row of a list. */
export const workRow = z
  .object({
    kind: workKind,
    id: z.string(),
    since: instant,
    memberId: memberId.nullable(),
    /** Masked: the first and last letters are enough to recognise a member. */
    memberName: z.string().nullable(),
    sum: sum.nullable(),
    /** Why a machine could not decide: a code of the page's texts, and what no code says. */
    why: z.object({
      code: z.enum(whyCodes),
      detail: z
        .discriminatedUnion('form', [quote, technical, word, count, name, request, act])
        .nullable(),
    }),
    takenBy: z.string().nullable(),
    /** The request about it that waits: nothing else may be decided until it is confirmed or dropped. */
    waits: waiting.nullable(),
    /** When the promised time ends, and when twice that time ends. */
    amberAt: instant,
    redAt: instant,
  })
  .meta({ id: 'WorkRow' })
export type WorkRow = z.output<typeof workRow>

/** A fact of the evidence: its name is a text of the page, its value is shown by its form. */
export const fact = z
  .object({
    name: z.enum(factNames),
    /** Which part of it, by the names that its owner gives them; the page has words for those that are known. */
    path: z.array(step).optional(),
    value: z.discriminatedUnion('form', [
      /** A number, a reference or a code; names and sentences have forms of their own. */
      z.object({ form: z.literal('text'), text: z.string() }),
      name,
      quote,
      technical,
      word,
      /** A value as it is kept, in JSON: the page has words for its keys and for the codes in it. */
      z.object({ form: z.literal('data'), json: z.string() }),
      /** A code that the page has words for, such as a state. */
      z.object({ form: z.literal('code'), code: z.enum(valueCodes) }),
      z.object({ form: z.literal('sum'), sum }),
      z.object({ form: z.literal('time'), at: instant }),
      z.object({ form: z.literal('member'), memberId, name: z.string() }),
      /** A masked account or phone; the full number is another call. */
      z.object({
        form: z.literal('masked'),
        text: z.string(),
        /** The places in the text of digits that contradict another number. */
        odd: z.array(z.number()).optional(),
      }),
      z.object({ form: z.literal('operator'), name: z.string() }),
      z.object({ form: z.literal('movement'), id: z.string() }),
      /** Another item, open or ended. */
      z.object({ form: z.literal('item'), kind: workKind, id: z.string() }),
      count,
      z.object({ form: z.literal('picture'), address: z.string() }),
    ]),
    /** It contradicts another fact of the item. */
    isOdd: z.boolean().optional(),
  })
  .meta({ id: 'Fact' })
export type Fact = z.output<typeof fact>

/** Facts of one source, beside those of another: what the bank says, what the slip says, what we booked. */
export const panel = z
  .object({ name: z.enum(panelNames), facts: z.array(fact) })
  .meta({ id: 'Panel' })
export type Panel = z.output<typeof panel>

/** A member who may own the money, with how well they fit (0 to 100) and why. */
export const candidate = z
  .object({
    memberId,
    name: z.string(),
    fit: z.number().min(0).max(100),
    reasons: z.array(z.object({ code: z.enum(fitReasons), isFor: z.boolean() })),
  })
  .meta({ id: 'Candidate' })
export type Candidate = z.output<typeof candidate>

/** One of the values that a field may have, with what is known of it; without facts it is read as it is. */
const fieldChoice = z.object({
  field: z.enum(fieldNames),
  value: z.string(),
  facts: z.array(fact),
})
export type FieldChoice = z.output<typeof fieldChoice>

export const decisionOffer = z
  .object({
    name: z.enum(decisionNames),
    fields: z.array(z.enum(fieldNames)),
    /** A field that is named here is chosen, not typed. */
    choices: z.array(fieldChoice).optional(),
    /** What is in the fields before anybody types. */
    prefill: z.partialRecord(z.enum(fieldNames), z.string()).optional(),
    /** The only correct one, as far as can be known. */
    isCertain: z.boolean(),
    /** Who it would wait for; null where one person is enough. */
    waitsFor: z.array(z.string()).nullable(),
    soonest,
    /** Of what it gives: how much operators have given alone in the last day, and may, and by what most of it. */
    alone: z
      .object({
        given: sum,
        max: sum,
        spent: z.array(z.object({ command: z.string(), by: z.string(), sum })),
      })
      .nullable(),
    /** Why this operator may not do it; null where they may. */
    barred: z.enum(barredCodes).nullable(),
    effect: z.enum(effectCodes),
    /** The currency of an amount that is typed. */
    currency: z.enum(currencies).optional(),
  })
  .meta({ id: 'DecisionOffer' })
export type DecisionOffer = z.output<typeof decisionOffer>

/** The final outcome. */
export const decided = z
  .object({
    decision: z.enum(outcomeNames),
    /** Empty where no operator decided it. */
    by: z.string(),
    at: instant,
    /** What a person wrote, or why what was confirmed was not done: a code of the page's texts, or a sentence. */
    why: z.string().nullable(),
    movements: z.array(z.string()),
  })
  .meta({ id: 'Decided' })
export type DecidedWork = z.output<typeof decided>

export const workItem = workRow
  .extend({
    panels: z.array(panel),
    candidates: z.array(candidate),
    decisions: z.array(decisionOffer),
    decided: decided.nullable(),
    /** Until when its reader can undo their own decision: nothing is sent or given back before. */
    undoUntil: instant.nullable(),
  })
  .meta({ id: 'WorkItem' })
export type WorkItem = z.output<typeof workItem>

/** Oldest first, paged by key. */
export const listWork = consoleEndpoint({
  method: 'GET',
  path: '/api/console/work/list/{kind}',
  access: 'work.see',
  summary:
    'What waits, what was promised first on top: of one kind, or with `all` of every kind that the operator may see.',
  rate: 'read',
  input: z.object({ kind: z.enum([...workKinds, 'all']), after: cursor.optional() }),
  output: z.object({ rows: z.array(workRow), next: cursor.nullable() }),
  refusals: [],
})

export const countWork = consoleEndpoint({
  method: 'GET',
  path: '/api/console/work/counts',
  access: 'session',
  summary: `How much of each kind waits, counted up to ${countedMax}, and how much of it is late.`,
  rate: 'read',
  input: null,
  output: z.object({
    kinds: z.array(
      z.object({
        kind: workKind,
        count: z.number(),
        amber: z.number(),
        red: z.number(),
        oldest: instant.nullable(),
        newest: instant.nullable(),
      }),
    ),
  }),
  refusals: [],
})

export const readWork = consoleEndpoint({
  method: 'GET',
  path: '/api/console/work/item/{kind}/{id}',
  access: 'work.see',
  summary: 'One item with its evidence, what may be decided, and what was.',
  rate: 'read',
  input: z.object({ kind: workKind, id: anyId }),
  output: workItem,
  refusals: ['NOT_FOUND'],
})

export const decideWork = consoleEndpoint({
  method: 'POST',
  path: '/api/console/work/decide/{kind}/{id}',
  access: 'work.see',
  summary:
    'Decides an item once. What one person may not do alone waits for a second one and answers who that may be.',
  rate: 'change',
  touch: true,
  keyed: true,
  input: z.object({
    kind: workKind,
    id: anyId,
    decision: z.enum(decisionNames),
    ...decisionFields,
  }),
  output: doneOrWaits.extend({
    /** A confirmed act may be refused where it is carried out; after an interruption it may be unclear. */
    state: z.enum(['done', 'waits', 'refused', 'unclear']),
    /** Why it was refused, as in `decided`. */
    why: z.string().nullable(),
    item: workItem,
    next: z.object({ kind: workKind, id: z.string() }).nullable(),
  }),
  refusals: [
    'NOT_FOUND',
    'NO_RIGHT',
    'ALREADY_DECIDED',
    'DECISION_REFUSED',
    'FIELD_WRONG',
    'KEY_REUSED',
    'IN_PROGRESS',
  ],
})
export type DecisionInput = z.output<(typeof decideWork)['input']>
