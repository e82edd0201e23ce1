// @vitest-environment jsdom
import type { CallOutput } from '@kapao/contract/calls'
import { later, refuse } from '@kapao/ui/testing/served.ts'
import { describe, expect, test, vi } from 'vitest'
import type { Bonus, Offer } from '#shared/bonus/queries.ts'
import { openPart, type Answers } from '../../testing/open-part.tsx'
import { sampleWallet } from '../../testing/sample-wallet.ts'
import { BonusSheet } from './bonus-sheet.tsx'

const call = 'GET /api/bonus/activate/{code}'

const bonus: Bonus = {
  code: 'WELCOME',
  type: 'limit',
  maxReceived: 1,
  percentFail: 20,
  banners: [],
  userBonus: null,
}
const offer: Offer = {
  kind: 'balance',
  base: 'deposit and bonus',
  factor: '5.00',
  percentFail: 20,
  deposit: 1_200.5,
  bonus: 100,
  target: 6_502.5,
  toPlayFirst: 0,
  endAmount: 20,
  withdrawMax: 3_000,
  contributions: {},
  needsDeposit: false,
}
const receive = /^Receive 100\.00\sbaht and lock 1,200\.50\sbaht$/
const received: CallOutput<typeof call> = { _id: 'b1', isActive: true, received: [] }

async function open({
  isHeld = false,
  part = {},
  answers = {},
}: { isHeld?: boolean; part?: Partial<Offer>; answers?: Answers } = {}) {
  const onClose = vi.fn()
  const shown = { bonus, isHeld, wallet: sampleWallet(), onClose }
  const opened = await openPart(<BonusSheet {...shown} />, {
    answers: {
      'GET /api/bonus/offer/{code}': () => ({ ...offer, ...part }),
      'GET /api/lookup/notice': () => ({ notice: '<p>May be ended at {percentFail}</p>' }),
      [call]: () => received,
      ...answers,
    },
  })
  return { ...opened, onClose, taken: () => opened.sentTo(call) }
}

describe('before it is received', () => {
  test('what it gives and requires is there in figures, and no button works before', async () => {
    const { answer, give } = later<Offer>()
    const { screen, words } = await open({
      answers: { 'GET /api/bonus/offer/{code}': () => answer },
    })
    const button = screen.getByRole('button', { name: 'Receive the bonus' })
    expect(button).toHaveProperty('disabled', true)
    give(offer)
    await screen.findByText('You receive')
    expect(button).toHaveProperty('disabled', false)
    for (const figure of [
      'You receive100.00 baht',
      'You have now1,200.50 baht',
      'Wallet and games must reach6,502.50 baht (1,200.50 + 100.00) × 5',
      'Can be ended at or below20.00 baht',
      'Maximum withdrawal3,000.00 baht',
    ])
      expect(words()).toContain(figure)
  })

  test('SAY-06 first of all it says what it locks and until when, and the button repeats it', async () => {
    const { screen, words } = await open()
    await screen.findByRole('button', { name: receive })
    const locks =
      'Your 1,200.50 baht cannot be withdrawn until wallet and games reach 6,502.50 baht.'
    expect(words()).toContain(locks)
    expect(words().indexOf(locks)).toBeLessThan(words().indexOf('May be ended at'))
    expect(words().indexOf(locks)).toBeLessThan(words().indexOf('Worked out for you'))
  })

  test('SAY-06 for bets, and with nothing of their own', async () => {
    const bets = await open({ part: { kind: 'turnover', target: 500 } })
    await bets.screen.findByText(/cannot be withdrawn until you have bet 500\.00 baht\./)
    bets.close()
    const { screen, words } = await open({ part: { deposit: 0, target: 500 } })
    await screen.findByText(
      /The bonus and what you win cannot be withdrawn until wallet and games reach 500/,
    )
    expect(screen.getByRole('button', { name: 'Receive the bonus' })).toBeDefined()
    expect(words()).not.toContain('and lock')
  })

  test('a share of a deposit that is not there says so, shows no sum, and cannot be received', async () => {
    const { screen, words } = await open({ part: { needsDeposit: true } })
    await screen.findByText(/Make a deposit, then receive it/)
    expect(screen.getByRole('button', { name: 'Receive the bonus' })).toHaveProperty(
      'disabled',
      true,
    )
    expect(words()).not.toContain('You receive')
  })

  test('while another one is active it can only be read', async () => {
    const { screen, words, taken, press, onClose } = await open({ isHeld: true })
    await screen.findByText(/It has to end before you can receive another/)
    expect(words()).not.toContain('Receive the bonus')
    await press('Confirm')
    expect(taken()).toEqual([])
    expect(onClose).toHaveBeenCalled()
  })
})

describe('receiving it', () => {
  test('is sent once, under a key, and says how much came', async () => {
    const { answer, give } = later<typeof received>()
    const { screen, press, taken, sent, words } = await open({ answers: { [call]: () => answer } })
    await screen.findByText('You receive')
    await press(receive)
    await press(receive)
    expect(taken()).toEqual([{ code: 'WELCOME' }])
    expect(sent.find(({ name }) => name === call)!.key).not.toBeNull()
    give(received)
    await screen.findByText('Bonus received')
    expect(words()).toContain('100.00 baht is in your main wallet, and the condition has begun.')
  })

  test.each([
    ['REWARD_HELD', 'The bonus was not received'],
    ['BONUS_FULL', 'The bonus was not received'],
    ['BONUS_NO_DEPOSIT', 'you have none left to use for it'],
    ['REQUEST_IN_PROGRESS', 'Something is still being checked'],
  ])('refused with %s: nothing is said to have come', async (code, sentence) => {
    const { screen, press, words } = await open({ answers: { [call]: () => refuse(code) } })
    await screen.findByText('You receive')
    await press(receive)
    await screen.findByText('The bonus was not received')
    expect(words()).toContain(sentence)
    expect(words()).not.toContain('is in your main wallet')
  })
})
