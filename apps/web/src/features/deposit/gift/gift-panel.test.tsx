// @vitest-environment jsdom
import type { GiftLinkKey, WalletAccount } from '@kapao/contract/lookup'
import { expect, test } from 'vitest'
import { openPart } from '../../../testing/open-part.tsx'
import { GiftFate } from './gift-fate.tsx'
import { GiftPanel } from './gift-panel.tsx'
import { NotReceived } from './not-received.tsx'
import type { GiftStage } from './use-gift.ts'

const accounts = ['KAPAO ONE', 'KAPAO TWO'].map((walletAccountName) => ({
  walletAccountName,
})) as WalletAccount[]

test('SAY-49 what is no gift link is refused beside the field, and nothing is sent', async () => {
  const { user, screen, press, words, sent } = await openPart(
    <GiftPanel accounts={accounts} giftLinkKey={{} as GiftLinkKey} phone="0812345678" />,
  )
  // SAY-49: whose number, and what comes first.
  const isGold = (name: string) =>
    screen.getByRole('button', { name }).className.includes('primary')
  expect(words()).toContain('the phone number you registered: 081\u2011***\u20115678.')
  expect([isGold('Paste'), isGold('Send link')]).toEqual([true, false])
  await user.type(screen.getByRole('textbox'), 'https://example.com/?v=0123')
  expect([isGold('Paste'), isGold('Send link')]).toEqual([false, true])
  await press('Send link')
  expect(words()).toContain('We could not find a gift link here.')
  await user.type(screen.getByRole('textbox'), 'x')
  expect(words()).not.toContain('We could not find a gift link here.')
  expect(sent).toEqual([])
})

test.each([
  ['TRUELINK_INVALID', 'No money was taken from it.'],
  ['TRUELINK_DUPLICATE', 'If it held money for you, that money is in your statement.'],
  ['TRUELINK_OTHER_PHONE', 'the money is still in the link.'],
  ['BONUS_REMAINING', 'the sentence of the code'],
  ['SERVICE_BUSY', 'the sentence of the code'],
])('refused with %s: says where the money is', async (code, sentence) => {
  const refused = { code, sentence: 'the sentence of the code' }
  const { words, screen } = await openPart(<NotReceived refused={refused} />)
  expect(words()).toContain(sentence)
  expect(screen.queryAllByRole('link')).toHaveLength(code === 'BONUS_REMAINING' ? 1 : 0)
})

test.each([
  [{ stage: 'done', amount: 99.5 }, '99.50 baht from your gift link is in your wallet.', true],
  [{ stage: 'done', amount: null }, 'Deposit received', true],
  [{ stage: 'held' }, 'We have received the money and our staff are checking it.', true],
  [{ stage: 'pending' }, 'please do not send it again.', false],
  [{ stage: 'sending' }, 'Opening the gift', false],
])('%j says %s', async (stage, sentence, isOver) => {
  const now = { ...stage, ending: 'f012' } as Exclude<GiftStage, { stage: 'empty' }>
  const { words } = await openPart(<GiftFate now={now} onAnother={() => undefined} />)
  expect(words()).toContain(sentence)
  expect(words()).toContain('Gift link ending in f012')
  expect(words().includes('Another gift link')).toBe(isOver)
})
