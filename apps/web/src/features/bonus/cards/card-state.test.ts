import { dayMs, secondMs } from '@kapao/contract/times'
import { describe, expect, test } from 'vitest'
import type { Bonus } from '#shared/bonus/queries.ts'
import { stateOfCard, timesReceived } from './card-state.ts'

/** Monday, the 3rd of March 2025, 00:00 in Bangkok. */
const monday = Date.parse('2025-03-02T17:00:00Z')

function bonusWith(
  type: Bonus['type'],
  received: readonly number[],
  about: { max?: number; isActive?: boolean } = {},
): Bonus {
  const { max = 1, isActive = false } = about
  const updatedAt = (at: number) => ({ updatedAt: new Date(at).toISOString() })
  return {
    code: 'A',
    type,
    maxReceived: max,
    percentFail: 0,
    banners: [],
    userBonus: { _id: '1', isActive, received: received.map(updatedAt) },
  }
}

describe('how often a bonus was received', () => {
  const before = monday - secondMs
  test('BON-14 of the type limit: ever', () => {
    expect(timesReceived(bonusWith('limit', [0, before, monday]), monday)).toBe(3)
  })

  test('BON-15 of the type day: since midnight in Bangkok', () => {
    expect(timesReceived(bonusWith('day', [before, monday]), monday)).toBe(1)
    expect(timesReceived(bonusWith('day', [before, monday]), before)).toBe(1)
    expect(timesReceived(bonusWith('day', [monday]), monday + dayMs - 1)).toBe(1)
    expect(timesReceived(bonusWith('day', [monday]), monday + dayMs)).toBe(0)
  })

  test('BON-16 of the type week: since Monday in Bangkok', () => {
    const week = 7 * dayMs
    expect(timesReceived(bonusWith('week', [before, monday]), monday)).toBe(1)
    expect(timesReceived(bonusWith('week', [monday]), monday + week - 1)).toBe(1)
    expect(timesReceived(bonusWith('week', [monday]), monday + week)).toBe(0)
  })

  test('never, if it was not received at all', () => {
    expect(timesReceived({ ...bonusWith('limit', []), userBonus: null }, monday)).toBe(0)
  })
})

describe('a card', () => {
  test('BON-13 is received once it was received as often as it may be', () => {
    expect(stateOfCard(bonusWith('limit', [monday], { max: 2 }), monday)).toBe('open')
    expect(stateOfCard(bonusWith('limit', [monday, monday], { max: 2 }), monday)).toBe('received')
    expect(stateOfCard(bonusWith('limit', [monday, monday, 0], { max: 2 }), monday)).toBe(
      'received',
    )
  })

  test('opens again with the next period', () => {
    expect(stateOfCard(bonusWith('day', [monday - secondMs]), monday)).toBe('open')
  })

  test('is the active one while it is held, even if it may not be received again', () => {
    expect(stateOfCard(bonusWith('limit', [monday], { isActive: true }), monday)).toBe('active')
  })
})
