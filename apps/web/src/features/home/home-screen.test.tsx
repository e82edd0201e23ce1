// @vitest-environment jsdom
import { act } from '@testing-library/react'
import { later, refuse } from '@kapao/ui/testing/served.ts'
import { expect, test, vi } from 'vitest'
import { keepLastBalance } from '#core/session/last-balance.ts'
import { parseSettings } from '#core/settings.ts'
import { SettingsProvider } from '#shared/page-settings.tsx'
import { openPart, type Answers } from '../../testing/open-part.tsx'
import { sampleWallet } from '../../testing/sample-wallet.ts'
import { HomeScreen } from './home-screen.tsx'
import { ShortcutRow } from './shortcut-grid.tsx'

const everything: Answers = {
  'GET /api/wallet': () => sampleWallet(),
  'GET /api/wallet/refresh/slot': () => ({ message: 'SUCCESS' as const }),
  'GET /api/spinwheel/active': () => ({ isActive: true }),
  'GET /api/wallet/underway': () => new Promise<never>(() => undefined),
}

async function open(answers: Answers = {}) {
  let known = (): void => undefined
  const opened = await openPart(
    <SettingsProvider settings={parseSettings('{}')}>
      <HomeScreen
        sheets={{}}
        renderUnderWay={({ part, onKnown }) => {
          known = onKnown
          return part === 'stack' && <p>under way</p>
        }}
        renderGames={() => <section aria-label="Games" />}
        renderGame={() => null}
        renderAgreement={() => null}
      />
    </SettingsProvider>,
    { answers: { ...everything, ...answers } },
  )
  return { ...opened, tellKnown: () => act(async () => known()) }
}

test('SAY-24 the games and what follows them are drawn together with what is under way', async () => {
  const { screen, tellKnown } = await open()
  const stack = (await screen.findByText('under way')).parentElement!
  expect(stack.hidden).toBe(true)
  expect(screen.queryByRole('region', { name: 'Games' })).toBeNull()
  expect(screen.queryByText('Coins')).toBeNull()
  await tellKnown()
  expect(stack.hidden).toBe(false)
  expect(stack.dataset['late']).toBe('false')
  await screen.findByRole('region', { name: 'Games' })
  await screen.findByText('Coins')
})

test(
  'SAY-24 they wait no longer than a moment, and then keep the place of what is under way',
  { tags: 'long-1' },
  async () => {
    const { screen, tellKnown } = await open()
    const stack = (await screen.findByText('under way')).parentElement!
    await screen.findByRole('region', { name: 'Games' }, { timeout: 10_000 })
    expect(stack.dataset['late']).toBe('true')
    await tellKnown()
    expect(stack.dataset['late']).toBe('true')
  },
)

test('SAY-24 without a connection the last known coins and referral bonus are shown', async () => {
  keepLastBalance({ total: 900, currency: 'BAHT', coin: 12, referral: 5 })
  const { screen, words } = await open({
    'GET /api/wallet': () => refuse('SERVER_ERROR', {}, 500),
  })
  await screen.findByText('Coins')
  expect(words()).toContain('12.00 coin')
  expect(words()).toContain('5.00 baht')
})

test('SAY-27 the place of the wheel stays empty until the server has said whether there is one', async () => {
  const { answer, give } = later<{ isActive: boolean }>()
  const { screen } = await openPart(
    <ShortcutRow sheets={['invite', 'refund']} onSheet={vi.fn()} onRefresh={vi.fn()} />,
    { answers: { 'GET /api/spinwheel/active': () => answer } },
  )
  const row = screen.getByRole('list').parentElement!
  const places = () => row.querySelectorAll('button, div > span').length
  expect(screen.queryByRole('button', { name: /wheel|Refresh/ })).toBeNull()
  const before = places()
  give({ isActive: false })
  await screen.findByRole('button', { name: 'Refresh all' })
  expect(places()).toBe(before)
})
