import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { dayMs } from '@kapao/contract/times'
import { movableClock } from '#testing/worlds/test-app.ts'
import {
  createRateLimiter,
  rateLimits,
  memoryBuckets,
  networkOf,
  type Figure,
} from './rate-limit.ts'

const member = { memberId: 'M1', address: '1.2.3.4' }
const stranger = { memberId: null, address: '1.2.3.4' }

async function countAllowed(take: () => Promise<number | null>, tries: number): Promise<number> {
  const waits = await Promise.all(Array.from({ length: tries }, take))
  return waits.filter((wait) => wait === null).length
}

const documented = readFileSync(
  join(import.meta.dirname, '../../../../../docs/security.md'),
  'utf8',
)

describe('the rate limiter', () => {
  test('S49 the table of docs/security.md has every class with its figures', () => {
    const shown = ({ burst, perMinute }: Figure) => `${burst}, ${perMinute}`
    for (const [name, { member: ofMember, address }] of Object.entries(rateLimits))
      expect(documented).toContain(
        name === 'stranger'
          ? `| stranger: tokens that no session knows | | ${shown(address)} |`
          : `| ${name} | ${shown(ofMember)} | ${shown(address)} |`,
      )
  })

  test('SEC-13 a burst gets what the table says, then one for each that time gives back', async () => {
    const clock = movableClock()
    const limiter = createRateLimiter(clock, 1)
    const take = () => limiter.take('guess', member)
    const { burst, perMinute } = rateLimits.guess.member
    expect(await countAllowed(take, 100)).toBe(burst)
    expect(await take()).toBe(60 / perMinute)
    clock.moveMs(60_000 / perMinute - 1)
    expect(await take()).toBe(1)
    clock.moveMs(1)
    expect(await countAllowed(take, 10)).toBe(1)
  })

  test('in no minute more than burst and rate together get through, however they are spread', async () => {
    const clock = movableClock()
    const limiter = createRateLimiter(clock, 1)
    const { burst, perMinute } = rateLimits.otp.address
    let allowed = 0
    for (let step = 0; step < 600; step += 1) {
      allowed += await countAllowed(() => limiter.take('otp', stranger), 3)
      clock.moveMs(100)
    }
    expect(allowed).toBeGreaterThanOrEqual(burst + perMinute - 1)
    expect(allowed).toBeLessThanOrEqual(burst + perMinute)
  })

  test('S49 members, addresses and classes have buckets of their own', async () => {
    const limiter = createRateLimiter(movableClock(), 1)
    while ((await limiter.take('guess', member)) === null);
    expect(await limiter.take('guess', { ...member, memberId: 'M2' })).toBeNull()
    expect(await limiter.take('guess', stranger)).toBeNull()
    expect(await limiter.take('money', member)).toBeNull()
    // A member who changes the address is the same member.
    expect(await limiter.take('guess', { ...member, address: '9.9.9.9' })).not.toBeNull()
  })

  test('what is given back can be taken again, and no more than the burst', async () => {
    const limiter = createRateLimiter(movableClock(), 1)
    const take = () => limiter.take('otp', stranger)
    expect(await take()).toBeNull()
    for (let i = 0; i < 5; i += 1) limiter.giveBack('otp', stranger)
    expect(await countAllowed(take, 100)).toBe(rateLimits.otp.address.burst)
  })

  test('a clock that is set back gives nothing and takes nothing', async () => {
    const clock = movableClock()
    const limiter = createRateLimiter(clock, 1)
    expect(await limiter.take('guess', member)).toBeNull()
    clock.moveMs(-dayMs)
    const rest = rateLimits.guess.member.burst - 1
    expect(await countAllowed(() => limiter.take('guess', member), 100)).toBe(rest)
  })

  test('F53 IPv6 is counted by its /64 and IPv4 by its address, in any spelling', () => {
    expect(networkOf('2001:db8:1:2::1')).toBe(networkOf('2001:0DB8:0001:0002:ffff:ffff:ffff:ffff'))
    expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'))
    expect(networkOf('::1')).toBe('0:0:0:0::/64')
    expect(networkOf('fe80::1%eth0')).toBe(networkOf('fe80::2'))
    expect(networkOf('::ffff:1.2.3.4')).toBe('1.2.3.4')
    expect(networkOf('1.2.3.4')).toBe('1.2.3.4')
  })

  test('memory is bounded, and the latest callers are kept', () => {
    const store = memoryBuckets(100)
    const figure = { burst: 1, perMinute: 1 }
    for (let i = 0; i < 1_000; i += 1) {
      expect(store.take(`key ${i}`, figure, 0)).toBe(0)
      store.take('busy', figure, 0)
    }
    expect(store.take('busy', figure, 0)).toBeGreaterThan(0)
    expect(store.take('key 999', figure, 0)).toBeGreaterThan(0)
    expect(store.take('key 1', figure, 0)).toBe(0)
  })
})
