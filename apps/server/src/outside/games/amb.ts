import { hash } from 'node:crypto'
import { textOfMoney } from '@kapao/contract/money'
import { z } from 'zod'
import type { OutboundRequest, Reply } from '../door.ts'
import type { ClientOptions, GameClient, CallFailure } from './client.ts'
import { amountForm, balanceDoorOf, balanceOf, findOpened, isUndone, movedAs } from './replies.ts'
import { isGood, readBody, refusedWith, unclear, replyOr } from '../reply.ts'

/** docs/outside/games.md: `code` 0 is success, anything else a refusal, even with status 200. */
const envelope = z.object({ code: z.number(), message: z.string().default('') })
const anything = z.object({ code: z.literal(0) })
const created = z.object({ result: z.object({ username: z.string().min(1).max(64) }) })
const credit = z.object({ result: z.object({ credit: amountForm }) })
const moved = z.object({ result: z.object({ before: amountForm, after: amountForm }) })
const login = z.object({ url: z.string() })

/** AskMeBet and its family: they take no reference of ours, so a lost answer can only be judged by balances. */
export function openAmb({ address, agent, doors }: ClientOptions): GameClient {
  const key = encodeURIComponent(agent.key)
  const request = (
    method: 'POST' | 'PUT',
    path: string,
    { body, signed }: Order,
  ): OutboundRequest => ({
    method,
    url: `${address}/${path}`,
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ ...body, signature: hash('md5', signed.join(':')) }),
  })

  const readBalance: GameClient['readBalance'] = async (asked) => {
    const { username, currency, owner } = asked
    const url = `${address}/credit/${key}/${encodeURIComponent(username)}`
    const sent = balanceDoorOf(doors, asked)({ method: 'GET', url, owner })
    const answer = await answerTo(sent, credit)
    return isUndone(answer) ? answer : balanceOf(answer.result.credit, currency)
  }

  return {
    countsOnce: false,
    createAccount: async ({ username, password, currency, owner, mayExist }) => {
      const body = {
        memberLoginName: username,
        memberLoginPass: password,
        phoneNo: '',
        contact: '',
      }
      const order = { body, signed: [username, password, agent.id] }
      const sent = doors.open({ ...request('POST', `create/${key}`, order), owner })
      const answer = await answerTo(sent, created)
      if (!isUndone(answer)) return { outcome: 'done', username: answer.result.username }
      // Their names are the agent's id plus the requested name.
      const wanted = { username: agent.id + username, currency, use: 'shown' as const, owner }
      return answer.outcome === 'refused' && mayExist
        ? findOpened(answer, await readBalance(wanted), wanted.username)
        : answer
    },
    readBalance,
    move: async (move) => {
      const { username, direction, money } = move
      const path = `${direction === 'in' ? 'deposit' : 'withdraw'}/${key}/${encodeURIComponent(username)}`
      // As text, so that the signed value is the written one.
      const amount = textOfMoney(money)
      const order = { body: { amount }, signed: [amount, username, agent.id] }
      const sent = doors.move({ ...request('POST', path, order), owner: move.owner })
      const answer = await answerTo(sent, moved)
      return isUndone(answer) ? answer : movedAs(answer.result.after - answer.result.before, move)
    },
    lookUp: null,
    list: null,
    kick: null,
    setPassword: async ({ username, password, owner }) => {
      const path = `reset-password/${key}/${encodeURIComponent(username)}`
      const order = { body: { password }, signed: [password, agent.id] }
      const sent = doors.reset({ ...request('PUT', path, order), owner })
      const answer = await answerTo(sent, anything)
      return isUndone(answer) ? answer : { outcome: 'done' }
    },
    launch: async ({ username, password, owner }) => {
      const body = { username, password, isMobile: true, gameId: '' }
      const order = { body, signed: [username, password, agent.client ?? agent.id] }
      const sent = doors.launch({ ...request('POST', `login/lobby/${key}`, order), owner })
      const answer = await answerTo(sent, login)
      return isUndone(answer) ? answer : { outcome: 'link', link: answer.url }
    },
  }
}

type Order = { body: Record<string, string | boolean>; signed: string[] }

async function answerTo<T>(sent: Promise<Reply>, schema: z.ZodType<T>): Promise<T | CallFailure> {
  const reply = await replyOr('unsent', sent)
  if (isUndone(reply)) return reply
  const head = isGood(reply) ? readBody(envelope, reply.text) : null
  if (!head) return unclear(reply)
  if (head.code !== 0) return refusedWith(`${head.code} ${head.message}`)
  return readBody(schema, reply.text) ?? unclear(reply)
}
