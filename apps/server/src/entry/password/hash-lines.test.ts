import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { minuteMs } from '@kapao/contract/times'
import { Refused } from '#core/refused.ts'
import { movableClock } from '#testing/worlds/test-app.ts'
import { createHashLines, type HashClient } from './hash-lines.ts'

/** Hashes that end when the test says so, in the order in which they began. */
function workbench() {
  const clock = movableClock()
  const inTurn = createHashLines(clock)
  const begun: string[] = []
  const atWork: { name: string; end: () => void }[] = []
  const start = (name: string, who: HashClient): Promise<string> =>
    inTurn(who, () => {
      begun.push(name)
      return new Promise<string>((resolve) => {
        atWork.push({ name, end: () => resolve(name) })
      })
    }).catch((error: unknown) => {
      if (error instanceof Refused) return error.code
      throw error
    })
  const endAt = async (at: number): Promise<void> => {
    atWork.splice(at, 1)[0]!.end()
    await sleep(0)
  }
  const end = (name: string) => endAt(atWork.findIndex((one) => one.name === name))
  /** Ends one after the other, in the order in which they begin, until none is running. */
  const endAll = async (): Promise<void> => {
    while (atWork.length > 0) await endAt(0)
  }
  return { clock, begun, start, end, endAll, working: () => atWork.length }
}

/** One address per network, each in its own range. */
const apart = (at: number) => `10.${at}.${at}.1`

describe('happy', () => {
  test('RUN-09 a known caller begins immediately, however many strangers came before', async () => {
    const { begun, start } = workbench()
    for (let at = 0; at < 200; at += 1) {
      void start(`stranger ${at}`, { address: apart(at) })
      void start(`stranger ${at} again`, { address: apart(at) })
    }
    void start('member', { known: 'M1' })
    expect(begun).toEqual(['stranger 0', 'stranger 0 again', 'member'])
  })

  test('RUN-09 a network without a recent hash overtakes all that have one', async () => {
    const { clock, begun, start, endAll } = workbench()
    const attack = Array.from({ length: 200 }, (_, at) => ({ address: apart(at) }))
    for (const who of attack) void start('first', who)
    await endAll()
    for (const who of attack) void start('again', who)
    begun.length = 0
    void start('newcomer', { address: '192.0.2.7' })
    expect(begun).toEqual(['newcomer'])
    await endAll()
    clock.moveMs(5 * minuteMs)
    void start('other', attack[0]!)
    begun.length = 0
    // After five minutes it counts as new again.
    void start('first of later', attack[1]!)
    void start('newest of later', attack[2]!)
    await endAll()
    expect(begun).toEqual(['newest of later', 'first of later'])
  })

  test('RUN-09 among new networks the newest goes first, so that a crowd delays no one who comes after it', async () => {
    const { begun, start, end } = workbench()
    for (let at = 0; at < 200; at += 1) void start(`crowd ${at}`, { address: apart(at) })
    void start('honest', { address: '192.0.2.7' })
    await end('crowd 0')
    expect(begun).toEqual(['crowd 0', 'honest'])
  })
})

describe('hostile', () => {
  test('RUN-09 at most three hash at once, so that a thread is left for files and names', async () => {
    const { start, working } = workbench()
    for (let at = 0; at < 30; at += 1) {
      void start(`known ${at}`, { known: `M${at}` })
      void start(`new ${at}`, { address: apart(at) })
      void start(`other ${at}`, { address: apart(at) })
    }
    expect(working()).toBe(3)
  })

  test('RUN-09 networks take turns: one with many addresses delays only itself', async () => {
    const { begun, start, endAll } = workbench()
    for (let at = 0; at < 60; at += 1) void start('flood', { address: `198.51.100.${at}` })
    void start('new', { address: '203.0.113.1' })
    void start('honest', { address: '203.0.113.2' })
    await endAll()
    expect(begun.indexOf('honest')).toBeLessThan(6)
    expect(begun.filter((name) => name === 'flood')).toHaveLength(60)
  })

  test('RUN-09 the addresses of one hoster do not count as a crowd of newcomers', async () => {
    const { begun, start, end } = workbench()
    for (let at = 0; at < 200; at += 1) void start(`hoster ${at}`, { address: `198.51.${at}.1` })
    void start('honest', { address: '203.0.113.1' })
    await end('hoster 0')
    // Sixteen of them wait as newcomers and one of the others is running, whichever it is.
    expect(begun).toContain('honest')
    expect(begun).toContain('hoster 16')
    expect(begun).toHaveLength(3)
  })

  test('RUN-09 an IPv6 network counts by its /48', async () => {
    const { begun, start, endAll } = workbench()
    for (let at = 0; at < 60; at += 1)
      void start('flood', { address: `2001:db8:7:${at.toString(16)}::1` })
    void start('new', { address: '2001:db8:8::1' })
    void start('honest', { address: '2001:db8:8:1::1' })
    await endAll()
    expect(begun.indexOf('honest')).toBeLessThan(6)
  })

  test('S10 RUN-09 a member, a network and a queue have a bounded number of waiting hashes; the rest is refused with a time to retry', async () => {
    const { start, endAll } = workbench()
    const ofMember = Array.from({ length: 40 }, () => start('own', { known: 'M1' }))
    const ofNetwork = Array.from({ length: 100 }, () => start('near', { address: '198.51.100.7' }))
    await sleep(0)
    await endAll()
    const answers = async (of: Promise<string>[]) => {
      const all = await Promise.all(of)
      return all.filter((answer) => answer === 'SERVICE_BUSY').length
    }
    expect(await answers(ofMember)).toBe(40 - 17)
    // One as a newcomer, one running, 64 waiting.
    expect(await answers(ofNetwork)).toBe(100 - 66)
  })
})
