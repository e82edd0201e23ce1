import { expect, test } from 'vitest'
import { systemClock } from '#core/clock.ts'
import { openDoorFigures } from '../door-figures.ts'
import { openGames } from './open.ts'

const game = {
  code: 'pg',
  family: 'pg',
  address: 'https://api.provider.example',
  addressLaos: null,
  launchAddress: 'https://play.provider.example',
  launchHosts: ['play.provider.example'],
} as const
const agents = {}

test('S34 a launch leads over https to a host of its provider, and nowhere else', () => {
  const around = { clock: systemClock, figures: openDoorFigures() }
  const games = openGames({ sandboxUrl: null, agents, variant: 'thai', ...around })
  expect(games.mayLaunch(game, 'https://play.provider.example/a?token=1')).toBe(true)
  for (const link of [
    'http://play.provider.example/a',
    'https://evil.example/play.provider.example',
    'https://play.provider.example.evil.example/',
    'https://play.provider.example@evil.example/',
    'https://play.provider.example:8443/',
    'https://other.provider.example/',
    '//play.provider.example/',
    'javascript:alert(1)//play.provider.example',
    'data:text/html,play.provider.example',
    '',
  ])
    expect(games.mayLaunch(game, link), link).toBe(false)
})
