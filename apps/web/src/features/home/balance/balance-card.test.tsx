// @vitest-environment jsdom
import { languages } from '@kapao/contract/limits'
import { expect, test } from 'vitest'
import { openPart } from '../../../testing/open-part.tsx'
import { sampleWallet } from '../../../testing/sample-wallet.ts'
import { BalanceCard } from './balance-card.tsx'
import { useRefreshing } from './refreshing.ts'

function Home() {
  return <BalanceCard home={useRefreshing()} parts={<p>parts</p>} actions={null} />
}

const threeMinutes = { th: '3\u00A0นาทีที่แล้ว', la: '3\u00A0ນາທີກ່ອນ', en: '3 minutes ago' }

test.each(languages)(
  'CALM-02 in %s balances that the server could not read anew say how old they are, although all calls succeed',
  async (language) => {
    const { screen, words } = await openPart(<Home />, {
      language,
      answers: {
        'GET /api/wallet': () => ({ ...sampleWallet({ amount: 1_234.5 }), ageSeconds: 185 }),
        'GET /api/wallet/refresh/slot': () => ({ message: 'SUCCESS' as const }),
      },
    })
    const status = await screen.findByRole('status')
    expect(status.textContent).toContain(threeMinutes[language])
    expect(words()).toContain('1,234.50')
  },
)

test('CALM-02 balances that were read anew do not', async () => {
  const { screen, words } = await openPart(<Home />, {
    answers: {
      'GET /api/wallet': () => sampleWallet({ amount: 1_234.5 }),
      'GET /api/wallet/refresh/slot': () => ({ message: 'SUCCESS' as const }),
    },
  })
  await screen.findByText(/^Updated/)
  expect(words()).not.toMatch(/Could not update/)
})

test.each([
  [0, false],
  [0.01, true],
])('SAY-25 of a total of %d it is said what can be withdrawn: %s', async (amount, isSaid) => {
  const { screen, words } = await openPart(<Home />, {
    answers: {
      'GET /api/wallet': () => sampleWallet({ amount }),
      'GET /api/wallet/refresh/slot': () => ({ message: 'SUCCESS' as const }),
    },
  })
  await screen.findByText(/^Updated/)
  expect(words().includes('parts')).toBe(isSaid)
})
