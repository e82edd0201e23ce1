// @vitest-environment jsdom
import type { ConsoleCallOutput } from '@kapao/contract/console/calls'
import { act } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { setNotice } from '#core/page/notices.ts'
import { readAgain } from '#core/queries.ts'
import { openPart } from '../../testing/open-part.tsx'
import { useNewWork } from './new-work.ts'

const counts = 'GET /api/console/work/counts'
type Count = ConsoleCallOutput<typeof counts>['kinds'][number]

const shown: string[] = []
let sounds = 0
beforeEach(() => {
  shown.length = 0
  sounds = 0
  class SilentAudio {
    currentTime = 0
    createOscillator = () => {
      sounds += 1
      return { frequency: {}, connect: (to: unknown) => to, start: () => 0, stop: () => 0 }
    }
    createGain = () => ({
      gain: { setValueAtTime: () => 0, exponentialRampToValueAtTime: () => 0 },
      connect: (to: unknown) => to,
    })
    close = async () => undefined
  }
  vi.stubGlobal('AudioContext', SilentAudio)
  class ShownNotice extends EventTarget {
    static permission = 'granted'
    constructor(title: string) {
      super()
      shown.push(title)
    }
  }
  vi.stubGlobal('Notification', ShownNotice)
})

function NewWork() {
  useNewWork()
  return null
}

async function open(isInFront: boolean) {
  document.hasFocus = () => isInFront
  let kinds: Count[] = []
  const of = (minute: number): Count[] => [
    {
      kind: 'withdrawal',
      count: 1,
      amber: 0,
      red: 0,
      oldest: '2026-11-27T03:00:00.000Z',
      newest: `2026-11-27T03:0${minute}:00.000Z`,
    },
  ]
  kinds = of(1)
  const part = await openPart(<NewWork />, { answers: { [counts]: () => ({ kinds }) } })
  await vi.waitFor(() => expect(part.sentTo(counts)).toHaveLength(1))
  await act(async () => undefined)
  const come = async (minute: number) => {
    kinds = of(minute)
    const before = part.sentTo(counts).length
    await act(() => readAgain(counts))
    await vi.waitFor(() => expect(part.sentTo(counts).length).toBeGreaterThan(before))
  }
  return { come }
}

test('HOUSE-77 new work sounds and shows the name of its list while another window is in front, and what waited before does not', async () => {
  setNotice('sound', true)
  setNotice('notice', true)
  const { come } = await open(false)
  expect([sounds, shown]).toEqual([0, []])
  await come(2)
  await vi.waitFor(() => expect(shown).toEqual(['New work: Withdrawals to approve']))
  expect(sounds).toBeGreaterThan(0)
  await come(2)
  expect(shown).toHaveLength(1)
})

test.each([
  ['in front of the operator', true, true],
  ['not switched on', false, false],
])('HOUSE-77 %s it is silent', async (_, isInFront, isOn) => {
  setNotice('sound', isOn)
  // Loaded before, or it would come later than the test looks.
  await import('./attention.ts')
  const { come } = await open(isInFront)
  await come(2)
  await act(() => new Promise((resolve) => setTimeout(resolve, 200)))
  expect([sounds, shown]).toEqual([0, []])
})
