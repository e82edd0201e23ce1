import { z } from 'zod'
import type { Clock } from '#core/clock.ts'
import { shareWork } from './door.ts'

/** A signed token is as long as what it states. */
export const tokenText = z.string().min(1).max(8_192)

type Token = { text: string; untilMs: number }

type Call<Answer> = {
  send: (token: string) => Promise<Answer>
  isStale: (answer: Answer) => boolean
}

/** Calls with a token that is kept until it expires, and once more with another one when it has expired early. */
export function openTokenCalls<No extends object>(clock: Clock, login: () => Promise<Token | No>) {
  let token: Token | null = null
  const load = shareWork(async (): Promise<string | No> => {
    if (token && token.untilMs > clock.now().getTime()) return token.text
    const made = await login()
    if (!('untilMs' in made)) return made
    token = made
    return made.text
  })
  return async <Answer>({ send, isStale }: Call<Answer>): Promise<Answer | No> => {
    const held = await load()
    if (typeof held !== 'string') return held
    const answer = await send(held)
    if (!isStale(answer)) return answer
    token = null
    const renewed = await load()
    return typeof renewed === 'string' ? send(renewed) : renewed
  }
}
