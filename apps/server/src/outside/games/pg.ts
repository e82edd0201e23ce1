import { randomUUID } from 'node:crypto'
import { textOfMoney, type Currency } from '@kapao/contract/money'
import { z } from 'zod'
import type { OutboundRequest, Reply } from '../door.ts'
import type {
  ClientOptions,
  GameClient,
  SlotOwner,
  Move,
  ActResult,
  CallFailure,
} from './client.ts'
import { amountForm, balanceDoorOf, balanceOf, isUndone, movedAs, unknownAs } from './replies.ts'
import { isGood, parseBody, readValue, refusedWith, unclear, replyOr } from '../reply.ts'

/** docs/outside/games.md: `{data, error}`, of which exactly one is not null. */
const failure = z.object({ code: z.coerce.number(), message: z.string() })
/** Also parses without an error: a schema that does not match costs much more than one that does. */
const envelope = z.object({ error: failure.nullish() })
const anything = z.object({ data: z.object({}) })
const cash = z.object({ data: z.object({ totalBalance: amountForm }) })
const moved = z.object({
  data: z.object({
    balanceAmountBefore: amountForm,
    balanceAmount: amountForm,
    amount: amountForm,
  }),
})
const single = z.object({
  data: z.object({ transactionType: z.coerce.number(), transactionAmount: amountForm }),
})
const launched = z.object({ data: z.object({ player_session: z.string().min(1) }) })

/** By their own rule these are final; after anything else the same reference must be sent again. */
const finalRefusals = [3001, 3005, 3100]
const noSuchTransaction = 3040
const nameExists = 1305
const typeOf = { in: 100, out: 200 } as const
const isoOf: Record<Currency, string> = { BAHT: 'THB', LAK: 'LAK', COIN: 'XXX' }
const lobby = 'lobby'

/** PG Soft and its family: a reference counts once, and one transaction can be looked up. */
export function openPg(options: ClientOptions): GameClient {
  const { doors } = options
  const request = writerOf(options)
  return {
    ...accountCalls(options, request),
    countsOnce: true,
    readBalance: async (asked) => {
      const fields = { player_name: asked.username }
      const sent = balanceDoorOf(doors, asked)(request('Cash/v3/GetPlayerWallet', fields, asked))
      const answer = await answerTo(sent, cash)
      return isUndone(answer) ? answer : balanceOf(answer.data.totalBalance, asked.currency)
    },
    move: async (move) => {
      const call = move.direction === 'in' ? 'TransferIn' : 'TransferOut'
      const sent = doors.move(request(`Cash/v3/${call}`, fieldsOf(move), move))
      const answer = await answerTo(sent, moved)
      if (isUndone(answer)) return onlyFinal(answer)
      const { balanceAmount, balanceAmountBefore, amount } = answer.data
      const byBalances = movedAs(balanceAmount - balanceAmountBefore, move)
      return byBalances.outcome === 'done' ? movedAs(amount, move) : byBalances
    },
    lookUp: async (move) => {
      const { username: player_name, reference: transfer_reference } = move
      const fields = { player_name, transfer_reference }
      const sent = doors.ask(request('Cash/v3/GetSingleTransaction', fields, move))
      const answer = await answerTo(sent, single)
      // A failed lookup says nothing about the move, whatever the reason.
      if (isUndone(answer))
        return isRefusedWith(answer, noSuchTransaction)
          ? { outcome: 'absent' }
          : unknownAs(answer.why)
      if (answer.data.transactionType !== typeOf[move.direction])
        return unknownAs('they recorded it in the other direction')
      return movedAs(answer.data.transactionAmount, move)
    },
    list: null,
    kick: async (player) => {
      const sent = doors.move(request('Player/v1/Kick', { player_name: player.username }, player))
      const answer = await answerTo(sent, anything)
      return isUndone(answer) ? answer : { outcome: 'done' }
    },
  }
}

type Writer = (path: string, fields: Record<string, string>, player: SlotOwner) => OutboundRequest

function writerOf({ address, agent }: ClientOptions): Writer {
  return (path, fields, { owner }) => ({
    method: 'POST',
    url: `${address}/${path}?trace_id=${randomUUID()}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({
      operator_token: agent.id,
      secret_key: agent.key,
      ...fields,
    }).toString(),
    owner,
  })
}

type AccountCalls = Pick<GameClient, 'createAccount' | 'setPassword' | 'launch'>

function accountCalls(
  { agent, launchAddress, doors }: ClientOptions,
  request: Writer,
): AccountCalls {
  return {
    createAccount: async (opening) => {
      const { username, currency, mayExist } = opening
      const fields = { player_name: username, nickname: username, currency: isoOf[currency] }
      const sent = doors.open(request('Player/v1/Create', fields, opening))
      const answer = await answerTo(sent, anything)
      if (!isUndone(answer) || (mayExist && isRefusedWith(answer, nameExists)))
        return { outcome: 'done', username }
      return answer
    },
    setPassword: null,
    launch: async (player, currency) => {
      if (launchAddress === null) return refusedWith('it is not set where its games are')
      const session = randomUUID()
      const { username } = player
      const fields = {
        player_name: username,
        nickname: username,
        currency: isoOf[currency],
        player_session: session,
        operator_player_session: session,
      }
      const sent = doors.launch(request('Login/v1/LoginGame', fields, player))
      const answer = await answerTo(sent, launched)
      if (isUndone(answer)) return answer
      const ops = answer.data.player_session
      const query = new URLSearchParams({ btt: '1', ot: agent.id, ops, l: 'th' })
      return { outcome: 'link', link: `${launchAddress}/${lobby}/index.html?${query.toString()}` }
    },
  }
}

function fieldsOf({ username, reference, money }: Move): Record<string, string> {
  return {
    player_name: username,
    amount: textOfMoney(money),
    transfer_reference: reference,
    currency: isoOf[money.currency],
  }
}

function onlyFinal(answer: CallFailure): ActResult {
  if (answer.outcome !== 'refused') return answer
  const isFinal = finalRefusals.some((code) => isRefusedWith(answer, code))
  return isFinal ? answer : unknownAs(answer.why)
}

function isRefusedWith({ outcome, why }: CallFailure, code: number): boolean {
  return outcome === 'refused' && why.startsWith(`${code} `)
}

async function answerTo<T>(sent: Promise<Reply>, schema: z.ZodType<T>): Promise<T | CallFailure> {
  const reply = await replyOr('unsent', sent)
  if (isUndone(reply)) return reply
  if (!isGood(reply)) return unclear(reply)
  const value = parseBody(reply.text)
  const error = readValue(envelope, value)?.error
  if (error) return refusedWith(`${error.code} ${error.message}`)
  return readValue(schema, value) ?? unclear(reply)
}
