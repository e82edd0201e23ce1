// @vitest-environment jsdom
import type { CallOutput } from '@kapao/contract/calls'
import { later, refuse } from '@kapao/ui/testing/served.ts'
import { describe, expect, test, vi } from 'vitest'
import { keepLastBalance } from '#core/session/last-balance.ts'
import { addRecent } from '#shared/games/recent.ts'
import { noteArrivalSeen } from '#shared/wallet/arrival-seen.ts'
import type { Wallet } from '#shared/wallet/wallet.ts'
import { openPart, type Answers } from '../../testing/open-part.tsx'
import { sampleGame, sampleWallet } from '../../testing/sample-wallet.ts'
import { UnderWay } from './under-way.tsx'

type Answer = CallOutput<'GET /api/wallet/underway'>

const at = '2026-03-02T05:07:00.000Z'
const rest: Answer = {
  withdrawal: null,
  deposits: [],
  transfers: [],
  bonus: null,
  kept: null,
  withdrawable: { amount: 1_000, notYet: 0, why: null, played: null },
  arrived: null,
  hasDeposited: true,
}
const free = (amount: number): Partial<Answer> => ({
  withdrawable: { amount, notYet: 0, why: null, played: null },
})
const arrived = { _id: 'd1', seq: 7, amount: 350, coins: 3, creditedAt: at }

async function open(
  given: Partial<Answer> | Promise<Answer>,
  {
    wallet = sampleWallet(),
    part = 'stack',
    isSheetOpen = false,
    answers = {},
  }: {
    wallet?: Wallet | undefined
    part?: 'money' | 'stack'
    isSheetOpen?: boolean
    answers?: Answers
  } = {},
) {
  const spies = { onSheet: vi.fn(), onGame: vi.fn(), onKnown: vi.fn() }
  const answer = () => (given instanceof Promise ? given : { ...rest, ...given })
  const opened = await openPart(
    <UnderWay
      {...spies}
      wallet={wallet}
      part={part}
      isSheetOpen={isSheetOpen}
      renderReceipt={(seq, close) => (
        <button type="button" onClick={close}>
          receipt {seq}
        </button>
      )}
      renderFilm={(close) => (
        <button type="button" onClick={close}>
          film
        </button>
      )}
    />,
    { answers: { 'GET /api/wallet/underway': answer, ...answers } },
  )
  await vi.waitFor(() => expect(opened.sentTo('GET /api/wallet/underway')).toHaveLength(1))
  return { ...opened, ...spies }
}

const nothing = sampleWallet({ amount: 0 })

describe('a member who has nothing yet', () => {
  test('SAY-18 sees three steps and the film, and nothing that is nothing', async () => {
    const { words, screen, press } = await open(
      { ...free(0), hasDeposited: false },
      { wallet: nothing },
    )
    await screen.findByText('Start in three steps')
    expect(screen.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
      '1Deposit',
      '2Transfer to a game',
      '3Play',
    ])
    expect(words()).not.toMatch(/0\.00|progress/)
    await press('Watch how it works')
    await press('film')
    expect(words()).not.toContain('film')
  })

  test('SAY-18 who has lost everything, or whose first deposit is under way, is not shown how to begin', async () => {
    const lost = await open(free(0), { wallet: nothing })
    await vi.waitFor(() => expect(lost.onKnown).toHaveBeenCalled())
    expect(lost.words()).toBe('')
    lost.close()
    const deposit = { _id: 'q', createdAt: at, way: 'QR', amount: 80 } as const
    const waiting = await open(
      { ...free(0), hasDeposited: false, deposits: [deposit] },
      { wallet: nothing },
    )
    await waiting.screen.findByText('QR code not paid yet')
    expect(waiting.words()).not.toContain('Start in three steps')
  })
})

describe('a deposit that has arrived', () => {
  test('SAY-20 is said in green with its coins, and leads to its receipt', async () => {
    const { words, screen, press } = await open({ arrived })
    await screen.findByText('+350.00 baht received')
    expect(words()).toContain('and 3 coin · 12:07 · Receipt')
    expect(screen.getByRole('region', { name: 'Received' }).dataset['kind']).toBe('plus')
    await press(/received/)
    await press('receipt 7')
    expect(words()).not.toContain('receipt 7')
    await press('Close this message')
    expect(words()).not.toContain('received')
  })

  test('SAY-20 is said once, not again when home is opened again', async () => {
    const first = await open({ arrived })
    await first.screen.findByText('+350.00 baht received')
    first.close()
    const second = await open({ arrived })
    await vi.waitFor(() => expect(second.onKnown).toHaveBeenCalled())
    expect(second.words()).not.toContain('received')
    second.close()
    const next = await open({ arrived: { ...arrived, _id: 'd2', coins: 0 } })
    await next.screen.findByText('+350.00 baht received')
    expect(next.words()).not.toContain('coin')
  })

  test('SAY-20 is not said behind a sheet, nor after the sheet has shown its receipt', async () => {
    const behind = await open({ arrived }, { isSheetOpen: true })
    await vi.waitFor(() => expect(behind.onKnown).toHaveBeenCalled())
    expect(behind.words()).not.toContain('received')
    behind.close()
    noteArrivalSeen('d1')
    const after = await open({ arrived })
    await vi.waitFor(() => expect(after.onKnown).toHaveBeenCalled())
    expect(after.words()).not.toContain('received')
  })
})

describe('the way back into a game', () => {
  const pg = sampleGame({ code: 'pg', amount: 100 })
  const joker = sampleGame({ code: 'joker', amount: 480 })
  const wallet = sampleWallet({ slots: [pg, joker] })

  test('SAY-21 leads to the game played last, and says what lies there', async () => {
    addRecent(wallet.profile._id, 'pg')
    const { press, words, onGame, screen } = await open({}, { wallet })
    await screen.findByText('Continue PG')
    expect(words()).toContain('100.00 baht there')
    await press(/Continue PG/)
    expect(onGame).toHaveBeenCalledWith('pg')
  })

  test('SAY-21 else to the one with the most money; no amount is named where there is none', async () => {
    const most = await open({}, { wallet })
    await most.screen.findByText('Play JOKER')
    most.close()
    addRecent(wallet.profile._id, 'pg')
    const empty = await open({}, { wallet: { ...wallet, slots: [{ ...pg, amount: 0 }] } })
    await empty.screen.findByText('Continue PG')
    expect(empty.words()).not.toContain('there')
  })

  test('SAY-21 never to a closed one, nor to one without an account', async () => {
    addRecent(wallet.profile._id, 'pg')
    const slots = [
      { ...pg, isClosed: true as const },
      { ...joker, isActive: false },
    ]
    const { words, onKnown } = await open({}, { wallet: { ...wallet, slots } })
    await vi.waitFor(() => expect(onKnown).toHaveBeenCalled())
    expect(words()).toBe('')
  })
})

describe('what can be withdrawn', () => {
  test('SAY-25 is green, but not if it is nothing', async () => {
    const some = await open(free(400), { part: 'money' })
    expect((await some.screen.findByText('400.00 can be withdrawn')).dataset['free']).toBe('true')
    some.close()
    const none = await open(free(0), { part: 'money' })
    expect((await none.screen.findByText('0.00 can be withdrawn')).dataset['free']).toBe('false')
  })

  test('SAY-24 until it is known the last known figures are shown, and not as those of now', async () => {
    keepLastBalance({ total: 900, currency: 'BAHT', withdrawable: 700 })
    const { answer, give } = later<Answer>()
    const { screen, words, onKnown } = await open(answer, { part: 'money' })
    expect((await screen.findByText('700.00 can be withdrawn')).dataset['free']).toBe('false')
    expect(words()).toContain('200.00 not yet')
    expect(onKnown).not.toHaveBeenCalled()
    give({ ...rest, ...free(1_000) })
    await screen.findByText('1,000.00 can be withdrawn')
    expect(words()).not.toContain('700.00')
  })

  test('SAY-24 where the wallet cannot be loaded either', async () => {
    keepLastBalance({ total: 900, currency: 'BAHT', withdrawable: 700 })
    const { words } = await openPart(
      <UnderWay
        wallet={undefined}
        part="money"
        isSheetOpen={false}
        onSheet={vi.fn()}
        onGame={vi.fn()}
        onKnown={vi.fn()}
        renderReceipt={() => null}
        renderFilm={() => null}
      />,
    )
    expect(words()).toContain('700.00 can be withdrawn · 200.00 not yet')
  })

  test('SAY-26 a tap shows where the money is, if it is in more than one place', async () => {
    const slots = [sampleGame({ code: 'pg', amount: 100 })]
    const split = await open(free(1_100), { part: 'money', wallet: sampleWallet({ slots }) })
    const toggle = await split.screen.findByRole('button', { name: 'Where your money is' })
    expect(toggle.getAttribute('aria-expanded')).toBe('false')
    await split.user.click(toggle)
    expect(toggle.getAttribute('aria-expanded')).toBe('true')
    expect(split.screen.getByRole('list', { name: 'Where your money is' }).textContent).toBe(
      'Main wallet1,000.0091%PG100.009%',
    )
    split.close()
    const whole = await open(free(1_000), { part: 'money' })
    await whole.screen.findByText(/can be withdrawn/)
    expect(whole.screen.queryByRole('button')).toBeNull()
  })
})

test('SAY-24 an answer that fails is reported too: nothing waits for it, and the way on is there', async () => {
  const pg = sampleGame({ code: 'pg', amount: 100 })
  const spies = { onSheet: vi.fn(), onGame: vi.fn(), onKnown: vi.fn() }
  const { screen } = await openPart(
    <UnderWay
      {...spies}
      wallet={sampleWallet({ slots: [pg] })}
      part="stack"
      isSheetOpen={false}
      renderReceipt={() => null}
      renderFilm={() => null}
    />,
    { answers: { 'GET /api/wallet/underway': () => refuse('SERVER_ERROR', {}, 500) } },
  )
  await screen.findByText('Play PG')
  expect(spies.onKnown).toHaveBeenCalled()
})

test('SAY-04 a bonus and prizes that lock at once are two rows, and each leads to where it is explained', async () => {
  const bonus = { code: 'WELCOME', kind: 'balance', total: 370, target: 1_110 } as const
  const { screen, words, press, onSheet, sentTo } = await open(
    {
      bonus: { ...bonus, isEnding: false },
      kept: { amount: 20, toPlay: 60 },
      withdrawable: {
        amount: 0,
        notYet: 1_000,
        why: 'BONUS',
        played: { done: 40, required: 100 },
      },
    },
    { answers: { 'GET /api/bonus': () => [] } },
  )
  const rows = await screen.findAllByRole('region', { name: 'Not yet withdrawable' })
  expect(rows).toHaveLength(2)
  expect(words()).toContain('740.00 baht left')
  expect(words()).toContain('60.00 baht left to play')
  await vi.waitFor(() => expect(sentTo('GET /api/bonus')).toHaveLength(1))
  await press(/20\.00\sbaht from rewards/)
  expect(onSheet).toHaveBeenCalledWith('withdraw')
  await press(/WELCOME/)
  expect(location.pathname).toBe('/user/bonus')
})

test('SAY-29 further rows are behind a line of their own, which names how many there are', async () => {
  const deposit = (way: 'QR' | 'SLIP') => ({ _id: way, createdAt: at, way, amount: 80 })
  const { screen, press, words } = await open({ deposits: [deposit('QR'), deposit('SLIP')] })
  const group = await screen.findByRole('group', { name: 'In progress' })
  expect(group.dataset['open']).toBe('false')
  expect(group.lastElementChild?.textContent).toBe('1 more')
  await press('1 more')
  expect(group.dataset['open']).toBe('true')
  expect(words()).not.toContain('1 more')
})
