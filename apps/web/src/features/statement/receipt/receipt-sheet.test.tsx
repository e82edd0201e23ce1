// @vitest-environment jsdom
import type { HoldReason } from '@kapao/contract/statement'
import { refuse } from '@kapao/ui/testing/served.ts'
import { expect, test } from 'vitest'
import { openPart, type Answers } from '../../../testing/open-part.tsx'
import { sampleGame, sampleWallet } from '../../../testing/sample-wallet.ts'
import type { Receipt } from '../queries.ts'
import { ReceiptSheet } from './receipt-sheet.tsx'

const call = 'GET /api/statement/row/{seq}'
const at = '2026-03-02T05:00:00.000Z'

const receipt: Receipt = {
  row: {
    _id: '0199f1c2-7d1e-7c3a-9b1f-77e19b440c2f',
    statementType: 'transfer',
    from: 'wallet',
    to: 'pg',
    status: 'SUCCESS',
    amount: 125.5,
    currency: 'BAHT',
    createdAt: at,
    seq: 7,
  },
  walletBefore: 1_000,
  walletAfter: 874.5,
  held: null,
  corrected: null,
  movements: [
    {
      id: '0199f1c2-7d1e-7c3a-9b1f-77e19b440c30',
      kind: 'transfer.hold',
      from: { isMine: true, kind: 'wallet', party: '' },
      to: { isMine: true, kind: 'game', party: 'pg' },
      amount: 125.5,
      currency: 'BAHT',
      walletBefore: 1_000,
      walletAfter: 874.5,
      createdAt: at,
      proof: null,
    },
  ],
}

function open(part: Partial<Receipt> = {}, answer?: Answers[typeof call]) {
  const slots = [sampleGame({ code: 'pg' })]
  return openPart(<ReceiptSheet seq={7} onClose={() => undefined} />, {
    answers: {
      'GET /api/wallet': () => sampleWallet({ slots }),
      'GET /api/lookup/deposit': () => ({
        banks: [],
        wallets: [],
        isManual: false,
        giftLinkKey: null,
      }),
      [call]: answer ?? (() => ({ ...receipt, ...part })),
    },
  })
}

test('a transfer: both balances, where it went, and each movement', async () => {
  const { words, screen } = await open()
  await screen.findByText('Receipt')
  await screen.findByText('How the money moved')
  for (const part of [
    'Wallet to PG-125.50 baht',
    'In the wallet before1,000.00 baht',
    'In the wallet after874.50 baht',
    'Date and time02/03/2026 12:00:00',
    'FromWalletToPG',
    'Transaction no.7',
    'Moved125.50 bahtWallet → PG',
    'This will be sealed tonight.',
  ])
    expect(words()).toContain(part)
})

test('where the wallet took no part, no balance of it is shown', async () => {
  const { words, screen } = await open({ walletBefore: null, walletAfter: null })
  await screen.findByText('How the money moved')
  expect(words()).not.toContain('In the wallet')
})

test.each([
  ['PAYER', 'It came from an account other than the one you registered', true],
  ['BONUS', 'It will be added to your wallet when your bonus ends.', false],
  ['CHECK', 'are checking the payment before it is added', true],
] satisfies [HoldReason, string, boolean][])(
  'held for %s: says so, shows no movement, and whom to ask',
  async (held, sentence, mayAsk) => {
    const { words, screen } = await open({ held })
    await screen.findByText(/We have this money/)
    expect(words()).toContain(sentence)
    expect(words()).not.toContain('How the money moved')
    expect(screen.queryAllByText('Ask us about this transaction')).toHaveLength(mayAsk ? 1 : 0)
  },
)

test.each([
  ['FAILED', 'No money was moved for this.'],
  ['PENDING', 'No money has moved for this yet.'],
] as const)('%s without a movement: %s', async (status, sentence) => {
  const { words, screen } = await open({ row: { ...receipt.row, status }, movements: [] })
  await screen.findByText('How the money moved')
  expect(words()).toContain(sentence)
})

test('that cannot be read is asked for again', async () => {
  let isAway = true
  const { user, screen } = await open({}, () =>
    isAway ? refuse('SERVICE_BUSY', {}, 503) : receipt,
  )
  await screen.findByText('The receipt could not be loaded.')
  isAway = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('How the money moved')).toBeTruthy()
})

test('SAY-104 the amount of a failed row is marked as one that has moved nothing', async () => {
  const { screen } = await open({ row: { ...receipt.row, status: 'FAILED' } })
  await screen.findByText('How the money moved')
  expect(document.querySelector('[data-status="FAILED"] [data-flow]')?.textContent).toContain(
    '125.50',
  )
})
