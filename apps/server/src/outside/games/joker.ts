import { createHmac } from 'node:crypto'
import { textOfMoney } from '@kapao/contract/money'
import { z } from 'zod'
import type { Letter, Reply } from '../door.ts'
import type { ClientOptions, GameClient, Undone } from './client.ts'
import {
  amountForm,
  isGood,
  isUndone,
  moneyOfBalance,
  read,
  refusedWith,
  replyTo,
  unclear,
} from './replies.ts'

/** docs/outside/games.md: refusals carry a `Message` and none of the good fields. */
const refusal = z.object({ Message: z.string() })
const created = z.object({ Status: z.enum(['Created', 'OK']) })
const anything = z.object({ Status: z.literal('OK') })
const credit = z.object({ Credit: amountForm })
const moved = z.object({ RequestID: z.string(), Credit: amountForm, BeforeCredit: amountForm })
const token = z.object({ Url: z.string() })

/** Joker and its like: one address, a method in the form, a signature over it, our own reference. */
export function openJoker({ address, agent, clock, moneyDoor, askDoor }: ClientOptions): GameClient {
  const letter = (method: string, fields: Record<string, string>): Letter => {
    const timestamp = String(Math.floor(clock.now().getTime() / 1_000))
    const form = { ...fields, Method: method, Timestamp: timestamp }
    const query = new URLSearchParams({ AppID: agent.id, Signature: sign(form, agent.key) })
    return {
      method: 'POST',
      url: `${address}/?${query.toString()}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams(form).toString(),
    }
  }

  return {
    takesReference: true,
    createAccount: async ({ username, password }) => {
      const answer = await answerTo(moneyDoor(letter('CU', { Username: username })), created)
      if (isUndone(answer)) return answer
      const secret = letter('SP', { Username: username, Password: password })
      const set = await answerTo(moneyDoor(secret), anything)
      if (isUndone(set)) return set
      return { outcome: answer.Status === 'OK' ? 'exists' : 'done' }
    },
    readBalance: async (username, currency) => {
      const answer = await answerTo(askDoor(letter('GC', { Username: username })), credit)
      if (isUndone(answer)) return answer
      const money = moneyOfBalance(answer.Credit, currency)
      return money
        ? { outcome: 'balance', money }
        : { outcome: 'unknown', why: 'the balance cannot be read' }
    },
    move: async ({ username, reference, direction, money }) => {
      const amount = `${direction === 'out' ? '-' : ''}${textOfMoney(money)}`
      const fields = { Username: username, Amount: amount, RequestID: reference }
      const answer = await answerTo(moneyDoor(letter('TC', fields)), moved)
      if (isUndone(answer)) return answer
      return answer.RequestID === reference
        ? { outcome: 'done' }
        : { outcome: 'unknown', why: 'they answered for another reference' }
    },
    lookUp: null,
    kick: null,
    setPassword: async ({ username, password }) => {
      const fields = { Username: username, Password: password }
      const answer = await answerTo(moneyDoor(letter('SP', fields)), anything)
      return isUndone(answer) ? answer : { outcome: 'done' }
    },
    launch: async ({ username }) => {
      const answer = await answerTo(askDoor(letter('PLAY', { Username: username })), token)
      return isUndone(answer) ? answer : { outcome: 'link', link: answer.Url }
    },
  }
}

/** Over the fields in the order of their names, as they stand in the form. */
function sign(form: Record<string, string>, secret: string): string {
  const sorted = Object.entries(form).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const text = sorted.map(([name, value]) => `${name}=${value}`).join('&')
  return createHmac('sha1', secret).update(text).digest('base64')
}

async function answerTo<T>(sent: Promise<Reply>, schema: z.ZodType<T>): Promise<T | Undone> {
  const reply = await replyTo(sent)
  if (isUndone(reply)) return reply
  const good = isGood(reply) ? read(schema, reply) : null
  if (good) return good
  const said = reply.status < 500 ? read(refusal, reply) : null
  return said ? refusedWith(said.Message) : unclear(reply)
}
