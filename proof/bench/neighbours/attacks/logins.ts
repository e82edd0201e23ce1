import { setTimeout as sleep } from 'node:timers/promises'
import { ask, repeat, times, type Attack } from './target.ts'

const strange = (at: number) => `192.0.${at >> 8}.${at & 255}`
const wrong = (phone: string) => ({ username: phone, password: 'not the right one' })

/** Two hundred addresses, each in a different network, that log in as often as allowed. */
export const manyAddresses: Attack = (target) =>
  repeat(target, (turn) =>
    Promise.all(
      times(200, (at) =>
        ask(target, 'POST /api/login', {
          from: `45.${at}.${turn & 255}.9`,
          body: wrong(`08${String(at * 1_000 + turn).padStart(8, '0')}`),
        }),
      ),
    ),
  )

/** Forty addresses that guess one phone's password, then one guess a second. */
export const guessesAtOnePhone: Attack = async (target) => {
  const [victim] = target.members
  // Few at once: guesses refused for lack of hashing capacity are not counted.
  for (let first = 0; first < 40; first += 4)
    await Promise.all(
      times(4, (at) =>
        ask(target, 'POST /api/login', { from: strange(first + at), body: wrong(victim!.phone) }),
      ),
    )
  await repeat(target, async (turn) => {
    await ask(target, 'POST /api/login', { from: strange(300 + turn), body: wrong(victim!.phone) })
    await sleep(1_000)
  })
}

/** Wrong logins from the address of a carrier that honest members share. */
export const behindOneAddress: Attack = (target) =>
  repeat(target, async (turn) => {
    await ask(target, 'POST /api/login', {
      from: target.members[0]!.from,
      body: wrong(`0899${String(turn).padStart(6, '0')}`),
    })
    await sleep(turn < 25 ? 0 : 250)
  })

const addresses = 4_999
const atOnce = 50

/** One code for each of five thousand phones, each requested from another network. */
export const allCodes: Attack = async (target) => {
  const end = performance.now() + target.seconds * 1_000
  let next = 0
  const work = async (): Promise<void> => {
    while (next < addresses && performance.now() < end) {
      const at = next
      next += 1
      await ask(target, 'POST /api/otp/send', {
        from: `${46 + (at >> 8)}.${at & 255}.1.1`,
        body: { phoneNumber: `09${String(10_000_000 + at * 997).slice(-8)}` },
      })
    }
  }
  await Promise.all(times(atOnce, work))
}
