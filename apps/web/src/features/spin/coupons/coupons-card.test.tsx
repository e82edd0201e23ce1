// @vitest-environment jsdom
import { refuse } from '@kapao/ui/testing/served.ts'
import { expect, test, vi } from 'vitest'
import { openPart, type Answers } from '../../../testing/open-part.tsx'
import type { Coupon } from '../queries.ts'
import { ClaimDialog } from './claim-dialog.tsx'
import { CouponsCard } from './coupons-card.tsx'

const call = 'POST /api/spinwheel/coupon/claim'

const coupons: Coupon[] = [1, 2, 3, 4].map((number) => ({
  _id: `c${number}`,
  prize: { slice: { label: `Prize ${number}`, htmlDescription: null }, name: 'Lucky' },
  amount: number * 10,
  currency: 'BAHT',
  toPlay: number === 2 ? 100 : null,
  expiresAt: '2026-12-01T05:00:00.000Z',
}))

async function open(answers: Answers = {}) {
  const opened = await openPart(<CouponsCard />, {
    answers: {
      'GET /api/spinwheel/coupon': () => coupons,
      'GET /api/bonus/check/active': () => ({ status: false, type: null, progress: null }),
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
  expect(words()).toContain('Prize 220.00 bahtYou can withdraw it after 100.00 baht of play.')
  expect(sentTo(call)).toEqual([])
  await press('Claim')
  await press('Claim')
  await screen.findByText('You have received: Prize 2')
  expect(sentTo(call)).toEqual([{ coupon: 'c2' }])
})

test('SAY-07 a prize says what must be played for it before it is claimed, or that nothing must', async () => {
  const { words, press } = await open()
  await press('Claim: Prize 2')
  expect(words()).toContain('You can withdraw it after 100.00 baht of play.')
  await press('Cancel')
  await press('Claim: Prize 1')
  expect(words()).toContain('It will be added to your balance.')
  expect(words()).not.toContain('of play')
})

test('under a bonus it says so beforehand, and claims nothing', async () => {
  const { words, press, sentTo, screen } = await open({
    'GET /api/bonus/check/active': () => ({ status: true, type: 'limit', progress: null }),
  })
  await press('Claim: Prize 2')
  await vi.waitFor(() =>
    expect(words()).toContain('The prize can be claimed when the bonus has ended.'),
  )
  expect(screen.getAllByRole('button', { name: 'Claim' }).at(-1)).toHaveProperty('disabled', true)
  expect(sentTo(call)).toEqual([])
})

test('SAY-14 a prize that was just won: its amount, what must be played for it, and “Claim now”', async () => {
  const onClose = vi.fn()
  const { words, press, sentTo, screen } = await openPart(
    <ClaimDialog coupon={coupons[1]!} isWin onClose={onClose} />,
    {
      answers: {
        'GET /api/bonus/check/active': () => ({ status: false, type: null, progress: null }),
        [call]: () => ({ message: 'SUCCESS' }),
      },
    },
  )
  expect(words()).toContain('You have won')
  expect(words()).toContain('20.00 baht')
  expect(words()).toContain('You can withdraw it after 100.00 baht of play.')
  await press('Claim now')
  await screen.findByText('You have received: Prize 2')
  expect(sentTo(call)).toEqual([{ coupon: 'c2' }])
  await press('Close')
  expect(onClose).toHaveBeenCalled()
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
