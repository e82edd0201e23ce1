// @vitest-environment jsdom
import type { CallOutput } from '@kapao/contract/calls'
import type { Language } from '@kapao/contract/limits'
import { later, refuse, refuseFor } from '@kapao/ui/testing/served.ts'
import { describe, expect, test, vi } from 'vitest'
import { hourMs } from '@kapao/contract/times'
import { openPart, type Answers } from '../../testing/open-part.tsx'
import { sampleGame, sampleWallet } from '../../testing/sample-wallet.ts'
import { formatMinute } from '#core/format.ts'
import { TransferSheet } from './transfer-sheet.tsx'

const one = 'POST /api/wallet/transfer'
const everything = 'POST /api/wallet/transferAll'

const taken: CallOutput<typeof one> = {
  message: 'SUCCESS',
  receipt: {
    _id: '0199f1c2-7d1e-7c3a-9b1f-77e19b440c2f',
    statementType: 'transfer',
    from: 'WALLET',
    to: 'pg',
    status: 'SUCCESS',
    amount: 1,
    currency: 'BAHT',
    createdAt: '2026-03-02T05:00:00.000Z',
  },
}
const wallet = sampleWallet({
  slots: [
    sampleGame({ code: 'pg', amount: 200.25 }),
    sampleGame({ code: 'joker', amount: 30 }),
    sampleGame({ code: 'closed', amount: 5, isActive: false }),
  ],
})

async function open(
  game: string | null,
  answers: Answers = {},
  {
    shown = wallet,
    language,
    amount,
  }: { shown?: typeof wallet; language?: Language; amount?: string } = {},
) {
  const onClose = vi.fn()
  const part = await openPart(
    <TransferSheet wallet={shown} game={game} onClose={onClose} {...(amount ? { amount } : {})} />,
    {
      answers: {
        'GET /api/wallet': () => shown,
        [one]: () => taken,
        [everything]: () => ({ message: 'SUCCESS', receipts: [] }),
        ...answers,
      },
      ...(language ? { language } : {}),
    },
  )
  return { ...part, onClose }
}

describe('one amount', () => {
  test('goes from the wallet to the game as typed, once, and the sentence names both ways round', async () => {
    const { answer, give } = later<typeof taken>()
    const { screen, user, sentTo, words, sent } = await open('pg', { [one]: () => answer })
    await user.type(screen.getByRole('textbox', { name: 'Amount' }), '125.5')
    await user.dblClick(screen.getByRole('button', { name: 'Transfer' }))
    expect(sentTo(one)).toEqual([{ from: 'wallet', to: 'pg', amount: 125.5 }])
    expect(sent.find(({ name }) => name === one)!.key).toMatch(/^[\w-]{16,}$/)
    expect(screen.queryByRole('button', { name: 'Transfer' })).toBeNull()
    give(taken)
    await screen.findByText('Transfer done')
    expect(words()).toContain('Transferred 125.50 baht from Main wallet to PG.')
  })

  test('SAY-103 what was typed at the game is what is moved', async () => {
    const { press, sentTo } = await open('pg', {}, { amount: '125.5' })
    await press('Transfer')
    expect(sentTo(one)).toEqual([{ from: 'wallet', to: 'pg', amount: 125.5 }])
  })

  test('“All” is what the source has, not what the wallet has', async () => {
    const { screen, press, sentTo, words } = await open('pg')
    await press('Swap from and to')
    await press('All')
    await press('Transfer')
    expect(sentTo(one)).toEqual([{ from: 'pg', to: 'wallet', amount: 200.25 }])
    await screen.findByText('Transfer done')
    expect(words()).toContain('Transferred 200.25 baht from PG to Main wallet.')
  })

  test.each([
    ['0.99', 'Please transfer at least 1.00 baht.'],
    ['', 'Please transfer at least 1.00 baht.'],
  ])('%j is refused beside the field', async (amount, sentence) => {
    const { screen, user, press, sentTo, words } = await open('pg')
    if (amount !== '') await user.type(screen.getByRole('textbox', { name: 'Amount' }), amount)
    await press('Transfer')
    expect(words()).toContain(sentence)
    expect(sentTo(one)).toEqual([])
  })

  test('SAY-40 the accounts are the sliders: one is open at a time, and a choice closes it', async () => {
    const { screen, user, press } = await open(null)
    const isOpen = () => screen.queryAllByRole('listbox').map((one) => one.ariaLabel)
    const option = (name: RegExp) => screen.getByRole('option', { name })
    // The destination is missing, so it is asked for at once.
    expect(isOpen()).toEqual(['To'])
    // Last stands where the money is.
    const offered = screen.getAllByRole('option').map(({ textContent }) => textContent)
    expect(offered.at(-1)).toMatch(/Main wallet.*From here/)
    await press(/From.*Main wallet/)
    expect(isOpen()).toEqual(['From'])
    await user.click(option(/PG/))
    expect(isOpen()).toEqual(['To'])
    await user.click(option(/JOKER/))
    expect(isOpen()).toEqual([])
    const chosen = screen.getByRole('button', { name: /To.*JOKER/ })
    expect(document.activeElement).toBe(chosen)
    // Choosing the destination as the source swaps the two.
    await press(/From.*PG/)
    await user.click(option(/JOKER/))
    screen.getByRole('button', { name: /From.*JOKER/ })
    screen.getByRole('button', { name: /To.*PG/ })
  })

  test('SAY-40 an arrow key chooses and goes on, Enter closes', async () => {
    const { screen, user, press } = await open('pg')
    expect(screen.queryByRole('listbox')).toBeNull()
    await press(/To.*PG/)
    screen.getByRole('listbox').focus()
    await user.keyboard('{ArrowDown}')
    screen.getByRole('button', { name: /To.*JOKER/ })
    screen.getByRole('listbox')
    await user.keyboard('{Enter}')
    expect(screen.queryByRole('listbox')).toBeNull()
  })

  test('TRF-05 money cannot go to where it is', async () => {
    const { screen, user, press, sentTo, words } = await open(null)
    await user.click(screen.getByRole('option', { name: /Main wallet/ }))
    await user.type(screen.getByRole('textbox', { name: 'Amount' }), '10')
    await press('Transfer')
    expect(words()).toContain('Please choose two different places.')
    expect(sentTo(one)).toEqual([])
  })

  test('without a target nothing is sent', async () => {
    const { screen, user, press, sentTo, words } = await open(null)
    await user.type(screen.getByRole('textbox', { name: 'Amount' }), '10')
    await press('Transfer')
    expect(words()).toContain('Please choose where the money comes from and where it goes.')
    expect(sentTo(one)).toEqual([])
  })

  test('more than the source has is said while it is typed', async () => {
    const { screen, user, words } = await open('pg')
    const field = screen.getByRole('textbox', { name: 'Amount' })
    await user.type(field, '1000.01')
    expect(words()).toContain('That is more than your available balance.')
    await user.clear(field)
    await user.type(field, '1000')
    expect(words()).not.toContain('That is more')
  })
})

describe('a game that refuses', () => {
  test.each([
    ['from the wallet', 'pg', false, 'Your money is back in your wallet'],
    ['from a game', 'pg', true, 'Your money is back in PG.'],
  ])('%s: says where the money is', async (_name, game, isSwapped, sentence) => {
    const { screen, user, press, words } = await open(game, {
      [one]: () => refuse('TRANSFER_FAIL'),
    })
    if (isSwapped) await press('Swap from and to')
    await user.type(screen.getByRole('textbox', { name: 'Amount' }), '10')
    await press('Transfer')
    await vi.waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(2))
    expect(words()).toContain(sentence)
    expect(screen.queryByText('Transfer done')).toBeNull()
  })

  test('SAY-13 too little: the source and what it has, once', async () => {
    const { screen, user, press, words } = await open('pg', {
      [one]: () => refuse('MONEY_NOT_ENOUGH'),
    })
    await user.type(screen.getByRole('textbox', { name: 'Amount' }), '10')
    await press('Transfer')
    await vi.waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(2))
    expect(words()).toContain('It did not go through.')
    expect(words()).toContain('There is 1,000.00 baht in Main wallet.')
    await press('Close')
    // It is said once, and what was typed stays.
    expect(words()).not.toContain('There is 1,000.00 baht in Main wallet.')
    expect(words()).not.toContain('It did not go through.')
    expect(screen.getByRole('textbox', { name: 'Amount' })).toHaveProperty('value', '10')
  })
})

describe('a limit of 24 hours', () => {
  const goesOn = [
    ['th', 'โยกเงิน', /ใช้งานต่อได้ตั้งแต่ \d\d\/\d\d\/\d{4} \d\d:\d\d น\./],
    ['la', 'ຍ້າຍເງິນ', /ໃຊ້ຕໍ່ໄດ້ຕັ້ງແຕ່ \d\d\/\d\d\/\d{4} \d\d:\d\d ໂມງ/],
    ['en', 'Transfer', /You can go on from \d\d\/\d\d\/\d{4} \d\d:\d\d\. /],
  ] as const
  test.each(goesOn)('COST-09 says from when it goes on: %s', async (language, submit, sentence) => {
    const soon = Date.now() + 3 * hourMs
    const { user, screen, press, words } = await open(
      'pg',
      { [one]: () => refuseFor('DAY_LIMIT', 10_800) },
      { language },
    )
    await user.type(screen.getByRole('textbox'), '10')
    await press(submit)
    await vi.waitFor(() => expect(words()).toMatch(sentence))
    const times = [soon, soon + 90_000].map((at) => formatMinute(at))
    expect(times.some((time) => words().includes(time))).toBe(true)
  })

  test('COST-09 without a time it says to try later', async () => {
    const { user, screen, press, words } = await open('pg', {
      [one]: () => refuse('DAY_LIMIT', {}, 429),
    })
    await user.type(screen.getByRole('textbox', { name: 'Amount' }), '10')
    await press('Transfer')
    await vi.waitFor(() => expect(words()).toContain('Please try again later.'))
    expect(words()).not.toContain('null')
  })
})

describe('everything', () => {
  test('is asked for once more with its sum, and goes to the chosen place', async () => {
    const { screen, press, sentTo, words } = await open('pg')
    await press('Move everything to PG')
    expect(words()).toContain('1,030.00 baht at last count, will move to PG.')
    expect(sentTo(everything)).toEqual([])
    await press('Move everything')
    await screen.findByText('Transfer done')
    expect(sentTo(everything)).toEqual([{ to: 'pg' }])
    expect(words()).toContain('Everything is at PG now.')
  })

  test('declined: nothing is sent', async () => {
    const { press, sentTo, screen } = await open('pg')
    await press('Move everything to PG')
    await press('Cancel')
    expect(sentTo(everything)).toEqual([])
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
  })
})

test('without a game account there is nothing to fill in', async () => {
  const { words, press, onClose } = await open(null, {}, { shown: sampleWallet() })
  expect(words()).toContain('You have no game account yet.')
  await press('Close')
  expect(onClose).toHaveBeenCalledWith(false)
})
