import { expect, test } from 'vitest'
import { createClock } from './clock.ts'

function openClock() {
  const real = { ms: Date.UTC(2026, 0, 1) }
  const clock = createClock(() => real.ms)
  const ahead = () => clock.now().getTime() - Date.UTC(2026, 0, 1)
  return { real, clock, ahead }
}

test('it runs with real time and can be set by distance, by step and to an instant', () => {
  const { real, clock, ahead } = openClock()
  real.ms += 10
  expect(ahead()).toBe(10)
  clock.move({ offsetMs: 1000 })
  expect(ahead()).toBe(1010)
  clock.move({ byMs: -10 })
  expect(clock.read()).toMatchObject({ offsetMs: 990, stopped: false })
  clock.move({ at: new Date('2026-01-02T00:00:00Z') })
  real.ms += 5
  expect(clock.now().toISOString()).toBe('2026-01-02T00:00:00.005Z')
})

test('a stopped clock stands still, can be moved, and resumes from where it stood', () => {
  const { real, clock, ahead } = openClock()
  clock.move({ stop: true })
  real.ms += 60_000
  expect(ahead()).toBe(0)
  clock.move({ byMs: 500 })
  real.ms += 60_000
  expect(ahead()).toBe(500)
  expect(clock.read().stopped).toBe(true)
  clock.move({ resume: true })
  real.ms += 1
  expect(ahead()).toBe(501)
  expect(clock.move({ resume: true }).stopped).toBe(false)
  expect(ahead()).toBe(501)
})
