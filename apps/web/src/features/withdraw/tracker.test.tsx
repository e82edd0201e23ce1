import { text as textOf } from 'node:stream/consumers'
import { languages, withdrawalReasons } from '@kapao/contract/limits'
import { withdrawalStages } from '@kapao/contract/withdrawals'
import { prerenderToNodeStream } from 'react-dom/static'
import { describe, expect, test } from 'vitest'
import { I18nProvider, startI18n } from '#core/i18n.tsx'
import { loadMemberText, loadPublicText, loadVisitorText } from '#text/packs.ts'
import { withdrawTexts } from './text/withdraw-text.ts'
import type { Withdrawal } from '#shared/withdrawals/current.ts'
import { Tracker } from './tracker.tsx'

const packs = { loadPublicText, loadVisitorText, loadMemberText }
const bank = {
  code: 'KBANK',
  nameTH: 'ธนาคารกสิกรไทย',
  nameLA: 'ທະນາຄານກະສິກອນໄທ',
  nameEN: 'Kasikornbank',
}
const withdrawal: Withdrawal = {
  _id: '0199f1c2-7d1e-7c3a-9b1f-77e19b440c2f',
  stage: 'REVIEW',
  reason: null,
  amount: 1234.5,
  currency: 'BAHT',
  bankCode: 'KBANK',
  bankAccountNo: '••••••7890',
  createdAt: '2026-03-02T05:00:00.000Z',
  notBefore: null,
  endedAt: null,
}

describe.each(languages)('in %s', (language) => {
  async function render(part: Partial<Withdrawal>, typicalMinutes: number | null = null) {
    const i18n = await startI18n(language, packs, { remember: () => {} })
    await i18n.loadVisitorText()
    await i18n.loadMemberText()
    const { prelude } = await prerenderToNodeStream(
      <I18nProvider i18n={i18n}>
        <Tracker
          withdrawal={{ ...withdrawal, ...part }}
          typicalMinutes={typicalMinutes}
          bank={bank}
        />
      </I18nProvider>,
    )
    // Removes the markers between adjacent texts.
    return (await textOf(prelude)).replaceAll('<!-- -->', '')
  }
  const loadTexts = async () => (await withdrawTexts.load(language)).tracker

  test.each(withdrawalStages)(
    'REACH-22 %s is shown in words, and nothing can be pressed',
    async (stage) => {
      const html = await render({ stage })
      expect(html).toContain((await loadTexts()).stages[stage])
      expect(html).toContain('1,234.50')
      expect(html).toContain('02/03/2026 12:00:00')
      expect(html).toContain('•••-•••-7890')
      // The reference that a member quotes, the same as in the statement.
      expect(html).toContain((await withdrawTexts.load(language)).reference('77E1-9B44-0C2F'))
      expect(html).toContain({ th: bank.nameTH, la: bank.nameLA, en: bank.nameEN }[language])
      expect(html).not.toMatch(/<button|<a |<input/)
      expect(html.includes('<ol')).toBe(stage !== 'RETURNED' && stage !== 'FAILED')
    },
  )

  test.each([
    ['COLLECTING', 0],
    ['REVIEW', 1],
    ['APPROVED', 2],
    ['SENT', 3],
    ['PAID', 4],
  ] as const)('at %s this many of the four steps are done: %d', async (stage, over) => {
    const html = await render({ stage })
    expect(html.match(/data-state="done"/g) ?? []).toHaveLength(over)
    expect(html.match(/aria-current="step"/g) ?? []).toHaveLength(over === 4 ? 0 : 1)
  })

  test.each(withdrawalReasons)('why: %s', async (reason) => {
    const html = await render({ stage: 'RETURNED', reason })
    expect(html).toContain((await loadTexts()).reasons[reason])
  })

  test('the time it waits until, and how long withdrawals usually take', async () => {
    const { until, usual, length, stages, waiting: waits } = await loadTexts()
    const minutes = (count: number): string => usual(length.minutes(count))
    const waiting = await render({ notBefore: '2026-03-03T05:00:00.000Z' }, 7)
    expect(waiting).toContain(until('03/03/2026 12:00:00'))
    expect(waiting).toContain(minutes(7))
    const approved = await render({ stage: 'APPROVED', notBefore: '2026-03-03T05:00:00.000Z' })
    expect(approved).toContain(waits)
    expect(approved).not.toContain(stages.APPROVED)
    expect(await render({}, 150)).toContain(usual(length.hours(3)))
    expect(await render({}, null)).not.toContain(minutes(1))
    // An ended withdrawal waits for nothing.
    expect(await render({ stage: 'PAID' }, 7)).not.toContain(minutes(7))
  })
})
