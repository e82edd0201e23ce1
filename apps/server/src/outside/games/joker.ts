import { createHmac } from 'node:crypto'
import { textOfMoney } from '@kapao/contract/money'
import { z } from 'zod'
import type { Letter, Reply } from '../door.ts'
import type { ClientOptions, GameClient, Undone } from './client.ts'
import {
  amountForm,
  balanceOf,
  isGood,
  isUndone,
  movedAs,
  read,
  refusedWith,
  replyTo,
  unclear,
  unknownAs,
} from './replies.ts'

/** docs/outside/games.md: 2xx is done, 4xx certainly not, 5xx is to be asked about. */
const refusal = z.object({ Message: z.string() })
const anything = z.object({ Status: z.string() })
const credit = z.object({ Credit: amountForm, OutstandingCredit: amountForm.default(0) })
const moved = z.object({ RequestID: z.string(), Credit: amountForm, BeforeCredit: amountForm })
const noted = z.object({ RequestID: z.string(), Amount: amountForm })
const token = z.object({ Token: z.string().min(1) })

/** Joker and its like: one address, a method in the body, a signature over it, our own reference. */
export function openJoker(options: ClientOptions): GameClient {
  const { address, agent, launchAddress, clock, moneyDoor, askDoor } = options
  const letter = (Method: string, fields: Record<string, string>): Letter => {
    const Timestamp = Math.floor(clock.now().getTime() / 1_000)
    const body = { ...fields, Method, Timestamp }
    const query = new URLSearchParams({ AppID: agent.id, Signature: sign(body, agent.key) })
    return {
      method: 'POST',
      url: `${address}?${query.toString()}`,
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
    }
  }

  return {
    countsOnce: true,
    createAccount: async ({ username: Username, password: Password }) => {
      const answer = await answerTo(moneyDoor(letter('CU', { Username })), anything)
      if (isUndone(answer)) return answer
      const set = await answerTo(moneyDoor(letter('SP', { Username, Password })), anything)
      return isUndone(set) ? set : { outcome: 'done', username: Username }
    },
    readBalance: async (username, currency) => {
      const answer = await answerTo(askDoor(letter('GC', { Username: username })), credit)
      if (isUndone(answer)) return answer
      return balanceOf(answer.Credit + answer.OutstandingCredit, currency)
    },
    move: async (move) => {
      const { username: Username, reference: RequestID, direction, money } = move
      const Amount = `${direction === 'out' ? '-' : ''}${textOfMoney(money)}`
      const answer = await answerTo(moneyDoor(letter('TC', { Username, Amount, RequestID })), moved)
      if (isUndone(answer)) return answer
      if (answer.RequestID !== RequestID) return unknownAs('they answered for another reference')
      return movedAs(answer.Credit - answer.BeforeCredit, move)
    },
    lookUp: async (move) => {
      const reply = await replyTo(askDoor(letter('TCH', { RequestID: move.reference })))
      // Not being told is no answer about the move, whatever the reason.
      if (isUndone(reply)) return unknownAs(reply.why)
      if (reply.status === 404 && read(refusal, reply)) return { outcome: 'absent' }
      const found = isGood(reply) ? read(noted, reply) : null
      return found?.RequestID === move.reference ? movedAs(found.Amount, move) : unclear(reply)
    },
    kick: async (Username) => {
      const answer = await answerTo(moneyDoor(letter('SO', { Username })), anything)
      return isUndone(answer) ? answer : { outcome: 'done' }
    },
    setPassword: async ({ username: Username, password: Password }) => {
      const answer = await answerTo(moneyDoor(letter('SP', { Username, Password })), anything)
      return isUndone(answer) ? answer : { outcome: 'done' }
    },
    launch: async ({ username: Username }) => {
      if (launchAddress === null) return refusedWith('it is not set where its games are')
      const answer = await answerTo(askDoor(letter('PLAY', { Username })), token)
      if (isUndone(answer)) return answer
      const query = new URLSearchParams({
        token: answer.Token,
        game: '',
        mobile: 'true',
        lang: 'th',
      })
      return { outcome: 'link', link: `${launchAddress}/play?${query.toString()}` }
    },
  }
}

/** Over the fields in the order of their names, not url-encoded. */
function sign(body: Record<string, string | number>, secret: string): string {
  const sorted = Object.entries(body).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const text = sorted.map(([name, value]) => `${name}=${value}`).join('&')
  return createHmac('sha1', secret).update(text).digest('base64')
}

async function answerTo<T>(sent: Promise<Reply>, schema: z.ZodType<T>): Promise<T | Undone> {
  const reply = await replyTo(sent)
  if (isUndone(reply)) return reply
  const good = isGood(reply) ? read(schema, reply) : null
  if (good) return good
  const said = reply.status >= 400 && reply.status < 500 ? read(refusal, reply) : null
  return said ? refusedWith(said.Message) : unclear(reply)
}
