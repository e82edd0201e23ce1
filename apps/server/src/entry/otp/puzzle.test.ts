import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hourMs, minuteMs } from '@kapao/contract/times'
import { anyPhone, openMemberWorld } from '#testing/worlds/member-world.ts'
import { askForCode, flood, readPuzzle, solve, type Asker } from '#testing/attacks/sms-flood.ts'
import type { Answer } from '#testing/worlds/test-app.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(() => openMemberWorld({}, { smsLimits: 'usual' }))
/** After two days every share is full again. */
beforeEach(() => world.clock.moveMs(48 * hourMs))
afterEach(() => world.sandbox.reset())

const codeOf = ({ body }: Answer): string => body.code
const register = (asker?: Asker) => askForCode(world, 'register', asker)

describe('the puzzle', () => {
  const pressed = async () => {
    await flood(40, (at) => register({ from: `35.${at}.1.1` }))
  }

  test('RUN-13 counts once, for its phone and purpose only, and for five minutes', async () => {
    await world.set('sms.puzzleTries', 1_000)
    await pressed()
    const phone = anyPhone()
    const proof = await solve(world, 'register', phone)
    expect(codeOf(await register({ proof }))).toBe('PROOF_REQUIRED')
    expect(codeOf(await register({ phone, proof: { ...proof, counter: 1 } }))).toBe(
      'PROOF_REQUIRED',
    )
    expect(codeOf(await register({ phone, proof }))).toBe('SUCCESS')
    world.clock.moveMs(minuteMs)
    await pressed()
    expect(codeOf(await register({ phone, proof }))).toBe('PROOF_REQUIRED')
    const forPassword = { phone, proof: await solve(world, 'password', phone) }
    expect(codeOf(await register(forPassword))).toBe('PROOF_REQUIRED')

    const late = { phone, proof: await solve(world, 'register', phone) }
    world.clock.moveMs(5 * minuteMs)
    await pressed()
    expect(codeOf(await register(late))).toBe('PROOF_REQUIRED')
    await world.set('sms.puzzleTries', 200_000)
  })

  test('RUN-13 is refused when altered or invented', async () => {
    await pressed()
    const phone = anyPhone()
    const made = await readPuzzle(world, 'register', phone)
    const { parameters, signature } = JSON.parse(made.challenge)
    const forged = [
      { parameters: { ...parameters, keyPrefix: '' }, signature },
      { parameters: { ...parameters, cost: 1_000_000_000 }, signature },
      { parameters: { ...parameters, data: { ...parameters.data, until: 9e15 } }, signature },
      { parameters: null },
      { parameters: { ...parameters, nonce: [] }, signature: 7 },
      [],
      null,
    ]
    for (const challenge of [...forged.map((one) => JSON.stringify(one)), '{', 'x'.repeat(1_400)])
      expect(codeOf(await register({ phone, proof: { challenge, counter: 0 } }))).toBe(
        'PROOF_REQUIRED',
      )
    const odd = await register({ phone, proof: { challenge: made.challenge, counter: 2 ** 32 } })
    expect(odd.status).toBe(400)
  })

  test('RUN-13 takes more tries the less of the share is left', async () => {
    const triesNow = async () => (await readPuzzle(world, 'register', anyPhone())).triesMax
    expect(await triesNow()).toBe(200_000)
    await world.set('sms.puzzleTries', 1_000)
    await pressed()
    await flood(28, async (at) => {
      const phone = anyPhone()
      const proof = await solve(world, 'register', phone)
      return register({ phone, proof, from: `36.${at}.1.1` })
    })
    expect(await triesNow()).toBe(4_000)
    await world.set('sms.puzzleTries', 200_000)
  })
})
