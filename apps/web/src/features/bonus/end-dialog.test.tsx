// @vitest-environment jsdom
import { later, refuse } from '@kapao/ui/testing/served.ts'
import { expect, test, vi } from 'vitest'
import type { HeldBonus } from '#shared/bonus/held/queries.ts'
import type { Bill, Preview } from '#shared/bonus/queries.ts'
import { openPart, type Answers } from '../../testing/open-part.tsx'
import { sampleGame, sampleWallet } from '../../testing/sample-wallet.ts'
import { EndDialog } from './end-dialog.tsx'
import { HeldCard } from './held/held-card.tsx'

const call = 'GET /api/bonus/clear'

const preview: Preview = {
  allowed: true,
  why: 'below',
  lost: [
    { place: 'pg', amount: 12.5 },
    { place: 'joker', amount: 3 },
  ],
  total: 15.5,
  kept: 84.5,
}
const progress: NonNullable<HeldBonus['progress']> = {
  code: 'WELCOME',
  kind: 'balance',
  total: 370,
  target: 1_110,
  endAmount: 74,
  has: 370,
  end: 'condition',
}
const bill: Bill = {
  kind: 'balance',
  base: 'deposit and bonus',
  factor: '5.00',
  percentFail: 20,
  deposit: 200,
  bonus: 100,
  target: 1_500,
  toPlayFirst: 0,
  endAmount: 60,
  withdrawMax: null,
  contributions: {},
  _id: 'h1',
  code: 'WELCOME',
  source: 'bonus',
  state: 'ended',
  endedBy: 'cancelled',
  receivedAt: '2026-03-02T05:00:00.000Z',
  endedAt: '2026-03-02T06:00:00.000Z',
  totalAtEnd: 100,
  taken: [
    { place: 'pg', amount: 12.5 },
    { place: 'joker', amount: 3 },
  ],
  takenTotal: 15.5,
}

async function open(part: Partial<Preview> = {}, answers: Answers = {}) {
  const onClose = vi.fn()
  const wallet = sampleWallet({
    slots: [sampleGame({ code: 'pg' }), sampleGame({ code: 'joker' })],
  })
  const opened = await openPart(<EndDialog wallet={wallet} onClose={onClose} />, {
    answers: {
      'GET /api/bonus/preview': () => ({ ...preview, ...part }),
      'GET /api/bonus/bill': () => bill,
      'GET /api/bonus/check/active': () => ({ status: true, type: 'limit', progress }),
      [call]: () => ({ message: 'BONUS_CLEAR' }),
      ...answers,
    },
  })
  if (part.allowed !== false) await opened.screen.findByText('Stays in your main wallet')
  return { ...opened, onClose, ended: () => opened.sentTo(call) }
}

test('what would be lost and kept is there, game by game, and the button repeats it', async () => {
  const { words, ended, press, onClose } = await open()
  for (const figure of [
    'PG12.50 baht',
    'JOKER3.00 baht',
    'You lose15.50 baht',
    'Stays in your main wallet84.50 baht',
    'End it and lose 15.50 baht',
  ])
    expect(words()).toContain(figure)
  await press('Keep the bonus')
  expect(ended()).toEqual([])
  expect(onClose).toHaveBeenCalled()
})

test('it is ended once, and its bill follows', async () => {
  const { answer, give } = later<{ message: 'BONUS_CLEAR' }>()
  const { press, ended, screen, words } = await open({}, { [call]: () => answer })
  await press(/End it and lose/)
  await press(/End it and lose/)
  expect(ended()).toHaveLength(1)
  give({ message: 'BONUS_CLEAR' })
  await screen.findByText('Total deducted')
  for (const line of [
    'The bonus has ended. Game balances were set to 0',
    'Bonus received100.00 baht',
    'You had before200.00 baht',
    'Ended byYou ended it',
    'PG12.50 baht',
    'Total deducted15.50 baht',
  ])
    expect(words()).toContain(line)
})

test.each([
  ['condition', 'It can be ended at 74.00 baht or less; you have 370.00 baht.'],
  ['cap', 'your main wallet holds more than the maximum withdrawal'],
  ['transfers', 'Money is still on its way'],
  ['unknown', 'A game is not responding'],
  ['held', 'We are checking this bonus before it ends.'],
] as const)('SAY-09 not now (%s): says only why, and offers no end', async (why, sentence) => {
  const { words, screen } = await open({ allowed: false, why })
  await vi.waitFor(() => expect(words()).toContain(sentence))
  expect(screen.queryByRole('button', { name: /End/ })).toBeNull()
  for (const other of ['you lose', 'set to 0', 'Stays in your main wallet'])
    expect(words()).not.toContain(other)
})

test.each([
  ['condition', 'It can be ended at 74.00 baht or less; you have 370.00 baht.', false],
  ['held', 'We are checking this bonus before it ends.', false],
  ['below', '740.00 baht left', true],
  ['denied', 'We have checked this bonus and are taking it back.', true],
] as const)('SAY-09 the card of a bonus that is at “%s”', async (end, sentence, isOffered) => {
  const held: HeldBonus = { status: true, type: 'limit', progress: { ...progress, end } }
  const { words, screen, sentTo } = await openPart(
    <HeldCard held={held} wallet={sampleWallet()} isEnding={false} onEnd={() => undefined} />,
    {
      answers: { 'GET /api/bonus': () => [], 'GET /api/bonus/check/active': () => held },
    },
  )
  await vi.waitFor(() => expect(words()).toContain(sentence))
  await vi.waitFor(() => expect(sentTo('GET /api/bonus')).toHaveLength(1))
  expect(screen.queryByRole('button', { name: 'End this bonus' }) !== null).toBe(isOffered)
})

test('SAY-92 a denied bonus names what is deducted of the wallet apart from what games lose', async () => {
  const { words } = await open({
    why: 'denied',
    lost: [{ place: 'wallet', amount: 50 }, ...preview.lost],
    total: 65.5,
    kept: 34.5,
  })
  expect(words()).toContain('To be deducted')
  expect(words()).not.toContain('Game balances to be set to 0')
  expect(words()).toContain('the rest of your main wallet stays yours and can be withdrawn then.')
})

const mayWithdraw = 'The condition is met: you can withdraw now.'

test.each([
  ['met', false, true, true],
  ['cap', false, true, false],
  ['held', false, false, false],
  ['denied', false, false, false],
  ['met', true, false, false],
] as const)(
  'SAY-91 met, and at “%s” (ending: %s), it says to withdraw (%s), and everything (%s), only where that is accepted',
  async (end, isEnding, isAccepted, isWhole) => {
    const met = { ...progress, total: 1_110, has: 1_110, end }
    const held: HeldBonus = { status: true, type: 'limit', progress: met }
    const { words, sentTo } = await openPart(
      <HeldCard held={held} wallet={sampleWallet()} isEnding={isEnding} onEnd={() => undefined} />,
      { answers: { 'GET /api/bonus': () => [], 'GET /api/bonus/check/active': () => held } },
    )
    await vi.waitFor(() => expect(words()).toContain('The condition is met'))
    await vi.waitFor(() => expect(sentTo('GET /api/bonus')).toHaveLength(1))
    expect(words().includes(mayWithdraw)).toBe(isAccepted)
    expect(words().includes('Withdraw the whole balance at once.')).toBe(isWhole)
    // A met one can be ended with whatever is left.
    expect(words()).not.toContain('It can be ended once')
  },
)

test('SAY-42 to keep the bonus is first and gold, to end it red', async () => {
  const { screen } = await open({})
  const end = await screen.findByRole('button', { name: /End it and lose/ })
  const keep = screen.getByRole('button', { name: 'Keep the bonus' })
  expect(keep.className).toContain('primary')
  expect(end.className).toContain('danger')
  expect(keep.compareDocumentPosition(end)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('SAY-45 a held bonus is titled by its name, its kind is a pill, its code is a detail', async () => {
  const held: HeldBonus = { status: true, type: 'day', progress: { ...progress, end: 'below' } }
  const { words, screen } = await openPart(
    <HeldCard held={held} wallet={sampleWallet()} isEnding={false} onEnd={() => undefined} />,
    {
      answers: {
        'GET /api/bonus': () =>
          [{ code: progress.code, banners: [{ image: '', html: '<b>Every day</b>' }] }] as never,
        'GET /api/bonus/check/active': () => held,
      },
    },
  )
  await screen.findByText('Every day')
  expect(words()).toContain(`Code: ${progress.code}`)
  expect(words().split(progress.code)).toHaveLength(2)
  expect(words().indexOf('Every day')).toBeLessThan(words().indexOf('Daily bonus'))
})

test('with nothing in the games nothing is said to be lost', async () => {
  const { words } = await open({ lost: [], total: 0 })
  expect(words()).toContain('you lose nothing')
  expect(words()).not.toContain('You lose15')
  expect(words()).toContain('End the bonus')
})

test('refused: says that it was not ended', async () => {
  const { press, screen, words } = await open({}, { [call]: () => refuse('BONUS_CONDITION') })
  await press(/End it and lose/)
  await screen.findByText('The bonus was not ended')
  expect(words()).not.toContain('The bonus has ended')
})
