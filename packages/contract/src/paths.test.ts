import { describe, expect, test } from 'vitest'
import { fillTemplate, parametersOf, splitTemplate } from './paths.ts'

const launch = '/api/autoLogin/{provider}/{username}[/{password}]'

describe('path templates', () => {
  test('split into the constant part and the optional end', () => {
    expect(splitTemplate(launch)).toEqual({
      path: '/api/autoLogin/{provider}/{username}',
      optional: '/{password}',
    })
    expect(splitTemplate('/api/wallet')).toEqual({ path: '/api/wallet', optional: '' })
  })

  test('name their parameters in order', () => {
    expect(parametersOf(launch)).toEqual(['provider', 'username', 'password'])
    expect(parametersOf('/api/wallet')).toEqual([])
  })

  test('API-13 the optional end is included only when it is given', () => {
    const filled = (input: Record<string, unknown>) => fillTemplate(launch, input).path
    expect(filled({ provider: 'pg', username: 'a' })).toBe('/api/autoLogin/pg/a')
    expect(filled({ provider: 'pg', username: 'a', password: 'b' })).toBe('/api/autoLogin/pg/a/b')
    expect(filled({ provider: 'pg', username: 'a', password: '' })).toBe('/api/autoLogin/pg/a')
  })

  test('GAME-23 PROMO-03 values are URL-encoded', () => {
    const { path } = fillTemplate(launch, { provider: 'pg', username: 'a/b', password: 'ก ?#%' })
    expect(path).toBe('/api/autoLogin/pg/a%2Fb/%E0%B8%81%20%3F%23%25')
    expect(fillTemplate('/api/promotion/find/{code}', { code: 'A B' }).path).toBe(
      '/api/promotion/find/A%20B',
    )
  })

  test('fields outside the path are left for the body, and the input is not changed', () => {
    const input = { provider: 'KBANK', amount: 20 }
    expect(fillTemplate('/api/qrcode/{provider}', input)).toEqual({
      path: '/api/qrcode/KBANK',
      body: { amount: 20 },
    })
    expect(input).toEqual({ provider: 'KBANK', amount: 20 })
  })

  test('a missing or empty parameter never becomes the address of another call', () => {
    expect(() => fillTemplate('/api/qrcode/{provider}', {})).toThrow('needs provider')
    expect(() => fillTemplate('/api/qrcode/{provider}', { provider: '' })).toThrow('needs provider')
  })
})
