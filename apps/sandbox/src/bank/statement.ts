import type { ActorWorld } from '../actor.ts'
import type { Answer, Call } from '../call.ts'
import { operation } from '../operation.ts'
import type { Bank } from './accounts.ts'
import { lineJson } from './messages.ts'

const key = 'sandbox-statement-key'
const pageSize = 100

/** The statements, page by page, for callers with the key. */
export function statementRoutes(stage: ActorWorld, bank: Bank): void {
  operation(stage, shape, (call) => answer(bank, call))
}

const shape = {
  name: 'bank.statement',
  method: 'GET',
  path: '/bank/v1/accounts/:bank/:accountNo/statement',
  summary: 'Read the statement of an account',
} as const

function answer(bank: Bank, { headers, params, query }: Call): Answer {
  if (headers['authorization'] !== `Bearer ${key}`)
    return { status: 401, body: { message: 'The key is not valid.' } }
  const account = bank
    .accounts()
    .find(({ facts }) => facts.bank === params['bank'] && facts.accountNo === params['accountNo'])
  if (!account) return { status: 404, body: { message: 'There is no such account.' } }
  const [from, to] = [new Date(String(query['from'])), new Date(String(query['to']))]
  if (Number.isNaN(from.getTime()) || Number.isNaN(to.getTime()))
    return { status: 400, body: { message: 'from and to must be instants.' } }
  const start = Number(query['next'] ?? 0)
  const lines = account.lines({ from, to })
  const end = start + pageSize
  return {
    body: {
      lines: lines.slice(start, end).map((line) => lineJson(account, line)),
      next: end < lines.length ? String(end) : null,
    },
  }
}
