// @vitest-environment jsdom
import { refuse } from '@kapao/ui/testing/served.ts'
import { expect, test } from 'vitest'
import { parseSettings } from '#core/settings.ts'
import { SettingsProvider } from '#shared/page-settings.tsx'
import { openPart, type Answers } from '../../testing/open-part.tsx'
import { sampleWallet } from '../../testing/sample-wallet.ts'
import type { Row } from './queries.ts'
import { StatementScreen } from './statement-screen.tsx'

const all = 'POST /api/statement'
const before = 'POST /api/statement/before'

const rowOf = (seq: number, part: Partial<Row> = {}): Row => ({
  _id: `0199f1c2-7d1e-7c3a-9b1f-77e19b440c${seq}`,
  statementType: 'withdraw',
  from: 'wallet',
  to: 'KBANK',
  status: 'SUCCESS',
  amount: seq,
  currency: 'BAHT',
  createdAt: '2026-03-02T05:00:00.000Z',
  seq,
  ...part,
})

async function open(answers: Answers = {}) {
  return openPart(
    <SettingsProvider settings={parseSettings('{}')}>
      <StatementScreen
        renderReceipt={(seq) => <p>{`receipt ${seq}`}</p>}
        renderSlips={() => <p>slips</p>}
      />
    </SettingsProvider>,
    {
      answers: {
        'GET /api/wallet': () => sampleWallet(),
        'GET /api/lookup/deposit': () => ({
          banks: [],
          wallets: [],
          isManual: false,
          giftLinkKey: null,
        }),
        'GET /api/statement/days': () => ({ days: [] }) as never,
        'POST /api/statement/balances': () => ({ balances: [] }),
        [all]: ({ page }) => ({ total: 45, statements: [rowOf(page * 10)] }),
        [before]: ({ before: from }) =>
          from === null || from === undefined
            ? { statements: [rowOf(31)], before: 31 }
            : { statements: [rowOf(21)], before: null },
        ...answers,
      },
    },
  )
}

test('a row opens its own receipt; money that went out is written so', async () => {
  const { screen, words, user } = await open()
  await screen.findByText(/10\.00/)
  expect(words()).toContain('-10.00')
  await user.click(screen.getAllByText(/10\.00/)[0]!)
  expect(words()).toContain('receipt 10')
})

test('SAY-44 red and green are for money that enters or leaves; a transfer keeps its sign', async () => {
  const rows = [
    rowOf(3, { statementType: 'transfer', from: 'wallet', to: 'pg' }),
    rowOf(2, { statementType: 'deposit', from: 'SCB', to: 'wallet' }),
    rowOf(1),
  ]
  const { screen } = await open({ [all]: () => ({ total: 3, statements: rows }) })
  await screen.findByText(/-3\.00/)
  const flows = [...document.querySelectorAll('[data-flow]')]
  expect(flows.map(({ textContent }) => textContent?.slice(0, 5))).toEqual([
    '-3.00',
    '+2.00',
    '-1.00',
  ])
  expect(flows.map((one) => one.getAttribute('data-flow'))).toEqual(['between', 'in', 'out'])
})

test('one kind is asked for by the rows below one, older and newer', async () => {
  const { screen, press, sentTo } = await open()
  await screen.findByText(/10\.00/)
  await press('Withdrawals')
  await screen.findByText(/31\.00/)
  expect(screen.getByRole('button', { name: 'Newer' })).toHaveProperty('disabled', true)
  await press('Older')
  await screen.findByText(/21\.00/)
  expect(screen.getByRole('button', { name: 'Older' })).toHaveProperty('disabled', true)
  await press('Newer')
  await screen.findByText(/31\.00/)
  expect(sentTo(before)).toMatchObject([
    { kind: 'withdraw', before: null },
    { kind: 'withdraw', before: 31 },
    { kind: 'withdraw', before: null },
  ])
})

test('all are turned by page, and another kind begins at its first rows', async () => {
  const { screen, press, sentTo } = await open()
  await screen.findByText(/10\.00/)
  await press('Next page')
  await screen.findByText(/20\.00/)
  await press('Deposits')
  await screen.findByText(/31\.00/)
  await press('All')
  await screen.findByText(/10\.00/)
  expect(sentTo(all).map(({ page }) => page)).toEqual([1, 2, 1])
})

test('nothing of a kind, and nothing at all, have words of their own', async () => {
  const { screen, press, words } = await open({
    [all]: () => ({ total: 0, statements: [] }),
    [before]: () => ({ statements: [], before: null }),
  })
  await screen.findByText(/Your first deposit will be the first item/)
  await press('Bonuses')
  await screen.findByText('There are no transactions of this kind yet.')
  expect(words()).not.toContain('Your first deposit')
})

test('that cannot be read is asked for again', async () => {
  let isAway = true
  const { screen, press } = await open({
    [all]: () => (isAway ? refuse('SERVICE_BUSY', {}, 503) : { total: 1, statements: [rowOf(7)] }),
  })
  await screen.findByText(/The statement could not be loaded/)
  isAway = false
  await press('Try again')
  expect(await screen.findByText(/7\.00/)).toBeTruthy()
})
