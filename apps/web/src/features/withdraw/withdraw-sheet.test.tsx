// @vitest-environment jsdom
import { act } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { CallOutput } from '@kapao/contract/calls'
import { later, refuse } from '@kapao/ui/testing/served.ts'
import { openPart, type Answers } from '../../testing/open-part.tsx'
import { sampleGame, sampleWallet } from '../../testing/sample-wallet.ts'
import type { Wallet } from '#shared/wallet/wallet.ts'
import type { Current, Withdrawable } from './queries.ts'
import type { Withdrawal } from '#shared/withdrawals/current.ts'
import { WithdrawSheet } from './withdraw-sheet.tsx'

afterEach(() => void vi.useRealTimers())

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
  kept?: Current['kept']
  part?: Partial<Withdrawable>
  answers?: Answers
  current?: Partial<Current>
}

/** As the server would answer: everything but what rewards keep. */
function withdrawableOf(wallet: Wallet, kept: Current['kept']): Withdrawable {
  const open = wallet.slots.filter(({ isActive }) => isActive)
  const has = open.reduce((sum, { amount }) => sum + amount, wallet.wallet.amount)
  const notYet = Math.min(has, kept?.amount ?? 0)
  return {
    amount: has - notYet,
    notYet,
    why: kept && 'REWARDS',
    played: kept && { done: 40, required: kept.toPlay + 40 },
  }
}

async function draw({
  wallet = sampleWallet(),
  kept = null,
  part = {},
  answers,
  current,
}: SheetCase = {}) {
  const onClose = vi.fn()
  const opened = await openPart(<WithdrawSheet wallet={wallet} onClose={onClose} />, {
    answers: {
      'GET /api/wallet': () => wallet,
      'GET /api/withdrawals/current': () => ({
        withdrawal: null,
        typicalMinutes: 5,
        reviewedMinutes: null,
        kept,
        withdrawable: { ...withdrawableOf(wallet, kept), ...part },
        ...current,
      }),
      'GET /api/lookup/withdraw': () =>
        wallet.currency === 'LAK'
          ? { withdrawMin: 50_000, withdrawMax: 25_000_000 }
          : { withdrawMin: 100, withdrawMax: 50_000 },
      'GET /api/bonus/check/active': () => ({ status: false, type: null, progress: null }),
      'POST /api/wallet/withdrawAll': () => taken,
      'GET /api/bonus': () => [],
      ...answers,
    },
  })
  return { ...opened, onClose, sentAmounts: () => opened.sentTo('POST /api/wallet/withdrawAll') }
}

async function open(sheet: SheetCase = {}) {
  const part = await draw(sheet)
  const field = await part.screen.findByRole('textbox', { name: 'Amount to withdraw' })
  return { ...part, field, submit: part.screen.getByRole('button', { name: 'Withdraw' }) }
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
  })

  test('SAY-03 what can be withdrawn and what not yet are said, with what is left to play', async () => {
    const { words, screen } = await open({ kept: { amount: 20, toPlay: 60 } })
    expect(words()).toContain(
      'Available to withdraw980.00 baht20.00 baht not yet · 1,000.00 baht in all',
    )
    expect(words()).toContain('once you have played another 60.00 baht.')
    const meter = screen.getByRole('progressbar')
    expect([meter.getAttribute('value'), meter.getAttribute('max')]).toEqual(['40', '100'])
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

describe('what would be refused', () => {
  test('SAY-03 a satang more than can be withdrawn is refused beside the field, and nothing is sent', async () => {
    const { user, field, submit, words, sentAmounts } = await open({
      kept: { amount: 20, toPlay: 100 },
    })
    await user.type(field, '980.01')
    expect(words()).toContain('You can withdraw 980.00 baht.')
    expect(words()).not.toContain('will be left')
    expect(words()).not.toContain(' to Kasikornbank')
    await user.click(submit)
    expect(sentAmounts()).toEqual([])
    await user.clear(field)
    await user.type(field, '980')
    // The prize stays in the wallet, too.
    expect(words()).toContain('20.00 baht will be left in your main wallet.')
    await user.click(submit)
    expect(sentAmounts()).toEqual([{ amount: 980 }])
  })

  test('SAY-03 above the maximum of a bonus: how much, and what becomes of the rest', async () => {
    const { user, field, words } = await open({
      part: { amount: 300, notYet: 700, why: 'BONUS_MAXIMUM' },
    })
    expect(words()).toContain('Your bonus allows a withdrawal of at most 300.00 baht.')
    expect(words()).toContain('700.00 baht will be deducted')
    await user.type(field, '300.01')
    expect(words()).toContain('You can withdraw 300.00 baht.')
  })

  const unmet = () => ({
    status: true,
    type: 'limit',
    progress: {
      code: 'WELCOME',
      kind: 'balance' as const,
      total: 370,
      target: 1_110,
      endAmount: 74,
      has: 370,
      end: 'condition' as const,
    },
  })
  test.each([
    ['a bonus', { why: 'BONUS' }, { 'GET /api/bonus/check/active': unmet }, 'WELCOME'],
    ['a check', { why: 'CHECK' }, {}, 'We are checking your bonus before you can withdraw.'],
  ] as const)(
    'SAY-08 while %s keeps everything there is no field and no button',
    async (_what, part, answers, sentence) => {
      const { screen, words } = await draw({
        part: { ...part, amount: 0, notYet: 1_000 },
        answers,
      })
      await screen.findByText(/1,000\.00 baht not yet/)
      expect(words()).toContain(sentence)
      expect(screen.queryByRole('textbox')).toBeNull()
      expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull()
      expect(screen.getAllByRole('button', { name: 'Close' }).length).toBeGreaterThan(0)
    },
  )

  test('SAY-08 a bonus and prizes at once: both are named, each with its meter, and nothing is asked', async () => {
    const { screen, words } = await draw({
      part: { amount: 0, notYet: 1_000, why: 'BONUS' },
      kept: { amount: 20, toPlay: 60 },
      answers: { 'GET /api/bonus/check/active': unmet },
    })
    await screen.findByText(/1,000\.00 baht not yet/)
    expect(words()).toContain('740.00 baht left to reach')
    expect(words()).toContain('once you have played another 60.00 baht.')
    const meters = screen.getAllByRole('progressbar')
    expect(meters.map((one) => one.getAttribute('value'))).toEqual(['370', '40'])
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  test('SAY-03 in kip: whole amounts, in words of kip, and one kip more is refused', async () => {
    const { user, field, submit, words, sentAmounts, screen } = await open({
      wallet: sampleWallet({ currency: 'LAK', amount: 700_000 }),
      kept: { amount: 35_000, toPlay: 105_000 },
    })
    expect(words()).toContain(
      'Available to withdraw665,000.00 kip35,000.00 kip not yet · 700,000.00 kip in all',
    )
    expect(words()).not.toContain('baht')
    await user.type(field, '100.5')
    await user.click(submit)
    await user.clear(field)
    await user.type(field, '665001')
    expect(words()).toContain('You can withdraw 665,000.00 kip.')
    await user.click(submit)
    expect(sentAmounts()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'All' }))
    await user.click(submit)
    expect(sentAmounts()).toEqual([{ amount: 665_000 }])
  })

  test.each([
    ['CHECK', 0, false],
    ['BONUS', 0, false],
    ['WITHDRAWAL', 0, false],
    ['BONUS_MAXIMUM', 300, false],
    [null, 1_000, true],
  ] as const)(
    'SAY-91 a met bonus that is kept by %s, with %d free: to withdraw everything is said (%s)',
    async (why, amount, isSaid) => {
      const { progress } = unmet()
      const met = { ...unmet(), progress: { ...progress, total: 1_110, end: 'met' as const } }
      const { screen, words } = await draw({
        part: { amount, notYet: 1_000 - amount, why },
        answers: { 'GET /api/bonus/check/active': () => met },
      })
      await screen.findByText(/Your bonus condition is met/)
      expect(words().includes('Withdraw everything at once')).toBe(isSaid)
    },
  )

  test('SAY-08 less than the least at a time, or nothing at all, is said, and nothing is asked', async () => {
    const few = await draw({ wallet: sampleWallet({ amount: 45 }) })
    await few.screen.findByText('Please withdraw at least 100.00 baht.')
    expect(few.screen.queryByRole('textbox')).toBeNull()
    few.close()
    const none = await draw({ wallet: sampleWallet({ amount: 0 }) })
    await none.screen.findByText('There is nothing to withdraw yet.')
    expect(none.screen.queryByRole('textbox')).toBeNull()
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

  const sent: Withdrawal = {
    _id: id,
    stage: 'SENT',
    reason: null,
    amount: 400,
    currency: 'BAHT',
    bankCode: 'KBANK',
    bankAccountNo: '••••••3344',
    createdAt: '2026-03-02T05:00:00.000Z',
    notBefore: null,
    endedAt: null,
  }
  const state = (withdrawal: Withdrawal | null) => ({
    withdrawal,
    typicalMinutes: null,
    reviewedMinutes: null,
    kept: null,
    withdrawable: { amount: 600, notYet: 0, why: null, played: null },
  })

  test('SAY-12 the one dialog follows it, and says that it is paid by itself', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    let now: Withdrawal | null = null
    const { screen, words } = await answered(
      () => {
        now = sent
        return taken
      },
      { 'GET /api/withdrawals/current': () => state(now) },
    )
    await screen.findByRole('dialog', { name: 'Wait for the transfer' })
    await vi.waitFor(() => expect(words()).toContain('Sent to the bank'))
    now = { ...sent, stage: 'PAID', endedAt: '2026-03-02T05:01:00.000Z' }
    // The page asks again; a push would make it ask at once.
    await act(async () => void vi.advanceTimersByTime(15_000))
    await screen.findByRole('dialog', { name: 'Paid into your account' })
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
  })

  test.each([
    ['RETURNED', 'BANK_REFUSED', 'Back in your main wallet', 'Withdraw again'],
    ['FAILED', 'GAMES_SHORT', 'Withdrawal failed.', 'Withdraw again'],
    ['RETURNED', 'ACCOUNT_CLOSED', 'Back in your main wallet', 'Contact us'],
  ] as const)(
    'SAY-30 one that comes back as %s for %s while its dialog is open: nothing is waited for any more',
    async (stage, reason, sentence, next) => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
      let now: Withdrawal | null = null
      const { screen, words } = await answered(
        () => {
          now = sent
          return taken
        },
        { 'GET /api/withdrawals/current': () => state(now) },
      )
      await vi.waitFor(() => expect(words()).toContain('Sent to the bank'))
      now = { ...sent, stage, reason, endedAt: '2026-03-02T05:01:00.000Z' }
      // The page asks again.
      await act(async () => void vi.advanceTimersByTime(15_000))
      await screen.findByRole('dialog', { name: 'Your withdrawal' })
      expect(words()).toContain(sentence)
      expect(words()).toContain(next)
      expect(words()).not.toMatch(/Wait for the transfer|have set the money aside|Sent to the bank/)
    },
  )

  test('while it is sent nothing else is said than that it goes on', async () => {
    const { answer, give } = later<typeof taken>()
    const { screen, words } = await answered(() => answer)
    expect(words()).toContain('You can close this page.')
    expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull()
    give(taken)
    await screen.findByText('Wait for the transfer')
  })

  test.each([
    ['MONEY_NOT_ENOUGH', ['You can withdraw 1,000.00 baht.']],
    ['BONUS_REMAINING', []],
    ['WITHDRAW_MINIMUM', ['100.00 baht']],
    ['WITHDRAW_MAXIMUM', ['50,000.00 baht']],
    ['TRANSFER_FAIL', []],
  ])(
    'SAY-13 %s is explained in a dialog, once, and what was typed stays',
    async (code, sentences) => {
      const { screen, words, user } = await answered(() => refuse(code))
      await screen.findByRole('dialog', { name: 'It did not go through.' })
      for (const sentence of sentences) expect(words()).toContain(sentence)
      expect(words()).not.toContain('try again')
      await user.click(screen.getAllByRole('button', { name: 'Close' }).at(-1)!)
      expect(screen.getAllByRole('dialog')).toHaveLength(1)
      expect(screen.queryAllByRole('alert')).toEqual([])
      expect(screen.getByRole('textbox')).toHaveProperty('value', '400')
    },
  )

  test('SAY-13 prizes that came meanwhile are named, and no bonus that could be ended', async () => {
    let kept: Current['kept'] = null
    const { screen, words } = await answered(
      () => {
        kept = { amount: 700, toPlay: 3_500 }
        return refuse('BONUS_REMAINING')
      },
      {
        'GET /api/withdrawals/current': () => ({
          ...state(null),
          kept,
          withdrawable: withdrawableOf(sampleWallet(), kept),
        }),
      },
    )
    await screen.findByRole('dialog', { name: 'It did not go through.' })
    await vi.waitFor(() => expect(words()).toContain('You can withdraw 300.00 baht.'))
    expect(words()).not.toContain('end the bonus')
  })

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
          ...state(isOpen ? withdrawal : null),
        }),
      },
    )
    await screen.findByText(/777\.00/)
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
    expect(screen.queryByRole('textbox')).toBeNull()
  })
})

describe('how long it takes', () => {
  const open = (minutesAgo: number): Withdrawal => ({
    _id: id,
    stage: 'REVIEW',
    reason: 'UNDER_REVIEW',
    amount: 400,
    currency: 'BAHT',
    bankCode: 'KBANK',
    bankAccountNo: '••••••3344',
    createdAt: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
    notBefore: null,
    endedAt: null,
  })

  test.each([
    ['in the usual time', 19, true, false],
    ['after twice the usual time', 21, false, true],
  ])('SAY-11 %s', async (_name, minutesAgo, isPromised, isSlow) => {
    const { screen, words } = await draw({
      current: { withdrawal: open(minutesAgo), typicalMinutes: 10 },
    })
    await screen.findByText(/400\.00/)
    expect(words().includes('Usually takes about 10')).toBe(isPromised)
    expect(words().includes('longer than usual')).toBe(isSlow)
    expect(screen.queryByRole('link', { name: 'Write to us' }) !== null).toBe(isSlow)
    expect(words()).toContain('Reference ')
  })

  test.each([
    [29, null, false],
    [31, null, true],
    // It says until when it waits.
    [31, '2099-01-01T00:00:00.000Z', false],
  ])(
    'SAY-11 after %i minutes, where no time is known yet, waiting until %s',
    async (minutesAgo, notBefore, isLong) => {
      const { screen, words } = await draw({
        current: { withdrawal: { ...open(minutesAgo), notBefore }, typicalMinutes: null },
      })
      await screen.findByText(/400\.00/)
      expect(/waiting for more than 30\smin\. Your money is safe\./.test(words())).toBe(isLong)
      expect(screen.queryByRole('link', { name: 'Write to us' }) !== null).toBe(isLong)
      expect(words()).not.toMatch(/usual/i)
    },
  )

  test('before it is sent: the usual time, and how long if staff check it', async () => {
    const { user, field, words } = await (async () => {
      const part = await draw({ current: { reviewedMinutes: 45 } })
      const field = await part.screen.findByRole('textbox', { name: 'Amount to withdraw' })
      return { ...part, field }
    })()
    await user.type(field, '400')
    expect(words()).toMatch(/Usually takes about 5\smin\. If our staff check it, about 45\smin\./)
  })
})
