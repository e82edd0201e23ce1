// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { openPart } from '../../testing/open-part.tsx'
import { sampleGame, sampleWallet } from '../../testing/sample-wallet.ts'
import { GamesPanel } from './games-panel.tsx'

test('SAY-22 a tab says what lies in its group, and its games with money come first', async () => {
  const slots = [
    sampleGame({ code: 'pg' }),
    sampleGame({ code: 'joker', amount: 20.5 }),
    sampleGame({ code: 'sport', category: 'sport', amount: 400 }),
    sampleGame({ code: 'dealer', category: 'sport', amount: 80 }),
    sampleGame({ code: 'huayhd', category: 'lotto' }),
  ]
  const onOpen = vi.fn()
  const { screen, user } = await openPart(
    <GamesPanel wallet={sampleWallet({ slots })} onOpen={onOpen} />,
  )
  const tabs = screen.getAllByRole('tab').map((tab) => tab.textContent)
  expect(tabs).toEqual(['Slot20.50', 'Sport480.00', 'Lotto'])
  const first = () => screen.getAllByRole('listitem')[0]!.textContent
  expect(first()).toContain('JOKER')
  await user.click(screen.getByRole('tab', { name: /^Sport/ }))
  expect(first()).toContain('SPORT')
  await user.click(screen.getAllByRole('listitem')[1]!.querySelector('button')!)
  expect(onOpen).toHaveBeenCalledWith('dealer')
})
