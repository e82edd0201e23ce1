import { problemReasons } from '@kapao/contract/console/problems'
import type { Field } from '@kapao/contract/console/field'
import { settingWords } from '@kapao/contract/console/settings'
import { expect, test } from 'vitest'
import { settings as english } from './en.ts'
import { settings as lao } from './la.ts'
import { settings as thai } from './th.ts'

const fields: Field[] = [
  { form: 'line', max: 40, example: '7' },
  { form: 'text', max: 40 },
  { form: 'html', max: 40 },
  { form: 'whole', min: 1, max: 2 },
  { form: 'number', max: 2 },
  { form: 'amount', currency: 'BAHT' },
  { form: 'amount', currency: 'LAK' },
  { form: 'rate', max: 2 },
  { form: 'color' },
  { form: 'time' },
  { form: 'address', isSecure: true, mayBePath: false },
  { form: 'address', isSecure: false, mayBePath: true },
  { form: 'picture' },
  { form: 'flag', only: null },
]
const foreign =
  /<\w+>|%\w+%|#f5b83d|https?:(?:\/\/)?|tel:|mailto:|LINE|SMS|QR|OTP|PNG|JPEG|WebP|GIF|IPv[46]|PAYOUTS_FILE|GAME_AGENTS_FILE|[KM]B/g

/** Every sentence of a pack, those that are made as well. */
function sentencesOf({ acceptedText, reasonText, ...pack }: typeof english): [string, string][] {
  const said = (part: unknown, path: string): [string, string][] => {
    if (typeof part === 'string') return [[path, part]]
    if (typeof part === 'function') return [[path, String(part(7, 9))]]
    return Object.entries(part as object).flatMap(([name, below]) => said(below, `${path}.${name}`))
  }
  return [
    ...said(pack, ''),
    ...fields.flatMap((field, at): [string, string][] => [
      [`accepted.${at}`, acceptedText(field) ?? '-'],
      ...problemReasons.map((reason): [string, string] => [
        `${reason}.${at}`,
        reasonText(reason, field),
      ]),
    ]),
  ].filter(([path]) => path !== '.choiceText')
}

test.each([
  ['Thai', thai, /[\u0E00-\u0E7F]/],
  ['Lao', lao, /[\u0E80-\u0EFF]/],
])(
  'SCREEN-01 every setting, field and reason is said in %s, and nothing in another script',
  (_name, pack, script) => {
    expect(Object.keys(pack.about).toSorted()).toEqual([...settingWords].toSorted())
    const all = sentencesOf(pack)
    const amiss = all.filter(
      ([, words]) =>
        words !== '-' && (!script.test(words) || /[A-Za-z]{2}/.test(words.replaceAll(foreign, ''))),
    )
    expect(amiss).toEqual([])
    const ofEnglish = sentencesOf(english).map(([path]) => path)
    expect(
      all
        .map(([path]) => path)
        .filter((path) => !path.startsWith('.about'))
        .toSorted(),
    ).toEqual(ofEnglish.toSorted())
  },
)

test('SCREEN-01 choices of the settings have words', () => {
  for (const word of [
    'BAHT',
    'AUTO',
    'PAYMENT',
    'bank',
    'day',
    'slot',
    'postback',
    'quick_replies',
    'image',
  ])
    for (const pack of [english, thai, lao]) expect(pack.choiceText(word)).not.toBe(word)
})
