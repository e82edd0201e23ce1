import { createHmac } from 'node:crypto'
import { textOfMoney } from '@kapao/contract/money'
import { z } from 'zod'
import type { OutboundRequest, Reply } from '../door.ts'
import type { ClientOptions, GameClient, SlotOwner, CallFailure } from './client.ts'
import { amountForm, balanceDoorOf, balanceOf, isUndone, movedAs, unknownAs } from './replies.ts'
import { isGood, readBody, refusedWith, unclear, replyOr } from '../reply.ts'

/** docs/outside/games.md: 2xx is done, 4xx certainly not, 5xx needs a lookup. */
const refusal = z.object({ Message: z.string() })
const anything = z.object({ Status: z.string() })
const credit = z.object({ Credit: amountForm, OutstandingCredit: amountForm.default(0) })
const moved = z.object({ RequestID: z.string(), Credit: amountForm, BeforeCredit: amountForm })
const recorded = z.object({ RequestID: z.string(), Amount: amountForm })
const token = z.object({ Token: z.string().min(1) })

/** Joker and its family: one address, a method in the body, a signature over it, our own reference. */
export function openJoker(options: ClientOptions): GameClient {
  const { doors } = options
  const request = writerOf(options)
  return {
    ...accountCalls(options, request),
    countsOnce: true,
    readBalance: async (asked) => {
      const { username: Username, currency } = asked
      const sent = balanceDoorOf(doors, asked)(request('GC', { Username }, asked))
      const answer = await answerTo(sent, credit)
      if (isUndone(answer)) return answer
      return balanceOf(answer.Credit + answer.OutstandingCredit, currency)
    },
    move: async (move) => {
      const { username: Username, reference: RequestID, direction, money } = move
      const Amount = `${direction === 'out' ? '-' : ''}${textOfMoney(money)}`
      const sent = doors.move(request('TC', { Username, Amount, RequestID }, move))
      const answer = await answerTo(sent, moved)
      if (isUndone(answer)) return answer
      if (answer.RequestID !== RequestID) return unknownAs('they answered for another reference')
      return movedAs(answer.Credit - answer.BeforeCredit, move)
    },
    lookUp: async (move) => {
      const reply = await replyOr(
        'unsent',
        doors.ask(request('TCH', { RequestID: move.reference }, move)),
      )
      // A failed lookup says nothing about the move, whatever the reason.
      if (isUndone(reply)) return unknownAs(reply.why)
      if (reply.status === 404 && readBody(refusal, reply.text)) return { outcome: 'absent' }
      const found = isGood(reply) ? readBody(recorded, reply.text) : null
      return found?.RequestID === move.reference ? movedAs(found.Amount, move) : unclear(reply)
    },
    list: null,
    kick: async (player) => {
      const sent = doors.move(request('SO', { Username: player.username }, player))
      const answer = await answerTo(sent, anything)
      return isUndone(answer) ? answer : { outcome: 'done' }
    },
  }
}

type Writer = (method: string, fields: Record<string, string>, player: SlotOwner) => OutboundRequest

function writerOf({ address, agent, clock }: ClientOptions): Writer {
  return (Method, fields, { owner }) => {
    const Timestamp = Math.floor(clock.now().getTime() / 1_000)
    const body = { ...fields, Method, Timestamp }
    const query = new URLSearchParams({ AppID: agent.id, Signature: sign(body, agent.key) })
    return {
      method: 'POST',
      url: `${address}?${query.toString()}`,
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
      owner,
    }
  }
}

type AccountCalls = Pick<GameClient, 'createAccount' | 'setPassword' | 'launch'>

function accountCalls({ launchAddress, doors }: ClientOptions, request: Writer): AccountCalls {
  return {
    createAccount: async (opening) => {
      const { username: Username, password: Password } = opening
      // An existing name also succeeds.
      const answer = await answerTo(doors.open(request('CU', { Username }, opening)), anything)
      if (isUndone(answer)) return answer
      const set = await answerTo(
        doors.open(request('SP', { Username, Password }, opening)),
        anything,
      )
      // The account is open there, whether or not the password was set.
      return isUndone(set) ? unknownAs(set.why) : { outcome: 'done', username: Username }
    },
    setPassword: async (player) => {
      const { username: Username, password: Password } = player
      const answer = await answerTo(
        doors.reset(request('SP', { Username, Password }, player)),
        anything,
      )
      return isUndone(answer) ? answer : { outcome: 'done' }
    },
    launch: async (player) => {
      if (launchAddress === null) return refusedWith('it is not set where its games are')
      const sent = doors.launch(request('PLAY', { Username: player.username }, player))
      const answer = await answerTo(sent, token)
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

/** Over the fields sorted by name, not url-encoded. */
function sign(body: Record<string, string | number>, secret: string): string {
  const sorted = Object.entries(body).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const text = sorted.map(([name, value]) => `${name}=${value}`).join('&')
  return createHmac('sha1', secret).update(text).digest('base64')
}

async function answerTo<T>(sent: Promise<Reply>, schema: z.ZodType<T>): Promise<T | CallFailure> {
  const reply = await replyOr('unsent', sent)
  if (isUndone(reply)) return reply
  const good = isGood(reply) ? readBody(schema, reply.text) : null
  if (good) return good
  const said = reply.status >= 400 && reply.status < 500 ? readBody(refusal, reply.text) : null
  return said ? refusedWith(said.Message) : unclear(reply)
}
