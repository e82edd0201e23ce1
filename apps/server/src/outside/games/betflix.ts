import { textOfMoney, type Money } from '@kapao/contract/money'
import { z } from 'zod'
import type { Letter, Reply } from '../door.ts'
import type { ClientOptions, GameClient, Moved, Undone } from './client.ts'
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

/** docs/outside/games.md: every answer, good or bad, comes in this envelope, the bad ones also with status 200. */
const envelope = z.object({
  status: z.enum(['success', 'error']),
  error_code: z.number(),
  msg: z.string().default(''),
})
const created = z.object({ data: z.unknown() })
const balance = z.object({ data: z.object({ balance: amountForm }) })
const launched = z.object({
  data: z.object({ login_token: z.string().optional(), launch_url: z.string().optional() }),
})
const history = z.object({
  data: z.array(z.object({ ref: z.string(), amount: amountForm })),
})

const tokenPage = 'https://betflik.com/login/apilogin/'
const historySlackMs = 60 * 60_000

/** Betflix and those who resell it: forms over HTTP, our own reference, a history that can be searched. */
export function openBetflix({ address, agent, moneyDoor, askDoor }: ClientOptions): GameClient {
  const root = `${address}/v4`
  const headers = { 'x-api-betflix': agent.id, 'x-api-key': agent.key, accept: 'application/json' }
  const post = (path: string, fields: Record<string, string>): Letter => ({
    method: 'POST',
    url: `${root}/${path}`,
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })
  const ask = (path: string, fields: Record<string, string>): Letter => ({
    method: 'GET',
    url: `${root}/${path}?${new URLSearchParams(fields).toString()}`,
    headers,
  })

  return {
    takesReference: true,
    createAccount: async ({ username, password }) => {
      const fields = { username, password, tel: '', name: username, note: '' }
      const answer = await answerTo(moneyDoor(post('user/register', fields)), created)
      if (isUndone(answer)) return /exist/i.test(answer.why) ? { outcome: 'exists' } : answer
      return { outcome: 'done' }
    },
    readBalance: async (username, currency) => {
      const answer = await answerTo(askDoor(post('user/balance', { username })), balance)
      if (isUndone(answer)) return answer
      return balanceOf(moneyOfBalance(answer.data.balance, currency))
    },
    move: async ({ username, reference, direction, money }) => {
      const amount = `${direction === 'out' ? '-' : ''}${textOfMoney(money)}`
      const fields = { username, amount, ref: reference }
      const answer = await answerTo(moneyDoor(post('user/transfer', fields)), balance)
      if (isUndone(answer)) return duplicateIsDone(answer)
      return { outcome: 'done' }
    },
    lookUp: async ({ username, reference, direction, money, since }) => {
      const start = new Date(since.getTime() - historySlackMs).toISOString()
      const end = new Date(since.getTime() + 24 * historySlackMs).toISOString()
      const answer = await answerTo(
        askDoor(ask('user/creditHistory', { username, start, end })),
        history,
      )
      // Not being told is no answer about the move, whatever the reason.
      if (isUndone(answer)) return { outcome: 'unknown', why: answer.why }
      const found = answer.data.find(({ ref }) => ref === reference)
      if (!found) return { outcome: 'absent' }
      const moved = moneyOfBalance(Math.abs(Number(found.amount)), money.currency)
      const isSame = moved?.amount === money.amount && Number(found.amount) > 0 === (direction === 'in')
      return isSame ? { outcome: 'done' } : { outcome: 'unknown', why: 'they noted another amount' }
    },
    kick: null,
    setPassword: async ({ username, password }) => {
      const answer = await answerTo(
        moneyDoor(post('user/changePassword', { username, password })),
        created,
      )
      return isUndone(answer) ? answer : { outcome: 'done' }
    },
    launch: async ({ username }) => {
      const answer = await answerTo(askDoor(post('play/login', { username })), launched)
      if (isUndone(answer)) return answer
      const { login_token: token, launch_url: url } = answer.data
      if (url) return { outcome: 'link', link: url }
      return token
        ? { outcome: 'link', link: tokenPage + encodeURIComponent(token) }
        : { outcome: 'unknown', why: 'they sent neither token nor address' }
    },
  }
}

/** A reference that they know already was applied before: the same move, and it counted once. */
function duplicateIsDone(answer: Undone): Moved {
  return /duplicate/i.test(answer.why) ? { outcome: 'done' } : answer
}

function balanceOf(money: Money | null): { outcome: 'balance'; money: Money } | Undone {
  return money
    ? { outcome: 'balance', money }
    : { outcome: 'unknown', why: 'the balance cannot be read' }
}

async function answerTo<T>(sent: Promise<Reply>, schema: z.ZodType<T>): Promise<T | Undone> {
  const reply = await replyTo(sent)
  if (isUndone(reply)) return reply
  const head = read(envelope, reply)
  if (!head) return unclear(reply)
  if (head.status === 'error') return refusedWith(`${head.error_code} ${head.msg}`)
  return (isGood(reply) && head.error_code === 0 && read(schema, reply)) || unclear(reply)
}
