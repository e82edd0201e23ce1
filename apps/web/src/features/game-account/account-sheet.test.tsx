// @vitest-environment jsdom
import { refuse } from '@kapao/ui/testing/served.ts'
import { expect, test, vi } from 'vitest'
import { parseSettings } from '#core/settings.ts'
import { SettingsProvider } from '#shared/page-settings.tsx'
import { openPart } from '../../testing/open-part.tsx'
import { sampleGame, sampleWallet } from '../../testing/sample-wallet.ts'
import { AccountSheet } from './account-sheet.tsx'

const call = 'GET /api/wallet/activate/{slotCode}'
const wallet = sampleWallet({ slots: [sampleGame({ code: 'pg', isActive: false })] })

test('SAY-15 a provider that opens no account says so, and the next try begins afresh', async () => {
  let isDown = true
  const { press, words, sentTo } = await openPart(
    <AccountSheet wallet={wallet} code="pg" onTransfer={null} onClose={() => undefined} />,
    {
      answers: {
        [call]: () => (isDown ? refuse('SLOT_ACTIVATE_FAIL', {}, 502) : { message: 'SUCCESS' }),
      },
    },
  )
  expect(words()).not.toContain('could not be opened')
  await press('Open account')
  await vi.waitFor(() =>
    expect(words()).toContain(
      'The game account could not be opened right now. Your money has not moved',
    ),
  )
  isDown = false
  await press('Open account')
  await vi.waitFor(() => expect(sentTo(call)).toHaveLength(2))
  await vi.waitFor(() => expect(words()).not.toContain('could not be opened'))
})

test('SAY-103 an amount that was typed goes along to the transfer', async () => {
  const game = sampleGame({ code: 'pg', amount: 20, web: 'https://game.example/' })
  const onTransfer = vi.fn()
  const { screen, user, press } = await openPart(
    <SettingsProvider settings={parseSettings('{}')}>
      <AccountSheet
        wallet={sampleWallet({ slots: [game] })}
        code="pg"
        onTransfer={onTransfer}
        onClose={() => undefined}
      />
    </SettingsProvider>,
    {
      answers: {
        'GET /api/wallet': () => sampleWallet({ slots: [game] }),
        'GET /api/wallet/account/{slotCode}': () => new Promise(() => undefined),
      },
    },
  )
  await user.type(screen.getByRole('textbox', { name: 'Amount' }), '20')
  await press('Transfer only')
  expect(onTransfer).toHaveBeenCalledWith('20')
})

test('SAY-50 while money moves only the button that was tapped shows it', async () => {
  const game = sampleGame({ code: 'pg', amount: 20, web: 'https://game.example/' })
  const { screen, press } = await openPart(
    <SettingsProvider settings={parseSettings('{}')}>
      <AccountSheet
        wallet={sampleWallet({ slots: [game] })}
        code="pg"
        onTransfer={null}
        onClose={() => undefined}
      />
    </SettingsProvider>,
    {
      answers: {
        'GET /api/wallet': () => sampleWallet({ slots: [game] }),
        'GET /api/wallet/account/{slotCode}': () => new Promise(() => undefined),
        'POST /api/wallet/transferAll': () => new Promise(() => undefined),
      },
    },
  )
  await press('All')
  await press(/^Transfer all .*play/)
  const busy = () =>
    screen
      .getAllByRole('button')
      .filter((one) => one.ariaBusy === 'true')
      .map(({ textContent }) => textContent)
  await vi.waitFor(() => expect(busy()).toHaveLength(1))
  expect(busy()[0]).toMatch(/^Transfer all/)
})
