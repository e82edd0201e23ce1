import { languages, type Language } from '@kapao/contract/limits'
import { noticeClasses, noticeKinds, type NoticeKind } from '@kapao/contract/notices'
import { describe, expect, test } from 'vitest'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { smsOf, wordsOf, type NoticeAbout } from './texts.ts'

const database = testDatabase()
const kinds: readonly NoticeKind[] = noticeClasses.flatMap((one) => noticeKinds[one])
/** Letters of a language, and those of the two others, of which none may be there. */
const letters: Record<Language, RegExp> = {
  th: /[\u0e00-\u0e7f]/,
  la: /[\u0e80-\u0eff]/,
  en: /[a-z]/,
}
const sums: Record<Language, Record<'BAHT' | 'LAK', string>> = {
  th: { BAHT: '1,234.50\u00A0บาท', LAK: '123,450.00\u00A0กีบ' },
  la: { BAHT: '1,234.50\u00A0ບາດ', LAK: '123,450.00\u00A0ກີບ' },
  en: { BAHT: '1,234.50\u00A0baht', LAK: '123,450.00\u00A0kip' },
}
const withoutSum: readonly NoticeKind[] = [
  'bank.changed',
  'bank.byHand',
  'password.changed',
  'passkey.added',
  'passkey.removed',
  'talk.answered',
]
const amounts: Record<'BAHT' | 'LAK', number> = { BAHT: 123_450, LAK: 123_450 }

function expectIn(language: Language, text: string): void {
  for (const one of languages)
    expect(letters[one].test(text), `${one} in: ${text}`).toBe(one === language)
}

test('NOTE-04 the database knows the kinds of the contract and no others, each of one class', async () => {
  const [row] = await database.db.query<{ kinds: string[] }>(
    'select enum_range(null::notices_kind)::text[] as kinds',
  )
  expect(row!.kinds).toEqual([...noticeKinds.money, ...noticeKinds.warning, ...noticeKinds.talk])
  expect(new Set(kinds).size).toBe(kinds.length)
})

const cases = languages.flatMap((language) =>
  kinds.flatMap((kind) =>
    (['BAHT', 'LAK'] as const).map((currency) => [language, kind, currency] as const),
  ),
)

describe('what a notice says', () => {
  test.each(cases)('NOTE-04 TEXT-45 %s: %s in %s', (language, kind, currency) => {
    const about: NoticeAbout = withoutSum.includes(kind)
      ? {}
      : { amount: amounts[currency], currency }
    const { title, text } = wordsOf({ kind, about }, language)
    for (const part of [title, text]) expectIn(language, part)
    expect(title).not.toMatch(/\d/)
    expect(text.includes(sums[language][currency]), text).toBe(!withoutSum.includes(kind))
    expect(text).not.toContain('  ')
    const sms = smsOf({ kind, about }, language, 'KAPAO')
    expect(sms.startsWith('KAPAO: ')).toBe(true)
    // One message of 160 letters in English, two of 67 signs in Thai and Lao.
    expect(sms).toMatch(language === 'en' ? /^[\x20-\x7e]{1,160}$/ : /^[^\u00A0]{1,134}$/)
  })

  test('NOTE-04 each kind has words of its own in each language, and a transfer for each outcome', () => {
    const said = languages.flatMap((language) =>
      kinds.flatMap((kind) => {
        const outcomes =
          kind === 'transfer.ended' ? (['done', 'wallet', 'game'] as const) : [undefined]
        return outcomes.map((outcome) => {
          const about = { amount: 100, currency: 'BAHT', ...(outcome && { outcome }) } as const
          return wordsOf({ kind, about }, language).text
        })
      }),
    )
    expect(new Set(said).size).toBe(languages.length * (kinds.length + 2))
  })
})
