// @vitest-environment jsdom
import { act } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { HeldBonus } from '#shared/bonus/held/queries.ts'
import { addRecent } from '#shared/games/recent.ts'
import type { Wallet } from '#shared/wallet/wallet.ts'
import { openPart, type Answers } from '../../testing/open-part.tsx'
import { sampleGame, sampleWallet } from '../../testing/sample-wallet.ts'
import { DepositSheet } from './deposit-sheet.tsx'
import type { DepositLookup } from './ways.ts'

const bank = { nameTH: 'ก', nameLA: 'ກ', nameEN: 'Siam Commercial Bank' }
const account = { bank, bankAccountName: 'KAPAO', currency: 'BAHT', mode: 'AUTO' } as const
const lookup: DepositLookup = {
  isManual: true,
  banks: [
    { ...account, bankCode: 'SCB', bankType: 'bank', bankAccountNo: '1112223334' },
    { ...account, bankCode: 'WW', bankType: 'PAYMENT', bankAccountNo: '1' },
  ],
  wallets: [{ walletAccountName: 'KAPAO', mode: 'AUTO' }],
  giftLinkKey: { id: 'k', key: 'key' } as unknown as DepositLookup['giftLinkKey'],
}
const held: HeldBonus = {
  status: true,
  type: 'day',
  progress: {
    code: 'EVERYDAY',
    kind: 'balance',
    total: 370,
    target: 1_110,
    endAmount: 74,
    has: 370,
    end: 'condition',
  },
}

async function open(
  bonus: HeldBonus,
  {
    wallet = sampleWallet(),
    answers = {},
    awaited = /111-222-3334/,
  }: { wallet?: Wallet; answers?: Answers; awaited?: RegExp | string } = {},
) {
  const next = vi.fn()
  const onClose = vi.fn()
  const opened = await openPart(
    <DepositSheet
      wallet={wallet}
      renderQr={({ isClosed }) => <p>{isClosed ? 'no new code' : 'new code'}</p>}
      renderGift={() => <p>gift form</p>}
      onClose={onClose}
      open={next}
    />,
    {
      answers: {
        'GET /api/wallet': () => wallet,
        'GET /api/lookup/deposit': () => lookup,
        'GET /api/lookup/slip': () => ({ closed: null }) as never,
        'GET /api/bonus/check/active': () => bonus,
        'GET /api/bonus': () => [],
        'POST /api/statement': () => ({ total: 0, statements: [] }),
        'POST /api/statement/slip': () => ({ total: 0, slips: [] }),
        ...answers,
      },
    },
  )
  await opened.screen.findByText(awaited)
  return { ...opened, next, onClose }
}

describe('while a bonus is held', () => {
  test('SAY-05 every tab says first that a deposit waits, and what is missing', async () => {
    const { words, user, screen } = await open(held)
    for (const tab of ['Bank', 'QR code', 'Gift link']) {
      await user.click(screen.getByRole('tab', { name: tab }))
      expect(words()).toContain('You hold the bonus EVERYDAY')
      expect(words()).toContain('740.00 baht left')
      expect(screen.getByRole('link', { name: 'See the bonus' })).toBeDefined()
    }
  })

  test('SAY-05 it stands before the account number, and no slip, code or link is asked for that is refused', async () => {
    const { words, user, screen } = await open(held)
    expect(words()).toContain('reaches your wallet when the bonus ends.')
    expect(words().indexOf('You hold the bonus')).toBeLessThan(words().indexOf('111-222-3334'))
    expect(document.querySelector('input[type=file]')).toBeNull()
    await user.click(screen.getByRole('tab', { name: 'QR code' }))
    expect(words()).toContain('no new code')
    await user.click(screen.getByRole('tab', { name: 'Gift link' }))
    expect(words()).not.toContain('gift form')
    expect(words()).toContain('are accepted again when the bonus has ended.')
  })
})

const slipBank: DepositLookup['banks'][number] = {
  ...account,
  mode: 'manual',
  bankCode: 'GSB',
  bankType: 'bank',
  bankAccountNo: '020333444555',
}

test('SAY-101 while a bonus is held no account is offered whose money only a slip can find', async () => {
  const answers: Answers = {
    'GET /api/lookup/deposit': () => ({ ...lookup, banks: [...lookup.banks, slipBank] }),
  }
  const { words } = await open(held, { answers })
  expect(words()).not.toContain('020333444555')
  expect(words()).not.toContain('send the slip')
})

test('SAY-101 where every account needs a slip, transfers are not asked for either', async () => {
  const answers: Answers = {
    'GET /api/lookup/deposit': () => ({
      ...lookup,
      banks: [slipBank, ...lookup.banks.filter(({ bankType }) => bankType === 'PAYMENT')],
    }),
  }
  const { words } = await open(held, { answers, awaited: 'See the bonus' })
  expect(words()).not.toContain('020333444555')
  expect(words()).toContain('slips are accepted again when the bonus has ended.')
  expect(words()).not.toContain('kept safe')
})

test('SAY-102 while no slips are taken, an account that needs one says when to transfer', async () => {
  const answers: Answers = {
    'GET /api/lookup/deposit': () => ({ ...lookup, banks: [...lookup.banks, slipBank] }),
    'GET /api/lookup/slip': () => ({
      isOpen: false,
      closeFrom: '23:00',
      closeTo: '00:30',
      limitMinutes: 60,
    }),
  }
  const { words } = await open({ status: false, type: null, progress: null }, { answers })
  await vi.waitFor(() => expect(words()).toContain('Please transfer to this account after 00:30.'))
  expect(words()).not.toContain('After the transfer, please send the slip.')
})

test('SAY-05 a bonus that ends, or begins, while the sheet is open is followed where the member is', async () => {
  let now = held
  const { words, user, screen } = await open(held, {
    answers: { 'GET /api/bonus/check/active': () => now },
  })
  const readAgain = () => act(async () => void dispatchEvent(new Event('online')))
  await user.click(screen.getByRole('tab', { name: 'Gift link' }))
  expect(words()).toContain('You hold the bonus')
  now = { status: false, type: null, progress: null }
  await readAgain()
  await vi.waitFor(() => expect(words()).toContain('gift form'))
  expect(words()).not.toContain('You hold the bonus')
  now = held
  await readAgain()
  await vi.waitFor(() => expect(words()).toContain('You hold the bonus EVERYDAY'))
  expect(words()).not.toContain('gift form')
})

test('without a bonus nothing is said about one but the rule', async () => {
  const { words, user, screen } = await open({ status: false, type: null, progress: null })
  expect(words()).not.toContain('You hold the bonus')
  await user.click(screen.getByRole('tab', { name: 'QR code' }))
  expect(words()).toContain('new code')
})

describe('a deposit that has arrived', () => {
  const noBonus: HeldBonus = { status: false, type: null, progress: null }
  const row = {
    _id: '0199f1c2-7d1e-7c3a-9b1f-77e19b440c2f',
    seq: 7,
    statementType: 'deposit',
    from: 'SCB',
    to: 'wallet',
    status: 'SUCCESS',
    amount: 300,
    currency: 'BAHT',
    createdAt: '2026-03-02T05:00:00.000Z',
  } as const
  const games = [
    sampleGame({ code: 'pg', name: 'PG Slot' }),
    sampleGame({ code: 'closed', name: 'Closed', isClosed: true }),
    sampleGame({ code: 'unopened', name: 'Unopened', isActive: false }),
  ]

  const pollEveryMs = 4_000
  afterEach(() => vi.useRealTimers())

  /** It arrives while the sheet is open. */
  async function arrive(slots: typeof games, part: { bonus?: { description: string } } = {}) {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let rows: object[] = []
    const opened = await open(noBonus, {
      wallet: sampleWallet({ slots }),
      answers: { 'POST /api/statement': () => ({ total: 0, statements: rows }) as never },
    })
    rows = [{ ...row, ...part, ...(part.bonus ? { status: 'PENDING' } : {}) }]
    await act(() => vi.advanceTimersByTimeAsync(pollEveryMs))
    return opened
  }

  test('SAY-47 leads to the game that was played last, first and in gold', async () => {
    addRecent(sampleWallet().profile._id, 'pg')
    addRecent(sampleWallet().profile._id, 'closed')
    const { screen, press, next } = await arrive(games)
    const play = await screen.findByRole('button', { name: 'Play PG Slot' })
    expect(play.className).toContain('primary')
    expect(screen.getAllByRole('button', { name: 'Close' }).at(-1)!.className).toContain('quiet')
    await press('Play PG Slot')
    expect(next).toHaveBeenCalledWith({ sheet: 'game', game: 'pg' })
  })

  test('SAY-47 leads to a transfer where nothing was played here', async () => {
    const { screen, press, next } = await arrive(games)
    await screen.findByRole('button', { name: 'Move it to a game' })
    await press('Move it to a game')
    expect(next).toHaveBeenCalledWith({ sheet: 'transfer', game: null })
  })

  test('SAY-47 leads to the games where there is no account yet', async () => {
    const { screen, press, next, onClose } = await arrive(games.slice(1))
    await screen.findByRole('button', { name: 'Choose a game' })
    await press('Choose a game')
    expect(next).not.toHaveBeenCalled()
    expect(onClose).toHaveBeenCalledWith(true)
  })

  test('SAY-47 what waits for a bonus leads to no game', async () => {
    const { screen } = await arrive(games, { bonus: { description: 'DAILY' } })
    await screen.findByText('We have received your money')
    expect(screen.queryByRole('button', { name: /Play|Move it|Choose/ })).toBeNull()
  })
})
