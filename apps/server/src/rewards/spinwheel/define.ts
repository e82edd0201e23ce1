import { sumWeights, weightSumMax } from '@kapao/contract/fair/draw'
import type { Language, WalletCurrency } from '@kapao/contract/limits'
import { currencies, moneyFromText } from '@kapao/contract/money'
import { z } from 'zod'
import { recordAudit, type AuditContext } from '#core/audit/audit-store.ts'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import { OperatorRefused } from '#core/refused.ts'
import { lockCoupon, setVoid } from './store.ts'
import {
  findWheelId,
  insertWheel,
  loadWheel,
  setActiveWheel,
  type SliceWords,
  type Wheel,
  type WheelSlice,
  type SliceTexts,
} from './wheel-store.ts'

const code = z.string().regex(/^[A-Za-z0-9_.-]{1,32}$/)
const color = z.string().regex(/^#[0-9a-f]{6}$/i, 'a colour is written as #rrggbb')

/** One text for all languages, or one for each. */
const inLanguages = (max: number, min = 1) => {
  const one = z.string().trim().min(min).max(max)
  const each = z.strictObject({ th: one, la: one, en: one })
  return z.union(
    [one, each],
    `one text, or one for each of th, la and en, of at most ${max} letters`,
  )
}

const definition = z.strictObject({
  name: inLanguages(60),
  currency: z.enum(['BAHT', 'LAK']),
  slices: z
    .array(
      z.strictObject({
        code,
        label: inLanguages(40),
        bgColor: color,
        textColor: color,
        description: inLanguages(4_000, 0).nullable().default(null),
        weight: z.int().min(0).max(weightSumMax),
        prize: z
          .strictObject({ amount: z.string(), currency: z.enum(currencies) })
          .nullable()
          .default(null),
      }),
    )
    .min(2)
    .max(24),
})

export type DefineDeps = { db: Db; clock: Clock }

/** Adds the next version of a wheel; members keep seeing the active one until it is switched. */
export async function defineWheel(
  { db, clock }: DefineDeps,
  { actor, requestId, code: name, json }: AuditContext & { code: string; json: string },
): Promise<Wheel> {
  if (!code.safeParse(name).success)
    throw wrong('A wheel’s code has up to 32 letters, figures and - _ . only.')
  const wanted = readDefinition(json)
  return db.begin(async (tx) => {
    const at = clock.now()
    const { id, version } = await insertWheel(tx, {
      ...wanted,
      code: name,
      createdBy: actor,
      createdAt: at,
    })
    const subject = `wheel:${name}:${version}`
    await recordAudit(tx, { at, actor, requestId, action: 'spinwheel.define', subject })
    return loadWheel(tx, id)
  })
}

/** A definition as it is written, or a refusal that says where it is wrong. */
export function readDefinition(
  json: string,
): Pick<Wheel, 'name' | 'names' | 'currency' | 'slices'> {
  const parsed = definition.safeParse(parse(json))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw wrong(`${issue!.path.join('.') || 'The file'}: ${issue!.message}.`)
  }
  const { name, currency } = parsed.data
  const slices = parsed.data.slices.map(({ prize, label, description, ...look }): WheelSlice => {
    const slice = { ...look, ...wordedBy(label, description) }
    if (!prize) return { ...slice, amount: 0n, currency }
    const money = moneyFromText(prize.amount, prize.currency)
    if (!money || money.amount <= 0n)
      throw wrong(`${slice.code}: ${prize.amount} is no amount in ${prize.currency}.`)
    if (prize.currency !== currency && prize.currency !== 'COIN')
      throw wrong(`${slice.code}: a wheel in ${currency} gives ${currency} or COIN.`)
    return { ...slice, ...money }
  })
  if (new Set(slices.map((slice) => slice.code)).size < slices.length)
    throw wrong('Two sectors have the same code.')
  const sum = sumWeights(slices)
  if (sum < 1 || sum > weightSumMax)
    throw wrong(`The weights must sum to between 1 and ${weightSumMax}.`)
  const names = typeof name === 'string' ? null : name
  return { name: textFor(usualLanguage, name), names, currency, slices }
}

function wrong(sentence: string): OperatorRefused {
  return new OperatorRefused(sentence, 'definition-wrong')
}

type Text = string | Record<Language, string>

/** The language of a wheel with several that operators and receipts without a language show. */
const usualLanguage = 'th'

function textFor(language: Language, text: Text): string {
  return typeof text === 'string' ? text : text[language]
}

function wordedBy(label: Text, description: Text | null): SliceTexts {
  const wordsFor = (to: Language): SliceWords => ({
    label: textFor(to, label),
    description: description === null ? null : textFor(to, description),
  })
  const isPlain = [label, description].every((text) => text === null || typeof text === 'string')
  const words = isPlain ? null : { th: wordsFor('th'), la: wordsFor('la'), en: wordsFor('en') }
  return { ...wordsFor(usualLanguage), words }
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw wrong('This is not JSON.')
  }
}

export async function loadNamed(
  { db }: Pick<DefineDeps, 'db'>,
  name: string,
  version: number | null,
): Promise<Wheel> {
  const id = await findWheelId(db, name, version)
  if (id === null)
    throw new OperatorRefused(`There is no such wheel: ${name}. See: kapao wheel list`)
  return loadWheel(db, id)
}

type WheelSwitch = AuditContext & {
  currency: WalletCurrency
  wheel: Wheel | null
  /** The wheel that the asker saw in its place; left out where any may be replaced. */
  seen?: number | null
}

/** Members see the wheel from their next request on; null removes the wheel of a currency. */
export function switchWheel(
  { db, clock }: DefineDeps,
  { actor, requestId, currency, wheel, seen }: WheelSwitch,
): Promise<void> {
  return db.begin(async (tx) => {
    const before = await setActiveWheel(tx, currency, wheel?.id ?? null)
    if (seen !== undefined && seen !== before)
      throw new OperatorRefused(
        `Members with ${currency} see another wheel meanwhile; look at it, and switch again.`,
        'setting-changed',
      )
    await recordAudit(tx, {
      at: clock.now(),
      actor,
      requestId,
      action: 'spinwheel.switch',
      subject: `wheel:${currency}`,
      before,
      after: wheel && { id: wheel.id, code: wheel.code, version: wheel.version },
    })
  })
}

/** Ends a coupon that was given by mistake; a claimed one is money already, and stays. */
export function voidCoupon(
  { db, clock }: DefineDeps,
  { actor, requestId, id, why }: AuditContext & { id: string; why: string },
): Promise<void> {
  return db.begin(async (tx) => {
    const coupon = await lockCoupon(tx, id)
    if (!coupon) throw new OperatorRefused(`There is no coupon ${id}.`)
    if (coupon.state !== 'open')
      throw new OperatorRefused(`This coupon is ${coupon.state} already.`)
    const at = clock.now()
    await setVoid(tx, { id, why, at })
    const after = { why, member: coupon.memberId }
    await recordAudit(tx, { at, actor, requestId, action: 'spinwheel.void', subject: id, after })
  })
}
