import { languages, type Language } from '@kapao/contract/limits'
import type { Money } from '@kapao/contract/money'
import { beforeAll, describe, expect, test } from 'vitest'
import { hourMs, minuteMs } from '@kapao/contract/times'
import { memoryBuckets } from '#core/limits/rate-limit.ts'
import { insertMember } from '#records/account/store.ts'
import { anyMember } from '#testing/worlds/any-member.ts'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { notifyMember, notifyOfAct } from './notify.ts'
import type { ActNotice, Notice } from './texts.ts'

const notices: readonly Notice[] = ['password', 'bank']
const acts: readonly ActNotice[] = ['taken', 'moved', 'sentBack', 'paidByHand', 'bankByHand']
/** Letters of a language, and those of the two others, of which none may be there. */
const letters: Record<Language, RegExp> = {
  th: /[\u0e00-\u0e7f]/,
  la: /[\u0e80-\u0eff]/,
  en: /[a-z]/,
}

const database = testDatabase()
/** A member of each language. */
const members: Record<Language, { id: string; phone: string }> = {
  th: { id: '7KQ2M4XW9PZ1', phone: '+66812345671' },
  la: { id: '7KQ2M4XW9PZ2', phone: '+66812345672' },
  en: { id: '7KQ2M4XW9PZ3', phone: '+66812345673' },
}

beforeAll(() =>
  database.db.begin(async (tx) => {
    for (const language of languages) {
      const { id, phone } = members[language]
      const username = phone.replace('+66', '0')
      const own = { id, phone, username, bankAccountNo: username, language }
      await insertMember(tx, { ...anyMember, ...own })
    }
  }),
)

/** What they were sent. */
function openPhones() {
  const sent: { phone: string; text: string }[] = []
  let now = new Date('2026-11-21T03:00:00Z')
  const deps = {
    db: database.db,
    clock: { now: () => now },
    sent: memoryBuckets(),
    log: { warn: () => undefined },
    sms: {
      sendText: async (phone: string, text: string) => {
        sent.push({ phone, text })
        return { outcome: 'sent' } as const
      },
    },
    readBrand: async () => 'KAPAO',
  }
  const pass = (ms: number) => {
    now = new Date(now.getTime() + ms)
  }
  return { deps: deps as Parameters<typeof notifyMember>[0], sent, pass }
}

function expectIn(language: Language, text: string): void {
  for (const one of languages)
    expect(letters[one].test(text.replace(/^KAPAO: /, '')), `${one} in: ${text}`).toBe(
      one === language,
    )
}

describe('a notice is in the language of its member, and goes to their phone', () => {
  const cases = languages.flatMap((language) =>
    notices.map((notice) => [language, notice] as const),
  )

  test.each(cases)('CARE-19 %s: %s', async (language, notice) => {
    const { deps, sent } = openPhones()
    notifyMember(deps, members[language].id, notice)
    await expect.poll(() => sent.length).toBe(1)
    expect(sent[0]!.phone).toBe(members[language].phone)
    expect(sent[0]!.text).toMatch(/^KAPAO: /)
    expectIn(language, sent[0]!.text)
  })

  const sums: Record<Language, Record<'BAHT' | 'LAK', string>> = {
    th: { BAHT: '1,234.50 บาท', LAK: '123,450.00 กีบ' },
    la: { BAHT: '1,234.50 ບາດ', LAK: '123,450.00 ກີບ' },
    en: { BAHT: '1,234.50 baht', LAK: '123,450.00 kip' },
  }
  const actCases = languages.flatMap((language) =>
    acts.flatMap((notice) =>
      (['BAHT', 'LAK'] as const).map((currency) => [language, notice, currency] as const),
    ),
  )

  test.each(actCases)('CARE-19 TEXT-45 %s: %s in %s', async (language, notice, currency) => {
    const { deps, sent } = openPhones()
    const money: Money | null = notice === 'bankByHand' ? null : { amount: 123_450n, currency }
    await notifyOfAct(deps, { memberId: members[language].id, notice, money })
    expect(sent).toMatchObject([{ phone: members[language].phone }])
    const { text } = sent[0]!
    expectIn(language, text)
    expect(text.includes(sums[language][currency]), text).toBe(money !== null)
    expect(text).not.toContain('  ')
    // One message of 160 letters in English, two of 67 signs in Thai and Lao.
    expect(text).toMatch(language === 'en' ? /^[\x20-\x7e]{1,160}$/ : /^.{1,134}$/)
  })

  test('each notice has words of its own in each language', async () => {
    const { deps, sent } = openPhones()
    const money = { amount: 100n, currency: 'BAHT' } as const
    for (const { id: memberId } of Object.values(members))
      for (const notice of acts) await notifyOfAct(deps, { memberId, notice, money })
    expect(new Set(sent.map(({ text }) => text)).size).toBe(languages.length * acts.length)
  })
})

test('S14 three notices of one kind at once and then one in eight hours; of another kind or member as before', async () => {
  const { deps, sent, pass } = openPhones()
  const send = async (language: Language, notice: Notice) => {
    const before = sent.length
    notifyMember(deps, members[language].id, notice)
    await new Promise((resolve) => setTimeout(resolve, 100))
    return sent.length - before
  }
  for (const wanted of [1, 1, 1, 0]) expect(await send('th', 'bank')).toBe(wanted)
  expect([await send('th', 'password'), await send('la', 'bank')]).toEqual([1, 1])
  pass(8 * hourMs - 60_000)
  expect(await send('th', 'bank')).toBe(0)
  pass(2 * minuteMs)
  expect([await send('th', 'bank'), await send('th', 'bank')]).toEqual([1, 0])
})
