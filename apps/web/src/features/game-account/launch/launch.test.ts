import { autoLoginProviders } from '@kapao/contract/limits-of-parts'
import { describe, expect, test } from 'vitest'
import { isWebAddress, launchOf, readLaunchSettings } from './launch.ts'

const none = { sportAddress: null }

describe('how a game is entered', () => {
  test.each(autoLoginProviders)('OP-B33 GAME-20 %s by a link made for this launch', (code) => {
    expect(launchOf({ code, web: 'https://somewhere.example' }, none)).toEqual({
      kind: 'link',
      provider: code,
    })
  })

  test('OP-B33 GAME-18 the sports provider by a form', () => {
    const sportAddress = 'https://sport.example/login'
    expect(launchOf({ code: 'sport', web: null }, { sportAddress })).toEqual({
      kind: 'form',
      address: sportAddress,
    })
    expect(launchOf({ code: 'sport', web: null }, none)).toBeNull()
  })

  test('OP-B33 GAME-19 others at their fixed address', () => {
    const web = 'https://lotto.example/'
    expect(launchOf({ code: 'lotto', web }, none)).toEqual({ kind: 'address', address: web })
  })

  test('OP-B33 GAME-08 a game without an address cannot be entered', () => {
    expect(launchOf({ code: 'lotto', web: null }, none)).toBeNull()
  })

  test.each(['javascript:alert(1)', 'data:text/html,x', 'intent://x', 'x', ''])(
    'an address that is no web page is none: %s',
    (web) => {
      expect(isWebAddress(web)).toBe(false)
      expect(launchOf({ code: 'lotto', web }, none)).toBeNull()
    },
  )
})

describe("the operator's settings", () => {
  const block = JSON.stringify({
    settings: {
      'games.iframe': true,
      'sport.address.thai': 'https://thai.example/in',
      'sport.address.laos': 'https://laos.example/in',
    },
  })

  test('BUILD-04 games open in a tab of their own if the page is in a frame', () => {
    expect(readLaunchSettings(block, 'thai').opensTab).toBe(true)
    expect(readLaunchSettings('{}', 'thai').opensTab).toBe(false)
    expect(readLaunchSettings('{"settings":{"games.iframe":"yes"}}', 'thai').opensTab).toBe(false)
  })

  test('GAME-21 VAR-04 BUILD-06 the sports provider has an address for each variant', () => {
    expect(readLaunchSettings(block, 'thai').sportAddress).toBe('https://thai.example/in')
    expect(readLaunchSettings(block, 'laos').sportAddress).toBe('https://laos.example/in')
  })

  test.each(['', 'null', '7', '{"settings":null}', '{"settings":{"sport.address.thai":"x:y"}}'])(
    'the block %s sets nothing',
    (text) => {
      expect(readLaunchSettings(text, 'thai')).toEqual({ opensTab: false, sportAddress: null })
    },
  )
})
