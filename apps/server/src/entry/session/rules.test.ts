import { describe, expect, test } from 'vitest'
import { dayMs, minuteMs } from '@kapao/contract/times'
import { movableClock } from '#testing/worlds/test-app.ts'
import { countedOn, isHome, withFailure, withOneLess, type Rows, type Scope } from './rules.ts'
import type { ThrottleRow } from './store.ts'

type Path = 'device' | 'home' | 'stranger'

/** The counters of one phone, as the table keeps them, and attempts at it from a chosen origin. */
function attacked() {
  const clock = movableClock()
  const kept = new Map<string, ThrottleRow>()
  const rowsFor = (path: Path, from: string): Rows => {
    const names: Record<Path, Partial<Record<Scope, string>>> = {
      device: { own: `device ${from}` },
      home: { own: from, home: 'home' },
      stranger: {
        own: from,
        network: `network ${from}`,
        newcomer: `new ${from}`,
        phone: 'phone',
        reserve: 'reserve',
      },
    }
    const row = (name: string): ThrottleRow =>
      kept.get(name) ?? {
        key: Buffer.from(name),
        failures: 0,
        pausedUntil: null,
        trustedUntil: null,
        lastAt: clock.now(),
      }
    return Object.fromEntries(
      Object.entries(names[path]).map(([scope, name]) => [scope, row(name)]),
    )
  }
  const keep = (row: ThrottleRow) => void kept.set(row.key.toString(), row)
  /** Whether the attempt is tried at all. */
  const attempt = (path: Path, from: string, isRight = false): boolean => {
    const rows = rowsFor(path, from)
    const counted = countedOn(path, rows, clock.now())
    for (const scope of counted ?? []) {
      const failed = withFailure(rows[scope]!, scope, clock.now())
      keep(isRight ? withOneLess(failed, scope) : failed)
    }
    return counted !== null
  }
  const trust = (from: string): void => {
    const trustedUntil = new Date(clock.now().getTime() + 90 * dayMs)
    keep({ ...rowsFor('home', from).own!, trustedUntil })
  }
  return {
    clock,
    attempt,
    trust,
    isHome: (from: string) => isHome(rowsFor('home', from), clock.now()),
  }
}

/** How many attempts of a tireless guesser are tried in a day. */
function guessesOfADay(
  attemptOnce: (at: number) => boolean,
  clock: { moveMs: (ms: number) => void },
) {
  let tried = 0
  for (let at = 0; at < dayMs / 5_000; at += 1) {
    while (attemptOnce(at)) tried += 1
    clock.moveMs(5_000)
  }
  return tried
}

describe("how often a phone's password can be guessed in a day", () => {
  test('RUN-14 S11 by strangers with unlimited networks: at most 800', () => {
    const { clock, attempt } = attacked()
    let network = 0
    const guesses = guessesOfADay(() => attempt('stranger', `${(network += 1)}`), clock)
    expect(guesses).toBeLessThanOrEqual(800)
    expect(guesses).toBeGreaterThan(600)
  })

  test("RUN-14 S11 by strangers behind the networks of the member's earlier logins: at most 320", () => {
    const { clock, attempt, trust } = attacked()
    const homes = Array.from({ length: 50 }, (_, at) => `home ${at}`)
    for (const home of homes) trust(home)
    const guesses = guessesOfADay(() => homes.some((home) => attempt('home', home)), clock)
    expect(guesses).toBeLessThanOrEqual(320)
    expect(guesses).toBeGreaterThan(200)
  })

  test('RUN-14 S11 from one network: at most 300', () => {
    const { clock, attempt } = attacked()
    const guesses = guessesOfADay(() => attempt('stranger', 'one'), clock)
    expect(guesses).toBeLessThanOrEqual(300)
  })
})

describe('while strangers guess', () => {
  test('RUN-14 no pause outlasts five minutes', () => {
    const { clock, attempt } = attacked()
    for (let at = 0; at < 5_000; at += 1) {
      attempt('stranger', `${at % 40}`)
      clock.moveMs(10_000)
    }
    clock.moveMs(5 * minuteMs)
    expect(attempt('stranger', '1', true)).toBe(true)
  })

  test('RUN-14 networks that have failed before cannot use up the room kept for networks that never tried', () => {
    const { clock, attempt } = attacked()
    for (let at = 0; at < 40; at += 1) attempt('stranger', `attacker ${at}`)
    for (let round = 0; round < 18; round += 1) {
      for (let minute = 0; minute < 20; minute += 1) {
        for (let at = 0; at < 40; at += 1) attempt('stranger', `attacker ${at}`)
        clock.moveMs(60_000)
      }
      for (let at = 0; at < 40; at += 1) attempt('stranger', `attacker ${at}`)
      // The owner, from another network each time.
      expect(attempt('stranger', `owner ${round}`, true)).toBe(true)
    }
  })

  test("RUN-14 a network of an earlier login passes the strangers' pauses, until too many guesses come from such networks", () => {
    const { attempt, trust, isHome } = attacked()
    trust('home')
    for (let at = 0; at < 200; at += 1) attempt('stranger', `${at}`)
    expect(attempt('home', 'home', true)).toBe(true)
    const homes = Array.from({ length: 20 }, (_, at) => `other home ${at}`)
    for (const home of homes) {
      trust(home)
      attempt('home', home)
      attempt('home', home)
    }
    expect(isHome('home')).toBe(false)
  })
})
