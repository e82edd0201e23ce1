import { hash } from 'node:crypto'
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

/** docs/outside/games.md: `code` 0 is good, anything else a refusal, whatever the status. */
const envelope = z.object({ code: z.number(), msg: z.string().default('') })
const anything = z.object({ code: z.literal(0) })
const credit = z.object({ data: z.object({ credit: amountForm }) })
const login = z.object({ url: z.string() })

const accountExists = 902

/** AskMeBet and its like: they take no reference of ours, so a lost answer can only be judged by balances. */
export function openAmb({ address, agent, moneyDoor, askDoor }: ClientOptions): GameClient {
  const root = `${address}/v0.1/partner/member`
  const key = encodeURIComponent(agent.key)
  const post = (path: string, fields: Record<string, string>): Letter => ({
    method: 'POST',
    url: `${root}/${path}`,
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ ...fields, signature: sign(Object.values(fields), agent.id) }),
  })

  return {
    takesReference: false,
    createAccount: async ({ username, password }) => {
      const fields = {
        memberLoginName: username,
        memberLoginPass: password,
        phoneNo: '',
        contact: '',
      }
      const answer = await answerTo(moneyDoor(post(`create/${key}`, fields)), anything)
      if (!isUndone(answer)) return { outcome: 'done' }
      return answer.why.startsWith(String(accountExists)) ? { outcome: 'exists' } : answer
    },
    readBalance: async (username, currency) => {
      const url = `${root}/credit/${key}/${encodeURIComponent(username)}`
      const answer = await answerTo(askDoor({ method: 'GET', url }), credit)
      if (isUndone(answer)) return answer
      const money = moneyOfBalance(answer.data.credit, currency)
      return money
        ? { outcome: 'balance', money }
        : { outcome: 'unknown', why: 'the balance cannot be read' }
    },
    move: async ({ username, direction, money }) => {
      const call = direction === 'in' ? 'deposit' : 'withdraw'
      const path = `${call}/${key}/${encodeURIComponent(username)}`
      const answer = await answerTo(
        moneyDoor(post(path, { amount: textOfMoney(money) })),
        anything,
      )
      return isUndone(answer) ? answer : { outcome: 'done' }
    },
    lookUp: null,
    kick: null,
    setPassword: null,
    launch: async ({ username, password }) => {
      const answer = await answerTo(
        askDoor(post(`login/lobby/${key}`, { username, password })),
        login,
      )
      return isUndone(answer) ? answer : { outcome: 'link', link: answer.url }
    },
  }
}

/** Their own rule: the values in order and the agent's name, joined by colons. MD5 is theirs, too. */
function sign(values: readonly string[], agent: string): string {
  return hash('md5', [...values, agent].join(':'))
}

async function answerTo<T>(sent: Promise<Reply>, schema: z.ZodType<T>): Promise<T | Undone> {
  const reply = await replyTo(sent)
  if (isUndone(reply)) return reply
  const head = read(envelope, reply)
  if (!head) return unclear(reply)
  if (head.code !== 0) return refusedWith(`${head.code} ${head.msg}`)
  return (isGood(reply) && read(schema, reply)) || unclear(reply)
}
