// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import type { HeldBonus } from '#shared/bonus/held/queries.ts'
import { openPart } from '../../testing/open-part.tsx'
import { sampleWallet } from '../../testing/sample-wallet.ts'
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

async function open(bonus: HeldBonus) {
  const opened = await openPart(
    <DepositSheet
      wallet={sampleWallet()}
      renderQr={({ isClosed }) => <p>{isClosed ? 'no new code' : 'new code'}</p>}
      renderGift={() => <p>gift form</p>}
      onClose={() => undefined}
    />,
    {
      answers: {
        'GET /api/wallet': () => sampleWallet(),
        'GET /api/lookup/deposit': () => lookup,
        'GET /api/lookup/slip': () => ({ closed: null }) as never,
        'GET /api/bonus/check/active': () => bonus,
        'GET /api/bonus': () => [],
        'POST /api/statement': () => ({ total: 0, statements: [] }),
        'POST /api/statement/slip': () => ({ total: 0, slips: [] }),
      },
    },
  )
  await opened.screen.findByText(/111-222-3334/)
  return opened
}

describe('while a bonus is held', () => {
  test('SAY-05 every tab says first that a deposit waits, and what is missing', async () => {
    const { words, user, screen } = await open(held)
    for (const tab of ['Bank', 'QR code', 'Gift link']) {
      await user.click(screen.getByRole('tab', { name: tab }))
      expect(words()).toContain('You hold the bonus EVERYDAY')
      expect(words()).toContain('740.00 baht to go')
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

test('without a bonus nothing is said about one but the rule', async () => {
  const { words, user, screen } = await open({ status: false, type: null, progress: null })
  expect(words()).not.toContain('You hold the bonus')
  await user.click(screen.getByRole('tab', { name: 'QR code' }))
  expect(words()).toContain('new code')
})
