import { z } from 'zod'
import { walletCurrencies } from '../limits.ts'
import { memberFacts, type MemberFact } from './canned.ts'

const form = <const F extends string, S extends z.ZodRawShape>(name: F, shape: S) =>
  z.object({ form: z.literal(name), ...shape })

/** A field inside of another one refers to all of them. */
const inner: z.ZodType<Field, Field> = z.lazy(() => field)

const part = z.object({
  name: z.string(),
  field: inner,
  /** It may be left out. */
  isOptional: z.boolean(),
})

/** How a value is typed, as data: the page draws every form from it, and from nothing else. */
export const field = z
  .discriminatedUnion('form', [
    /** `example` is there where not any words do. */
    form('line', { max: z.number(), example: z.string().nullable() }),
    /** `facts` are those of a member that it may name. */
    form('text', { max: z.number(), facts: z.array(z.enum(memberFacts)).optional() }),
    form('html', { max: z.number() }),
    /** `only` is the one that is accepted, where the other is said by leaving it out. */
    form('flag', { only: z.boolean().nullable() }),
    form('whole', { min: z.number(), max: z.number() }),
    form('number', { max: z.number() }),
    form('amount', { currency: z.enum(walletCurrencies) }),
    form('rate', { max: z.number() }),
    form('color', {}),
    form('time', {}),
    /** A day and a time of day in Bangkok, kept as an instant. */
    form('moment', {}),
    form('address', { isSecure: z.boolean(), mayBePath: z.boolean() }),
    form('picture', {}),
    form('choice', { of: z.array(z.string()) }),
    /** Nothing, or what it is of. */
    form('optional', { of: inner }),
    form('list', { of: inner, max: z.number() }),
    form('group', { parts: z.array(part) }),
    /** Entries by their names. */
    form('table', { of: inner, max: z.number() }),
    /** The part `by` says which other parts there are. */
    form('cases', {
      by: z.string(),
      cases: z.array(z.object({ names: z.array(z.string()), parts: z.array(part) })),
    }),
  ])
  .meta({ id: 'Field' })

type Scalar =
  | { form: 'line'; max: number; example: string | null }
  | { form: 'text'; max: number; facts?: MemberFact[] | undefined }
  | { form: 'html'; max: number }
  | { form: 'number'; max: number }
  | { form: 'rate'; max: number }
  | { form: 'flag'; only: boolean | null }
  | { form: 'whole'; min: number; max: number }
  | { form: 'amount'; currency: (typeof walletCurrencies)[number] }
  | { form: 'color' }
  | { form: 'time' }
  | { form: 'moment' }
  | { form: 'picture' }
  | { form: 'address'; isSecure: boolean; mayBePath: boolean }
  | { form: 'choice'; of: string[] }

export type FieldPart = { name: string; field: Field; isOptional: boolean }
export type FieldCase = { names: string[]; parts: FieldPart[] }
export type Field =
  | Scalar
  | { form: 'optional'; of: Field }
  | { form: 'list'; of: Field; max: number }
  | { form: 'table'; of: Field; max: number }
  | { form: 'group'; parts: FieldPart[] }
  | { form: 'cases'; by: string; cases: FieldCase[] }
