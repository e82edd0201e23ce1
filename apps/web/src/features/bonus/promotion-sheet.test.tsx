// @vitest-environment jsdom
import { refuse } from '@kapao/ui/testing/served.ts'
import { expect, test, vi } from 'vitest'
import type { Offer } from '#shared/bonus/queries.ts'
import { openPart, type Answers } from '../../testing/open-part.tsx'
import { sampleWallet } from '../../testing/sample-wallet.ts'
import { PromotionSheet } from './promotion-sheet.tsx'
import { PromotionForm } from './promotion/promotion-form.tsx'

const find = 'GET /api/promotion/find/{code}'
const receive = 'GET /api/promotion/activate/{code}'

const offer: Offer = {
  kind: 'turnover',
  base: 'bonus',
  factor: '2',
  percentFail: 10,
  deposit: 0,
  bonus: 50,
  target: 100,
  toPlayFirst: 0,
  endAmount: 5,
  withdrawMax: null,
  contributions: { sport: 0 },
  needsDeposit: false,
}

function open(answers: Answers = {}) {
  return openPart(
    <PromotionSheet code="SONGKRAN" wallet={sampleWallet()} onClose={() => undefined} />,
    {
      answers: {
        [find]: () => ({ description: '<p>For the new year</p>', percentFail: 10 }),
        'GET /api/promotion/offer/{code}': () => offer,
        [receive]: () => true,
        ...answers,
      },
    },
  )
}

test('a code is looked up, shown in figures, and received once', async () => {
  const { screen, words, press, sentTo } = await open()
  await screen.findByText('You receive')
  await screen.findByText('For the new year')
  for (const part of [
    'Promotion codeSONGKRAN',
    '10%',
    'For the new year',
    'You receive50.00 baht',
    'Total bets must reach100.00 baht',
    'Sport0%',
    'Slots100%',
  ])
    expect(words()).toContain(part)
  await press('Receive the promotion')
  await screen.findByText('Promotion received')
  expect(sentTo(receive)).toEqual([{ code: 'SONGKRAN' }])
})

test('SAY-06 a code says first what it locks and until when, and the button repeats it', async () => {
  const { screen, words } = await open({
    'GET /api/promotion/offer/{code}': () => ({
      ...offer,
      kind: 'balance',
      base: 'deposit and bonus',
      factor: '3',
      deposit: 16_025,
      target: 48_225,
    }),
  })
  await screen.findByText('For the new year')
  await screen.findByRole('button', { name: /^Receive 50\.00\sbaht and lock 16,025\.00\sbaht$/ })
  const locks =
    'Your 16,025.00 baht cannot be withdrawn until wallet and games reach 48,225.00 baht.'
  expect(words()).toContain(locks)
  expect(words().indexOf(locks)).toBeLessThan(words().indexOf('For the new year'))
})

test('a code that gives a share of a deposit that is not there cannot be received', async () => {
  const { screen } = await open({
    'GET /api/promotion/offer/{code}': () => ({ ...offer, needsDeposit: true }),
  })
  await screen.findByText(/Make a deposit, then receive it/)
  expect(screen.getByRole('button', { name: 'Receive the promotion' })).toHaveProperty(
    'disabled',
    true,
  )
})

test.each([
  ['unknown by an empty answer', () => null],
  ['unknown by a refusal', () => refuse('NO_PROMOTION', {}, 404)],
])('a code that is %s names itself, and offers nothing', async (_name, answer) => {
  const { screen, words } = await open({ [find]: answer })
  await screen.findByText(/There is no promotion with the code SONGKRAN/)
  expect(words()).not.toContain('Receive the promotion')
})

test('too many guesses are said to be that, not an unknown code', async () => {
  const { screen, words } = await open({ [find]: () => refuse('REQUEST_LIMIT', {}, 429) })
  await screen.findByRole('alert')
  expect(words()).not.toContain('There is no promotion')
})

test('refused: says that it was not received', async () => {
  const { screen, words, press } = await open({ [receive]: () => refuse('PROMOTION_RECEIVED') })
  await screen.findByText('You receive')
  await press('Receive the promotion')
  await screen.findByText('The bonus was not received')
  expect(words()).not.toContain('Promotion received')
})

test('an empty code is not searched', async () => {
  const onSearch = vi.fn()
  const { press, words, user, screen } = await openPart(<PromotionForm onSearch={onSearch} />)
  await press('Search')
  expect(words()).toContain('Please enter a code.')
  await user.type(screen.getByRole('textbox'), ' songkran ')
  expect(words()).not.toContain('Please enter a code.')
  await press('Search')
  expect(onSearch).toHaveBeenCalledExactlyOnceWith('SONGKRAN')
})
