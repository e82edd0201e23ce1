import type { Step } from '@kapao/contract/console/work'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { settingNames, settingOf } from '#settings/registry.ts'
import { demoSettings } from '#settings/demo.ts'
import { changesOf, isChanged, partsOf, shownOf, type Json, type Part } from './differences.ts'

/** What one side of the parts says, put together again. */
function rebuilt(parts: readonly Part[], side: 'before' | 'after'): Json | undefined {
  return built(
    parts.map((part) => ({ path: part.path, value: part[side], isRight: side === 'after' })),
  )
}

type PlacedValue = { path: Step[]; value: Json | undefined; isRight: boolean }

function built(placed: readonly PlacedValue[]): Json | undefined {
  const here = placed.find(({ path }) => path.length === 0)
  if (here) return here.value
  const steps = [...new Set(placed.map(({ path }) => JSON.stringify(path[0])))]
  const parts = steps.flatMap((text) => {
    const step = JSON.parse(text) as Step
    const own = placed.filter(({ path }) => JSON.stringify(path[0]) === text)
    const value = built(own.map((one) => ({ ...one, path: one.path.slice(1) })))
    return value === undefined ? [] : [{ step, value }]
  })
  if (parts.length === 0) return undefined
  const entries = new Map(
    parts.flatMap(({ step, value }) => ('entry' in step ? [[step.entry, value] as const] : [])),
  )
  if (entries.size === 0)
    return Object.fromEntries(
      parts.map(({ step, value }) => [(step as { key: string }).key, value]),
    )
  const order = parts.find(({ step }) => 'key' in step && step.key === 'order')
  const names = order ? (order.value as string[]) : [...entries.keys()]
  return names.map((name) => entries.get(name)!)
}

/** In an order of its own. */
const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value
        .map(sorted)
        .toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .toSorted(([one], [other]) => (one < other ? -1 : 1))
            .map(([key, one]) => [key, sorted(one)]),
        )
      : value

/** Nothing says of a list that gets its first entry whether it was empty or not there. */
const withoutEmpty = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const kept = value.map(withoutEmpty)
    return kept.length === 0 ? undefined : kept.map((one) => one ?? 'empty')
  }
  const kept = Object.entries(value).flatMap(([key, one]) => {
    const part = withoutEmpty(one)
    return part === undefined ? [] : [[key, part]]
  })
  return kept.length === 0 ? undefined : Object.fromEntries(kept)
}
const heldIn = (value: unknown) => sorted(withoutEmpty(value))

const scalars = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.constant('x'.repeat(900)),
)

/** One change somewhere inside of a value: replaced, taken away, added, put twice or moved. */
function changed(value: Json, at: readonly number[], to: Json, how: number): Json {
  const [place = 0, ...deeper] = at
  if (Array.isArray(value)) {
    const index = value.length === 0 ? 0 : place % value.length
    if (value.length === 0 || (how === 1 && deeper.length === 0)) return [...value, to]
    if (how === 2) return value.filter((_, i) => i !== index)
    if (how === 3) return [...value.slice(index), ...value.slice(0, index)]
    if (how === 4) return [...value, value[index]!]
    return value.map((one, i) => (i === index ? changed(one, deeper, to, how) : one))
  }
  if (typeof value === 'object' && value !== null) {
    const keys = Object.keys(value)
    if (keys.length === 0 || how === 1) return { ...value, added: to }
    const key = keys[place % keys.length]!
    if (how === 2) return Object.fromEntries(Object.entries(value).filter(([one]) => one !== key))
    return { ...value, [key]: changed(value[key]!, deeper, to, how) }
  }
  return to
}

const change = fc.record({
  at: fc.array(fc.nat(30), { maxLength: 6 }),
  to: scalars,
  how: fc.nat(5),
})

/** The stored value of each setting, with entries where its default has none. */
const stored = new Map<string, Json>(
  settingNames.map((name) => [
    name,
    JSON.parse(
      JSON.stringify({ value: { ...demoSettings }[name as never] ?? settingOf(name).fallback }),
    ).value as Json,
  ]),
)
const account = (no: string) => ({
  bankCode: 'SCB',
  bankAccountNo: no,
  bank: { nameEN: 'SCB' },
  mode: 'AUTO',
})
stored.set('deposit.accounts', [account('111222333'), account('111222334'), account('999')])
const picture = (text: string) => ({
  image: `/pictures/${text.repeat(10)}${text.slice(1)}.webp`,
  html: '<p>1</p>',
})
stored.set('invite.banners.th', [picture('AAAA'), picture('BBBB')])
const bonus = {
  code: 'DAILY',
  type: 'day',
  maxReceived: 1,
  quota: null,
  isOn: true,
  startsAt: null,
  endsAt: '2026-12-01T00:00:00.000Z',
  terms: {
    kind: 'turnover',
    factor: '5',
    gives: { of: 'amount', amount: { BAHT: '20' } },
    contributions: {},
  },
  banners: { th: [picture('AAAA')], la: [], en: [] },
}
const wheel = {
  name: 'Lucky',
  slices: [
    { code: 'five', label: 'Five', weight: 1, prize: '5.00 BAHT' },
    { code: 'none', label: 'None', weight: 3, prize: null },
  ],
}
for (const [name, value] of Object.entries({
  bonus,
  wheel,
  promotion: { ...bonus, banners: undefined },
}))
  stored.set(name, JSON.parse(JSON.stringify(value)))

test('SECOND-01 whatever differs between two stored values is shown: every setting, bonuses, codes and wheels, changed at random', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...stored.keys()),
      fc.array(change, { minLength: 1, maxLength: 4 }),
      (name, changes) => {
        const before = stored.get(name)!
        const after = changes.reduce<Json>(
          (value, { at, to, how }) => changed(value, at, to, how),
          before,
        )
        const parts = partsOf(before, after)
        const differing = parts.filter(isChanged)
        const isSame = JSON.stringify(sorted(before)) === JSON.stringify(sorted(after))
        expect(isSame || differing.length > 0).toBe(true)
        // Nothing is left out: each side can be put together again from what is shown.
        expect(heldIn(rebuilt(parts, 'before'))).toEqual(heldIn(before))
        expect(heldIn(rebuilt(parts, 'after'))).toEqual(heldIn(after))
        // Long texts and pictures still differ once they are made short enough to be read.
        for (const part of differing) expect(isChanged(shownOf(part))).toBe(true)
        const kept = changesOf(before, after)
        expect(kept.length > 0).toBe(differing.length > 0)
        for (const one of kept) expect(one.before).not.toBe(one.after)
      },
    ),
    { numRuns: 3_000 },
  )
})

test('SECOND-01 what is empty, or has a name that every object has, comes and goes like anything else', () => {
  for (const empty of [[], {}])
    expect(partsOf({ gifts: empty }, {})).toEqual([
      { path: [{ key: 'gifts' }], before: empty, after: undefined },
    ])
  expect(partsOf({}, { constructor: 'x' })).toEqual([
    { path: [{ key: 'constructor' }], before: undefined, after: 'x' },
  ])
})

test('SECOND-01 an order that changes is a difference of its own', () => {
  const [one, two, three] = [{ code: 'a' }, { code: 'b' }, { code: 'c' }]
  const order = [{ key: 'order' }]
  expect(partsOf([one, two], [two, one]).filter(isChanged)).toEqual([
    { path: order, before: ['a', 'b'], after: ['b', 'a'] },
  ])
  expect(partsOf([one, three], [one, two, three]).filter(isChanged)).toEqual([
    { path: [{ entry: 'b' }, { key: 'code' }], before: undefined, after: 'b' },
    { path: order, before: ['a', 'c'], after: ['a', 'b', 'c'] },
  ])
  expect(partsOf([one], [one, two]).filter(isChanged)).toHaveLength(1)
})

test('SECOND-02 one digit of one account among ten: it goes and comes, and the nine others stay as they are', () => {
  const ten = Array.from({ length: 10 }, (_, at) => account(`11122233${at}`))
  const after = ten.map((one, at) => (at === 4 ? account('111222399') : one))
  const differing = partsOf(ten, after).filter(isChanged)
  const entries = new Set(differing.map(({ path }) => JSON.stringify(path[0])))
  expect([...entries]).toEqual([
    '{"entry":"SCB 111222399"}',
    '{"entry":"SCB 111222334"}',
    '{"key":"order"}',
  ])
  const ofEntries = differing.filter(({ path }) => 'entry' in path[0]!)
  for (const { before, after: then } of ofEntries)
    expect([before, then].filter((one) => one === undefined)).toHaveLength(1)
  const renamed = ten.map((one) =>
    one.bankAccountNo === '111222335' ? { ...one, mode: 'OFF' } : one,
  )
  expect(partsOf(ten, renamed).filter(isChanged)).toEqual([
    { path: [{ entry: 'SCB 111222335' }, { key: 'mode' }], before: 'AUTO', after: 'OFF' },
  ])
})
