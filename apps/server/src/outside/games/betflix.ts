import { textOfMoney, type Currency } from '@kapao/contract/money'
import { z } from 'zod'
import { dayMs, hourMs } from '@kapao/contract/times'
import type { OutboundRequest, Reply } from '../door.ts'
import type {
  ClientOptions,
  GameClient,
  ListedMove,
  MoveQuery,
  MoveList,
  CallFailure,
} from './client.ts'
import {
  amountForm,
  balanceDoorOf,
  balanceOf,
  findOpened,
  isUndone,
  movedAs,
  unknownAs,
} from './replies.ts'
import { isGood, readBody, refusedWith, unclear, replyOr } from '../reply.ts'

/** docs/outside/games.md: every answer, success or failure, has this envelope; failures come with status 200, too. */
const envelope = z.object({
  status: z.enum(['success', 'error']),
  error_code: z.number(),
  msg: z.string().default(''),
})
const anything = z.object({ status: z.literal('success') })
const created = z.object({ data: z.object({ username: z.string().min(1).max(64) }) })
const balance = z.object({ data: z.object({ balance: amountForm }) })
const moved = z.object({ data: z.object({ balance: amountForm, before_balance: amountForm }) })
const launched = z.object({ data: z.object({ login_token: z.string().min(1) }) })
const row = z.object({ ref: z.string(), amount: amountForm })
const history = z.object({ data: z.array(row) })
const listed = z.object({
  data: z
    .array(
      row.extend({
        // Of two within one moment the lower number came first.
        id: z.coerce.number(),
        before_balance: amountForm,
        date: z.iso.datetime({ offset: true }),
      }),
    )
    .max(5_000),
})

/** Betflix and its family: forms, a reference of ours that does not count once, and a searchable history. */
export function openBetflix(options: ClientOptions): GameClient {
  const { address, agent, launchAddress, doors } = options
  const headers = { 'x-api-betflix': agent.id, 'x-api-key': agent.key, accept: 'application/json' }
  const post = (path: string, fields: Record<string, string>): OutboundRequest => ({
    method: 'POST',
    url: `${address}/${path}`,
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })

  const readBalance: GameClient['readBalance'] = async (asked) => {
    const { username, currency, owner } = asked
    const sent = balanceDoorOf(doors, asked)({ ...post('user/balance', { username }), owner })
    const answer = await answerTo(sent, balance)
    return isUndone(answer) ? answer : balanceOf(answer.data.balance, currency)
  }

  return {
    countsOnce: false,
    createAccount: async ({ username, password, currency, owner, mayExist }) => {
      const fields = { username, password, tel: '', name: username, note: '' }
      const sent = doors.open({ ...post('user/register', fields), owner })
      const answer = await answerTo(sent, created)
      if (!isUndone(answer)) return { outcome: 'done', username: answer.data.username }
      if (answer.outcome !== 'refused' || !mayExist) return answer
      // Their names are a prefix for us plus the requested name; a refusal has no code for its cause.
      if (agent.prefix === undefined) return { outcome: 'lost', why: answer.why }
      const wanted = { username: agent.prefix + username, currency, use: 'shown' as const, owner }
      return findOpened(answer, await readBalance(wanted), wanted.username)
    },
    readBalance,
    move: async (move) => {
      const { username, reference: ref, direction, money } = move
      const amount = `${direction === 'out' ? '-' : ''}${textOfMoney(money)}`
      const request = post('user/transfer', { username, amount, ref })
      const answer = await answerTo(doors.move({ ...request, owner: move.owner }), moved)
      if (isUndone(answer)) return answer
      return movedAs(answer.data.balance - answer.data.before_balance, move)
    },
    lookUp: async (move) => {
      const { username, reference, since, owner } = move
      const at = since.getTime()
      const days = { start: dayOf(at - dayMs), end: dayOf(at + dayMs) }
      const search = new URLSearchParams({ username, ...days })
      const url = `${address}/user/creditHistory?${search.toString()}`
      const answer = await answerTo(doors.ask({ method: 'GET', url, headers, owner }), history)
      // A failed lookup says nothing about the move, whatever the reason.
      if (isUndone(answer)) return unknownAs(answer.why)
      const found = answer.data.filter(({ ref }) => ref === reference)
      if (found.length > 1) return unknownAs('they have it more than once')
      return found[0] ? movedAs(found[0].amount, move) : { outcome: 'absent' }
    },
    list: (listing) => listMoves(options, headers, listing),
    kick: null,
    setPassword: async ({ username, password, owner }) => {
      const request = post('user/changePassword', { username, new_password: password })
      const answer = await answerTo(doors.reset({ ...request, owner }), anything)
      return isUndone(answer) ? answer : { outcome: 'done' }
    },
    launch: async ({ username, owner }) => {
      if (launchAddress === null) return refusedWith('it is not set where its games are')
      const sent = doors.launch({ ...post('play/login', { username }), owner })
      const answer = await answerTo(sent, launched)
      if (isUndone(answer)) return answer
      const token = encodeURIComponent(answer.data.login_token)
      return { outcome: 'link', link: `${launchAddress}/login/apilogin/${token}` }
    },
  }
}

/** Their history of a member, in the order in which it happened. */
async function listMoves(
  { address, doors }: ClientOptions,
  headers: Record<string, string>,
  { username, currency, since, until, owner }: MoveQuery,
): Promise<MoveList> {
  const days = { start: dayOf(since.getTime()), end: dayOf(until.getTime()) }
  const search = new URLSearchParams({ username, ...days })
  const url = `${address}/user/creditHistory?${search.toString()}`
  const answer = await answerTo(doors.ask({ method: 'GET', url, headers, owner }), listed)
  if (isUndone(answer)) return answer
  const inOrder = answer.data.toSorted(
    (a, b) => Date.parse(a.date) - Date.parse(b.date) || a.id - b.id,
  )
  const moves = inOrder.flatMap((one) => listedOf(one, currency) ?? [])
  if (moves.length < inOrder.length) return unknownAs('an amount on their list cannot be read')
  return { outcome: 'listed', moves: moves.filter(({ at }) => at >= since && at < until) }
}

type BetflixMove = z.output<typeof listed>['data'][number]

function listedOf(entry: BetflixMove, currency: Currency): ListedMove | null {
  const moved = balanceOf(Math.abs(entry.amount), currency)
  const before = balanceOf(entry.before_balance, currency)
  if (moved.outcome !== 'balance' || before.outcome !== 'balance') return null
  return {
    reference: entry.ref,
    direction: entry.amount < 0 ? 'out' : 'in',
    money: moved.money,
    before: before.money,
    at: new Date(entry.date),
  }
}

/** Days are Bangkok's there. */
function dayOf(ms: number): string {
  return new Date(ms + 7 * hourMs).toISOString().slice(0, 10)
}

async function answerTo<T>(sent: Promise<Reply>, schema: z.ZodType<T>): Promise<T | CallFailure> {
  const reply = await replyOr('unsent', sent)
  if (isUndone(reply)) return reply
  const head = reply.status < 500 ? readBody(envelope, reply.text) : null
  if (!head) return unclear(reply)
  if (head.status === 'error') return refusedWith(`${head.error_code} ${head.msg}`)
  return (isGood(reply) && head.error_code === 0 && readBody(schema, reply.text)) || unclear(reply)
}
