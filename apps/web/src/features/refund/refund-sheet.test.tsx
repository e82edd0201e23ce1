// @vitest-environment jsdom
import { later, refuse } from '@kapao/ui/testing/served.ts'
import { expect, test, vi } from 'vitest'
import { openPart, type Answers } from '../../testing/open-part.tsx'
import { sampleWallet } from '../../testing/sample-wallet.ts'
import type { RefundCheck } from './queries.ts'
import { RefundSheet } from './refund-sheet.tsx'

const free = 'GET /api/refund/receive'
const bound = 'GET /api/refund/addWallet'
const done = { message: 'REFUND_SUCCESS' } as const

const check: RefundCheck = {
  result: true,
  bonus: false,
  info: '<p>Half of what you lost</p>',
  refundAmount: 70.25,
  refundSuccess: 0,
  refundFail: 0,
}

async function open(part: Partial<RefundCheck> = {}, answers: Answers = {}) {
  const onClose = vi.fn()
  const opened = await openPart(<RefundSheet wallet={sampleWallet()} onClose={onClose} />, {
    answers: {
      'GET /api/refund/banners': () => [],
      'GET /api/refund/check': () => ({ ...check, ...part }),
      'POST /api/refund': () => ({
        total: 1,
        refunds: [{ refundAmount: 33, createdAt: '2026-03-02T05:00:00.000Z' }],
      }),
      [free]: () => done,
      [bound]: () => done,
      ...answers,
    },
  })
  const button = await opened.screen.findByRole('button', { name: 'Receive the refund' })
  return { ...opened, button, onClose }
}

test('without a condition it is received at once, once, by the call for it', async () => {
  const { answer, give } = later<typeof done>()
  const { words, press, sentTo, screen, onClose } = await open({}, { [free]: () => answer })
  expect(words()).toContain('Refund ready to receive70.25 baht')
  expect(words()).toContain('33.00 baht')
  await press('Receive the refund')
  await press('Receive the refund')
  give(done)
  await screen.findByText('Your refund is in your wallet.')
  expect([sentTo(free).length, sentTo(bound).length]).toEqual([1, 0])
  await press('Close')
  expect(onClose).toHaveBeenCalledWith(true)
})

test('with a condition its percentages are shown first, and the other call is made', async () => {
  const { words, press, sentTo, screen } = await open({ refundSuccess: 300, refundFail: 20 })
  await press('Receive the refund')
  expect([sentTo(free).length, sentTo(bound).length]).toEqual([0, 0])
  expect(words()).toContain('70.25 baht will be added to your main wallet.')
  expect(words()).toContain('300%')
  expect(words()).toContain('20%')
  await press('Add to wallet')
  await screen.findByText('Your refund is in your wallet.')
  expect([sentTo(free).length, sentTo(bound).length]).toEqual([0, 1])
})

test('declined: nothing is sent, and closing reports no change', async () => {
  const { press, sentTo, onClose } = await open({ refundSuccess: 300 })
  await press('Receive the refund')
  await press('Not now')
  expect(sentTo(bound)).toEqual([])
  await press('Close')
  expect(onClose).toHaveBeenCalledWith(false)
})

test.each([
  [{ result: false, refundAmount: 0 }, 'There is nothing to receive at the moment.'],
  [{ bonus: true }, 'You cannot receive a refund while a bonus is active.'],
  [{ bonus: true, result: false }, 'You cannot receive a refund while a bonus is active.'],
])('%j cannot be received, and says why', async (part, sentence) => {
  const { button, words } = await open(part)
  expect(button).toHaveProperty('disabled', true)
  expect(words()).toContain(sentence)
})

test('refused: nothing is said to have come, and closing reports no change', async () => {
  const { press, words, screen, onClose } = await open({}, { [free]: () => refuse('NO_REFUND') })
  await press('Receive the refund')
  await screen.findByText('There is no refund to receive at the moment.')
  expect(words()).not.toContain('Your refund is in your wallet.')
  await press('Close')
  expect(onClose).toHaveBeenCalledWith(false)
})
