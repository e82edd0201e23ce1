import { createHash, createHmac, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  checkSpin,
  drawSector,
  hashOf,
  wasUsedByOthers,
  plainHmac,
  sectorAt,
  seedFor,
  sumWeights,
  textOfWheel,
  weightSumMax,
  type Hmac,
  type WeightedSlice,
} from '@kapao/contract/fair/draw'

const nodeHmac: Hmac = (key, message) => createHmac('sha256', key).update(message).digest()
const wheelOf = (...weights: number[]): WeightedSlice[] =>
  weights.map((weight, index) => ({ code: `s${index}`, weight }))

describe('tickets', () => {
  const wheels = [
    wheelOf(1, 24, 12, 10, 18, 22, 3, 10),
    wheelOf(1, 1),
    wheelOf(0, 5, 0, 7, 0),
    wheelOf(99_999, 1),
    wheelOf(1, 0, 0, 0, 65_536),
  ]
  test.each(wheels.map((wheel) => [textOfWheel(wheel), wheel] as const))(
    'I30 every sector of %s holds as many tickets as its weight',
    (_, wheel) => {
      const counts = wheel.map(() => 0)
      for (let ticket = 0; ticket < sumWeights(wheel); ticket += 1)
        counts[sectorAt(wheel, ticket)]! += 1
      expect(counts).toEqual(wheel.map(({ weight }) => weight))
    },
  )

  test('there is no ticket beyond the last', () => {
    expect(() => sectorAt(wheelOf(2, 3), 5)).toThrow(RangeError)
  })
})

describe('the draw', () => {
  test('I30 numbers above the last whole multiple are discarded, and the next is taken', () => {
    const wheel = wheelOf(1, 1, 1)
    // 2^48 is one more than a multiple of three, so only the very last number is discarded.
    const digest = new Uint8Array(32).fill(255, 0, 6)
    digest.set([0, 0, 0, 0, 0, 2], 6)
    expect(drawSector(wheel, { serverSeed: '', clientSeed: '', nonce: 0 }, () => digest)).toBe(2)
    const rounds: string[] = []
    const refusing: Hmac = (_, message) => {
      rounds.push(message)
      return new Uint8Array(32).fill(message.startsWith('7:0:') ? 255 : 0)
    }
    expect(drawSector(wheel, { serverSeed: '', clientSeed: 'x', nonce: 7 }, refusing)).toBe(0)
    expect(rounds).toEqual(['7:0:x', '7:1:x'])
  })

  test("the page's own HMAC without a library equals the server's", () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 90 })
    fc.assert(
      fc.property(text, text, (key, message) => {
        expect(Buffer.from(plainHmac(key, message))).toEqual(Buffer.from(nodeHmac(key, message)))
        expect(hashOf(message)).toBe(createHash('sha256').update(message).digest('hex'))
      }),
    )
  })

  test('a million spins match the odds', { tags: 'long-1', timeout: 60_000 }, () => {
    const wheel = wheelOf(1, 24, 12, 10, 18, 22, 3, 10)
    const serverSeed = seedFor(randomBytes(32).toString('base64url'), wheel)
    const counts = wheel.map(() => 0)
    const spins = 1_000_000
    for (let nonce = 0; nonce < spins; nonce += 1)
      counts[drawSector(wheel, { serverSeed, clientSeed: 'million', nonce }, nodeHmac)]! += 1
    const sum = sumWeights(wheel)
    const chi = wheel.reduce((all, { weight }, index) => {
      const expected = (spins * weight) / sum
      return all + (counts[index]! - expected) ** 2 / expected
    }, 0)
    // With seven degrees of freedom, an honest wheel exceeds this once in a million runs.
    expect(chi).toBeLessThan(40.5)
  })

  test('weights that cannot be drawn from are refused', () => {
    const draw = (wheel: WeightedSlice[]) =>
      drawSector(wheel, { serverSeed: 'a', clientSeed: '', nonce: 0 }, nodeHmac)
    expect(() => draw(wheelOf(0, 0))).toThrow(RangeError)
    expect(() => draw(wheelOf(weightSumMax, 1))).toThrow(RangeError)
  })
})

describe("the member's check", () => {
  const wheel = wheelOf(3, 5, 7)
  const serverSeed = seedFor('secret', wheel)
  const spins = ['mine', 'other', 'last'].map((clientSeed, nonce) => ({
    nonce,
    clientSeed,
    code: wheel[drawSector(wheel, { serverSeed, clientSeed, nonce })]!.code,
  }))
  const revealed = { commitment: hashOf(serverSeed), serverSeed, wheel, spins }
  const spun = { commitment: hashOf(serverSeed), clientSeed: 'other', code: spins[1]!.code }
  const other = wheel.find(({ code }) => code !== spun.code)!.code

  test('an honest spin is found fair, with its place', () => {
    const place = wheel.findIndex(({ code }) => code === spun.code)
    expect(checkSpin(revealed, spun)).toEqual({ fair: true, place, nonce: 1 })
  })

  test.each([
    ['commitment', { ...revealed, serverSeed: seedFor('secret2', wheel) }, spun],
    ['wheel', { ...revealed, wheel: wheelOf(3, 4, 8) }, spun],
    ['gap', { ...revealed, spins: [spins[0]!, spins[2]!] }, spun],
    ['missing', { ...revealed, spins: spins.slice(0, 1) }, spun],
    ['sector', revealed, { ...spun, code: other }],
    ['sector', { ...revealed, spins: spins.map((one) => ({ ...one, code: other })) }, spun],
  ] as const)('a lie about the %s is found', (why, claimed, saw) => {
    expect(checkSpin(claimed, saw)).toEqual({ fair: false, why })
  })

  test('CARE-58 a refused promise must show what it was used for', () => {
    const sent = { commitment: hashOf(revealed.serverSeed), clientSeed: 'never drawn' }
    expect(wasUsedByOthers(revealed, sent)).toBe(true)
    const lies = [
      { ...revealed, spins: [] },
      { ...revealed, serverSeed: seedFor('secret2', wheel) },
      { ...revealed, wheel: wheelOf(3, 4, 8) },
      { ...revealed, spins: [spins[0]!, spins[2]!] },
      { ...revealed, spins: spins.map((one) => ({ ...one, code: other })) },
    ]
    for (const claimed of lies) expect(wasUsedByOthers(claimed, sent)).toBe(false)
    // A promise that was drawn under was not refused.
    expect(wasUsedByOthers(revealed, { ...sent, clientSeed: spins[1]!.clientSeed })).toBe(false)
  })
})
