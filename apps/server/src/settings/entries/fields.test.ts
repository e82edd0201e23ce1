import type { Field } from '@kapao/contract/console/field'
import { groupOf, partsOfName, settingGroups, settingWords } from '@kapao/contract/console/settings'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { valueOf } from '#testing/desk/random-value.ts'
import { checkValue, ValueRefused } from '../check.ts'
import { settingNames, settingOf, type SettingName } from '../registry.ts'
import { fieldOf } from './kinds/field-of.ts'

const fieldOfSetting = (name: SettingName): Field => fieldOf(settingOf(name).kind.schema)

/** Rules between the parts of a value, which no single field can know. */
const rulesBetween = ['twice', 'bothWays', 'noAnswer', 'figure', 'reserved']

function problemsOf(name: SettingName, value: unknown): ValueRefused['problems'] {
  try {
    checkValue(name, value)
    return []
  } catch (error) {
    if (error instanceof ValueRefused) return error.problems
    throw error
  }
}

/** The field at a place of a value; undefined where a form has none. */
function fieldAt(field: Field | undefined, value: unknown, path: readonly (string | number)[]) {
  let here = field
  let part = value
  for (const step of path) {
    if (here?.form === 'optional') here = here.of
    if (here?.form === 'list' || here?.form === 'table') here = here.of
    else if (here?.form === 'group') here = here.parts.find(({ name }) => name === step)?.field
    else if (here?.form === 'cases') {
      const { by, cases } = here
      const word = (part as Record<string, unknown>)[by]
      const parts = cases.find(({ names }) => names.includes(String(word)))?.parts ?? []
      if (step !== by) here = parts.find(({ name }) => name === step)?.field
    } else here = undefined
    part = (part as Record<string, unknown> | null)?.[step]
  }
  return here
}

const reply = { name: 'a', text: { th: 'x', la: 'x', en: 'x' } }

/** Every place of a value that has no parts of its own. */
function leavesOf(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [path]
  const steps = Array.isArray(value) ? [...value.keys()] : Object.keys(value)
  return steps.flatMap((step) =>
    leavesOf((value as Record<string | number, unknown>)[step], [...path, step]),
  )
}

describe('SCREEN-01 the form of a setting', () => {
  test('SCREEN-01 every setting has a group and a field, and every group has settings', () => {
    const groups = settingNames.map((name) => groupOf(partsOfName(name)!.word))
    expect(new Set(groups)).toEqual(new Set(settingGroups))
    expect(new Set(settingNames.map((name) => partsOfName(name)!.word))).toEqual(
      new Set(settingWords),
    )
    for (const name of settingNames) expect(fieldOfSetting(name).form).toMatch(/^\w+$/)
  })

  test.each(settingNames)('SCREEN-01 every part of the default of %s has a field', (name) => {
    const { fallback } = settingOf(name)
    for (const path of leavesOf(fallback))
      expect([path, fieldAt(fieldOfSetting(name), fallback, path)]).toEqual([
        path,
        expect.objectContaining({ form: expect.any(String) }),
      ])
  })
})

describe('SCREEN-02 form and schema agree', () => {
  test.each(settingNames)('SCREEN-02 what the form of %s makes is accepted', (name) => {
    fc.assert(
      fc.property(valueOf(fieldOfSetting(name)), (value) => {
        const amiss = problemsOf(name, value).filter(({ reason }) => !rulesBetween.includes(reason))
        expect(amiss).toEqual([])
      }),
      { numRuns: 20 },
    )
  })

  test('SCREEN-02 anything else is refused, each problem at a place that the form draws', () => {
    const junk = fc.oneof(fc.anything({ maxDepth: 1 }), fc.constantFrom('', ' ', '-1', '1e9', '<x'))
    fc.assert(
      fc.property(
        fc
          .constantFrom(...settingNames)
          .chain((name) =>
            fc.tuple(fc.constant(name), valueOf(fieldOfSetting(name)), junk, fc.nat()),
          ),
        ([name, value, wrong, at]) => {
          const changed = structuredClone({ value })
          const places = leavesOf(changed)
          const place = places[at % places.length]!
          const parent = place
            .slice(0, -1)
            .reduce<unknown>((part, step) => (part as Record<string, unknown>)[step], changed)
          Object.assign(parent as object, { [place.at(-1)!]: wrong })
          for (const { path, sentence } of problemsOf(name, changed.value)) {
            expect(sentence).not.toBe('')
            expect([name, path, fieldAt(fieldOfSetting(name), changed.value, path)?.form]).toEqual([
              name,
              path,
              expect.any(String),
            ])
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  test.each([
    ['withdraw.min.BAHT', '0', [[], 'form']],
    ['withdraw.min.BAHT', 100, [[], 'form']],
    ['brand.name', ' ', [[], 'missing']],
    ['brand.name', 'x'.repeat(41), [[], 'long']],
    ['qr.minutes', 121, [[], 'form']],
    ['contact.text.th', '<script>x</script>', [[], 'markup']],
    ['notice.th', '<p>no figure</p>', [[], 'figure']],
    ['registration.banks', [], [[], 'few']],
    ['recommendedBanks', ['SCB', 'SCB'], [[], 'twice']],
    ['recommendedBanks', ['KBANK', 'x'], [[1], 'form']],
    [
      'chat.canned',
      [{ name: 'a', text: { th: 'x', la: '', en: 'x' } }],
      [[0, 'text', 'la'], 'missing'],
    ],
    ['chat.canned', [{ name: 'a', text: { th: 'x', en: 'x' } }], [[0, 'text', 'la'], 'missing']],
    ['chat.canned', [reply, reply], [[], 'twice']],
    ['brand.icon', 'data:image/png;base64,AAAA', [[], 'form']],
    ['refund.banners.th', [{ image: 'data:,', html: '' }], [[0, 'image'], 'form']],
  ] as [SettingName, unknown, [unknown[], string]][])(
    'SCREEN-02 %s refuses %j at its place, for its reason',
    (name, value, [path, reason]) => {
      expect(problemsOf(name, value)[0]).toMatchObject({ path, reason })
    },
  )
})
