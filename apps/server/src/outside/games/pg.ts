import { randomUUID } from 'node:crypto'
import { textOfMoney, type Currency } from '@kapao/contract/money'
import { z } from 'zod'
import type { Door, Letter, Reply } from '../door.ts'
import type { ClientOptions, GameClient, Move, Moved, Undone } from './client.ts'
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

/** docs/outside/games.md: `{data, error}`, of which exactly one is not null. */
const failure = z.object({ error: z.object({ code: z.coerce.number(), message: z.string() }) })
const anything = z.object({ data: z.unknown(), error: z.null() })
const cash = z.object({
  data: z.object({ cashBalance: amountForm.optional(), totalBalance: amountForm.optional() }),
  error: z.null(),
})
const moved = z.object({
  data: z.object({
    transactionId: z.union([z.string(), z.number()]),
    balanceAmountBefore: amountForm,
    balanceAmount: amountForm,
  }),
  error: z.null(),
})
const single = z.object({
  data: z.object({ transactionAmount: amountForm }).nullable(),
  error: z.null(),
})
const launched = z.object({ data: z.object({ url: z.string() }), error: z.null() })

/** Their own rule: these three are final; after anything else the same reference is to be sent again. */
const finalRefusals = [3001, 3005, 3100]
const playerExists = 1305
const isoOf: Record<Currency, string> = { BAHT: 'THB', LAK: 'LAK', COIN: 'XXX' }

/** PG Soft and its like: idempotent by our reference, and one transaction can be looked up. */
export function openPg({ address, agent, moneyDoor, askDoor }: ClientOptions): GameClient {
  const letter = (path: string, fields: Record<string, string>): Letter => ({
    method: 'POST',
    url: `${address}/${path}?trace_id=${randomUUID()}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({
      operator_token: agent.id,
      secret_key: agent.key,
      ...fields,
    }).toString(),
  })
  const order = <T>(door: Door, schema: z.ZodType<T>) => ({
    send: (path: string, fields: Record<string, string>) =>
      answerTo(door(letter(path, fields)), schema),
  })

  return {
    takesReference: true,
    createAccount: async ({ username, currency }) => {
      const fields = { player_name: username, nickname: username, currency: isoOf[currency] }
      const answer = await order(moneyDoor, anything).send('Player/v1/Create', fields)
      if (!isUndone(answer)) return { outcome: 'done' }
      return answer.why.startsWith(String(playerExists)) ? { outcome: 'exists' } : answer
    },
    readBalance: async (username, currency) => {
      const fields = { player_name: username }
      const answer = await order(askDoor, cash).send('Cash/v3/GetPlayerWallet', fields)
      if (isUndone(answer)) return answer
      const told = answer.data.totalBalance ?? answer.data.cashBalance
      const money = told === undefined ? null : moneyOfBalance(told, currency)
      return money
        ? { outcome: 'balance', money }
        : { outcome: 'unknown', why: 'the balance cannot be read' }
    },
    move: async (move) => {
      const call = move.direction === 'in' ? 'TransferIn' : 'TransferOut'
      const answer = await order(moneyDoor, moved).send(`Cash/v3/${call}`, fieldsOf(move))
      if (isUndone(answer)) return onlyFinal(answer)
      return { outcome: 'done' }
    },
    lookUp: async (move) => {
      const answer = await order(askDoor, single).send('Cash/v3/GetSingleTransaction', {
        player_name: move.username,
        transfer_reference: move.reference,
      })
      // Not being told is no answer about the move, whatever the reason.
      if (isUndone(answer))
        return isAbsent(answer) ? { outcome: 'absent' } : { outcome: 'unknown', why: answer.why }
      if (!answer.data) return { outcome: 'absent' }
      const noted = Math.abs(Number(answer.data.transactionAmount))
      return moneyOfBalance(noted, move.money.currency)?.amount === move.money.amount
        ? { outcome: 'done' }
        : { outcome: 'unknown', why: 'they noted another amount' }
    },
    kick: async (username) => {
      const answer = await order(moneyDoor, anything).send('Player/v1/Kick', {
        player_name: username,
      })
      return isUndone(answer) ? answer : { outcome: 'done' }
    },
    setPassword: null,
    launch: async ({ username }) => {
      const fields = { player_name: username, language: 'th' }
      const answer = await order(askDoor, launched).send('Login/v1/LoginGame', fields)
      return isUndone(answer) ? answer : { outcome: 'link', link: answer.data.url }
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

function onlyFinal(answer: Undone): Moved {
  if (answer.outcome === 'unknown') return answer
  const code = Number.parseInt(answer.why, 10)
  // What never left us has no code, and is certainly not done.
  return Number.isNaN(code) || finalRefusals.includes(code)
    ? answer
    : { outcome: 'unknown', why: answer.why }
}

const noSuchTransaction = 3040

function isAbsent({ outcome, why }: Undone): boolean {
  return outcome === 'refused' && why.startsWith(String(noSuchTransaction))
}

async function answerTo<T>(sent: Promise<Reply>, schema: z.ZodType<T>): Promise<T | Undone> {
  const reply = await replyTo(sent)
  if (isUndone(reply)) return reply
  const good = isGood(reply) ? read(schema, reply) : null
  if (good) return good
  const said = isGood(reply) ? read(failure, reply) : null
  return said ? refusedWith(`${said.error.code} ${said.error.message}`) : unclear(reply)
}
