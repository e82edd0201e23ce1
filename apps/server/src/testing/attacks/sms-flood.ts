import { createHash } from 'node:crypto'
import { anyPhone, type MemberWorld, type WorldCall } from '../worlds/member-world.ts'
import type { Answer } from '../worlds/test-app.ts'

type Purpose = 'register' | 'password'
export type Asker = Pick<WorldCall, 'from' | 'headers'> & { phone?: string; proof?: object | null }

const callOf = {
  register: 'POST /api/otp/send',
  password: 'POST /api/account/password/forgot',
} as const

/** Asks for a code as the page does; the answer of `solve` goes along as `proof`. */
export function askForCode(
  world: MemberWorld,
  purpose: Purpose,
  { phone = anyPhone(), proof, ...caller }: Asker = {},
): Promise<Answer> {
  const body = { phoneNumber: phone, ...(proof && { proof }) }
  return world.call(callOf[purpose], { ...caller, body })
}

export async function readPuzzle(world: MemberWorld, purpose: Purpose, phone: string) {
  const body = { phoneNumber: phone, purpose }
  const { body: puzzle } = await world.call('POST /api/otp/challenge', { body })
  return puzzle as {
    challenge: string
    salt: string
    nonce: string
    keyPrefix: string
    triesMax: number
  }
}

/** Solves a puzzle as any machine would. */
export async function solve(world: MemberWorld, purpose: Purpose, phone: string) {
  const { challenge, salt, nonce, keyPrefix, triesMax } = await readPuzzle(world, purpose, phone)
  const block = Buffer.alloc(36)
  Buffer.from(salt + nonce, 'hex').copy(block)
  for (let counter = 0; counter < triesMax; counter += 1) {
    block.writeUInt32BE(counter, 32)
    const key = createHash('sha256').update(block).digest('hex')
    if (key.startsWith(keyPrefix)) return { challenge, counter }
  }
  throw new Error('the puzzle has no solution')
}

/** Runs `count` requests, many concurrently; returns how many got which code. */
export async function flood(
  count: number,
  ask: (at: number) => Promise<Answer>,
  atOnce = 50,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  let next = 0
  const worker = async (): Promise<void> => {
    for (let at = next++; at < count; at = next++) {
      const { body } = await ask(at)
      counts[body.code] = (counts[body.code] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return counts
}
