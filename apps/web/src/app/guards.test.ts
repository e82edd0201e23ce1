import { describe, expect, test } from 'vitest'
import { nextStep } from './guards.ts'

const memberPaths = ['home', 'profile', 'bonus', 'statement', 'contact', 'spin'].map(
  (name) => `/user/${name}`,
)

describe('the guard', () => {
  test('OP-A01 NAV-01 NAV-21 NAV-23 / leads to /user with a token or without, and decides nothing', () => {
    expect(nextStep('/', true)).toEqual({ kind: 'redirect', to: '/user' })
    expect(nextStep('/', false)).toEqual({ kind: 'redirect', to: '/user' })
  })

  test('NAV-06 /user leads to /user/home', () => {
    expect(nextStep('/user', true)).toEqual({ kind: 'redirect', to: '/user/home' })
    expect(nextStep('/user/', false)).toEqual({ kind: 'redirect', to: '/user/home' })
  })

  test.each(memberPaths)(
    'SCOPE-05 SCOPE-06 NAV-16 %s needs a token, and nothing but a token',
    (path) => {
      expect(nextStep(path, true)).toEqual({ kind: 'member', path })
      expect(nextStep(path, false)).toEqual({ kind: 'redirect', to: '/login' })
    },
  )

  test.each(['/login', '/register', '/howto', '/contact'])(
    'SCOPE-04 %s is open to visitors',
    (path) => {
      expect(nextStep(path, false)).toEqual({ kind: 'public', path })
      expect(nextStep(`${path}/`, true)).toEqual({ kind: 'public', path })
    },
  )

  test('S46 a redirect target inside the address is ignored', () => {
    for (const path of [
      '/user/home?next=https://evil.example',
      '/login?next=/user/bonus',
      '//evil.example',
    ])
      for (const hasToken of [true, false]) {
        const step = nextStep(path, hasToken)
        expect(['/user', '/user/home', '/login', undefined]).toContain(
          step.kind === 'redirect' ? step.to : undefined,
        )
      }
  })

  test('NAV-13 /terminated belongs to neither side', () => {
    expect(nextStep('/terminated', true)).toEqual({ kind: 'terminated' })
  })

  test.each(['/user/nope', '/Login', '/terminated/x', '/constructor', '/user/home/x'])(
    'NAV-14 %s is unknown, with a token or without',
    (path) => {
      expect(nextStep(path, true)).toEqual({ kind: 'nowhere' })
      expect(nextStep(path, false)).toEqual({ kind: 'nowhere' })
    },
  )
})
