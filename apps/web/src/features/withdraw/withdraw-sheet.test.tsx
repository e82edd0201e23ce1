// @vitest-environment jsdom
import { waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { CallOutput } from '@kapao/contract/calls'
import { later, refuse } from '@kapao/ui/testing/served.ts'
import { openPart, type Answers } from '../../testing/open-part.tsx'
import { sampleGame, sampleWallet } from '../../testing/sample-wallet.ts'
import type { Wallet } from '#shared/wallet/wallet.ts'
import type { Current, LockedMoney } from './queries.ts'
import { WithdrawSheet } from './withdraw-sheet.tsx'

type Receipt = CallOutput<'POST /api/wallet/withdrawAll'>['receipt']
const id = '0199f1c2-7d1e-7c3a-9b1f-77e19b440c2f'
const taken = {
  message: 'SUCCESS',
  receipt: {
    _id: id,
    statementType: 'withdraw',
    from: 'WALLET',
    to: null,
    status: 'PENDING',
    amount: 1,
    currency: 'BAHT',
    createdAt: '2026-03-02T05:00:00.000Z',
  } satisfies Receipt as Receipt,
} as const

type SheetCase = {
  wallet?: Wallet
  kept?: LockedMoney
  answers?: Answers
  current?: Partial<Current>
}

async function open({ wallet = sampleWallet(), kept = null, answers, current }: SheetCase = {}) {
  const onClose = vi.fn()
  const part = await openPart(
    <WithdrawSheet
      wallet={wallet}
      renderLock={({ lock }) => <p>{lock.code}</p>}
      onClose={onClose}
    />,
    {
      answers: {
        'GET /api/wallet': () => wallet,
        'GET /api/withdrawals/current': () => ({
          withdrawal: null,
          typicalMinutes: 5,
          kept,
          ...current,
        }),
        'GET /api/lookup/withdraw': () => ({ withdrawMin: 100, withdrawMax: 50_000 }),
        'GET /api/bonus/check/active': () => ({ status: false, type: null, progress: null }),
        'POST /api/wallet/withdrawAll': () => taken,
        ...answers,
      },
    },
  )
  const field = await part.screen.findByRole('textbox', { name: 'Amount to withdraw' })
  const submit = part.screen.getByRole('button', { name: 'Withdraw' })
  return {
    ...part,
    field,
    submit,
    onClose,
    sentAmounts: () => part.sentTo('POST /api/wallet/withdrawAll'),
  }
}

describe('what is asked for is what is sent', () => {
  test('WD-04 the typed amount, once, under a key', async () => {
    const { user, field, submit, sent, sentAmounts, words } = await open()
    await user.type(field, '250.5')
    expect(words()).toContain('250.50 baht to Kasikornbank')
    expect(words()).toContain('749.50 baht will be left in your main wallet.')
    await user.dblClick(submit)
    expect(sentAmounts()).toEqual([{ amount: 250.5 }])
    expect(sent.at(-1)?.name).toMatch(/withdraw/)
    expect(sent.find(({ name }) => name.endsWith('withdrawAll'))?.key).toMatch(/^[\w-]{16,}$/)
  })

  test('“All” is the wallet and the open games, without what rewards keep', async () => {
    const slots = [
      sampleGame({ code: 'pg', amount: 200.25 }),
      sampleGame({ code: 'joker', amount: 999, isActive: false }),
    ]
    const kept = { amount: 300.5, toPlay: 1_500 }
    const { user, screen, submit, sentAmounts, words } = await open({
      wallet: sampleWallet({ slots }),
      kept,
    })
    expect(words()).toContain(
      '300.50 baht came from rewards and can be withdrawn once you have played another 1,500.00 baht.',
    )
    await user.click(screen.getByRole('button', { name: 'All' }))
    await user.click(submit)
    expect(sentAmounts()).toEqual([{ amount: 899.75 }])
  })

  test('“All” is at most what may be withdrawn at a time, and never less than nothing', async () => {
    const rich = await open({ wallet: sampleWallet({ amount: 70_000 }) })
    await rich.user.click(rich.screen.getByRole('button', { name: 'All' }))
    expect(rich.field).toHaveProperty('value', '50,000')
    rich.close()
    const bound = await open({ kept: { amount: 5_000, toPlay: 1 } })
    await bound.user.click(bound.screen.getByRole('button', { name: 'All' }))
    expect(bound.field).toHaveProperty('value', '0')
  })
})

describe('what cannot be asked for', () => {
  test.each([
    ['99.99', 'Please withdraw at least 100.00 baht.'],
    ['50000.01', 'Please withdraw at most 50,000.00 baht at a time.'],
    ['', 'Please withdraw at least 100.00 baht.'],
  ])('%s is refused beside the field, and nothing is sent', async (amount, sentence) => {
    const { user, field, submit, sentAmounts, words } = await open({
      wallet: sampleWallet({ amount: 90_000 }),
    })
    if (amount !== '') await user.type(field, amount)
    await user.click(submit)
    expect(words()).toContain(sentence)
    expect(sentAmounts()).toEqual([])
  })

  test.each(['100', '50000'])('%s, a limit itself, is sent', async (amount) => {
    const { user, field, submit, sentAmounts } = await open({
      wallet: sampleWallet({ amount: 90_000 }),
    })
    await user.type(field, amount)
    await user.click(submit)
    expect(sentAmounts()).toEqual([{ amount: Number(amount) }])
  })

  test('more than there is: said while it is typed, with no sum to be confirmed', async () => {
    const { user, field, words } = await open()
    await user.type(field, '1000.01')
    expect(words()).toContain('That is more than your available balance.')
    expect(words()).not.toContain(' to Kasikornbank')
    await user.clear(field)
    await user.type(field, '1000')
    expect(words()).not.toContain('That is more')
    expect(words()).toContain('1,000.00 baht to Kasikornbank')
  })
})

describe('what the server answers', () => {
  async function answered(
    answer: NonNullable<Answers['POST /api/wallet/withdrawAll']>,
    more: Answers = {},
  ) {
    const part = await open({ answers: { 'POST /api/wallet/withdrawAll': answer, ...more } })
    await part.user.type(part.field, '400')
    await part.user.click(part.submit)
    return part
  }

  test('accepted: the amount that was sent, with its reference', async () => {
    const { screen, words, onClose, user } = await answered(() => taken)
    await screen.findByText('Wait for the transfer')
    expect(words()).toContain('We have your request for 400.00 baht')
    expect(words()).toContain('Reference ')
    await user.click(screen.getAllByRole('button', { name: 'Close' }).at(-1)!)
    expect(onClose).toHaveBeenCalledWith(true)
  })

  test('while it is sent nothing else is said than that it goes on', async () => {
    const { answer, give } = later<typeof taken>()
    const { screen, words } = await answered(() => answer)
    expect(words()).toContain('You can close this page.')
    expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull()
    give(taken)
    await screen.findByText('Wait for the transfer')
  })

  test.each([
    ['MONEY_NOT_ENOUGH', ['You can withdraw 1,000.00 baht.', 'Tap “All” to withdraw that much.']],
    ['BONUS_REMAINING', ['Nothing was taken. Your money is where it was.']],
    ['WITHDRAW_MINIMUM', ['100.00 baht']],
    ['WITHDRAW_MAXIMUM', ['50,000.00 baht']],
    ['TRANSFER_FAIL', []],
  ])(
    '%s is explained in a dialog, and stays beside the amount until it changes',
    async (code, sentences) => {
      const { screen, words, user } = await answered(() => refuse(code))
      await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(2))
      await user.click(screen.getAllByRole('button', { name: 'Close' }).at(-1)!)
      for (const sentence of sentences) expect(words()).toContain(sentence)
      expect(screen.getAllByRole('alert')).toHaveLength(1)
      await user.type(screen.getByRole('textbox'), '1')
      expect(screen.queryAllByRole('alert')).toEqual([])
    },
  )

  test('another one is open: it is shown, and no dialog covers it', async () => {
    let isOpen = false
    const withdrawal = {
      _id: id,
      stage: 'SENT',
      reason: null,
      amount: 777,
      currency: 'BAHT',
      bankCode: 'KBANK',
      bankAccountNo: '••••••3344',
      createdAt: '2026-03-02T05:00:00.000Z',
      notBefore: null,
      endedAt: null,
    } as const
    const { screen } = await answered(
      () => {
        isOpen = true
        return refuse('WITHDRAW_PENDING')
      },
      {
        'GET /api/withdrawals/current': () => ({
          withdrawal: isOpen ? withdrawal : null,
          typicalMinutes: 5,
          kept: null,
        }),
      },
    )
    await screen.findByText(/777\.00/)
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
    expect(screen.queryByRole('textbox')).toBeNull()
  })
})

test('a bonus that locks the money is drawn above the amount', async () => {
  const { words } = await open({
    answers: {
      'GET /api/bonus/check/active': () => ({
        status: true,
        type: 'limit',
        progress: { code: 'WELCOME', kind: 'balance', total: 100, target: 500, endAmount: 20 },
      }),
    },
  })
  expect(words()).toContain('WELCOME')
})
