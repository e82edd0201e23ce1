// @vitest-environment jsdom
import { refuse } from '@kapao/ui/testing/served.ts'
import { expect, test } from 'vitest'
import { openPart, type Answers } from '../../../testing/open-part.tsx'
import type { Coupon } from '../queries.ts'
import { CouponsCard } from './coupons-card.tsx'

const call = 'POST /api/spinwheel/coupon/claim'

const coupons: Coupon[] = [1, 2, 3, 4].map((number) => ({
  _id: `c${number}`,
  prize: { slice: { label: `Prize ${number}`, htmlDescription: null }, name: 'Lucky' },
  amount: number * 10,
  currency: 'BAHT',
  expiresAt: '2026-12-01T05:00:00.000Z',
}))

async function open(answers: Answers = {}) {
  const opened = await openPart(<CouponsCard />, {
    answers: {
      'GET /api/spinwheel/coupon': () => coupons,
      [call]: () => ({ message: 'SUCCESS' }),
      ...answers,
    },
  })
  await opened.screen.findByText('Prize 1')
  return opened
}

test('three a page, with their sums and days; the one that was pressed is claimed, once', async () => {
  const { words, press, sentTo, screen } = await open()
  expect(words()).toContain('Prize 2')
  expect(words()).toContain('20.00 baht')
  expect(words()).toContain('until 01/12/2026')
  expect(words()).not.toContain('Prize 4')
  await press('Claim: Prize 2')
  expect(words()).toContain('Prize 2: 20.00 baht will be added to your balance.')
  expect(sentTo(call)).toEqual([])
  await press('Claim')
  await press('Claim')
  await screen.findByText('You have received: Prize 2')
  expect(sentTo(call)).toEqual([{ coupon: 'c2' }])
})

test('the fourth is on the next page', async () => {
  const { words, press, screen } = await open()
  await press('Next page')
  await screen.findByText('Prize 4')
  expect(words()).not.toContain('Prize 1')
})

test('declined, or refused with its reason: nothing is said to have come', async () => {
  const { words, press, sentTo, screen } = await open({ [call]: () => refuse('COUPON_EXPIRED') })
  await press('Claim: Prize 1')
  await press('Cancel')
  expect(sentTo(call)).toEqual([])
  await press('Claim: Prize 1')
  await press('Claim')
  await screen.findByText('The prize was not claimed')
  expect(words()).toContain('This coupon has expired and can no longer be claimed.')
  expect(words()).not.toContain('You have received')
})
