import { z } from 'zod'
import type { ActorWorld } from '../../actor.ts'
import type { Answer, Call } from '../../call.ts'
import type { Voice } from '../money-faults.ts'
import type { Movement } from '../provider/books.ts'
import { asNumber, readHundredths } from '../provider/money.ts'
import type { Provider, Refusal } from '../provider/provider.ts'
import { betflixOperator } from './credentials.ts'
import { daysOfBangkok, familyStage, ownAddress, playTotals, type Family } from './family.ts'

const text = z.string().min(1)
const registerBody = z.object({ username: text, password: text })
const transferBody = z.object({ username: text, amount: text, ref: text })
const memberBody = z.object({ username: text })
const passwordBody = z.object({ username: text, new_password: text })
const loginBody = z.object({ username: text, provider: z.string().optional() })
const spanQuery = z.object({ username: text, start: text, end: text })

/** Form bodies and two headers; errors are HTTP 200 with a number (docs/outside/games.md). */
export const betflix: Family = {
  entrance: { path: '/login/apilogin/:token', token: 'token' },
  hasPasswords: true,
  routes: (stage, provider) => {
    accountRoutes(stage, provider)
    moneyRoutes(stage, provider)
  },
}

function accountRoutes(stage: ActorWorld, provider: Provider): void {
  const put = familyStage(stage, provider, { root: '/v4', voice })
  put(
    { verb: 'register', at: 'POST /user/register', touches: 'opening', summary: 'Open an account' },
    (call) =>
      reading(call, registerBody, ({ username, password }) => {
        const opened = provider.open({ username: betflixOperator.agent + username, password })
        if (opened === 'taken') return refusal(1002, 'Username already exists')
        if (opened === 'pool-empty') return noNames
        return good({ username: opened.username })
      }),
  )
  put(
    {
      verb: 'change-password',
      at: 'POST /user/changePassword',
      touches: 'nothing',
      summary: 'Set a new password',
    },
    (call) =>
      reading(call, passwordBody, (body) => {
        const account = provider.find(body.username)
        if (!account) return nobody
        account.password = body.new_password
        return good({})
      }),
  )
  put(
    { verb: 'login', at: 'POST /play/login', touches: 'nothing', summary: 'Get a launch link' },
    (call) =>
      reading(call, loginBody, (body) => {
        if (!provider.find(body.username)) return nobody
        const login_token = provider.tables.invite(body.username)
        const launch_url = `${ownAddress(stage, call, provider)}/login/apilogin/${login_token}`
        return good({ login_token, ...(body.provider && { launch_url }) })
      }),
  )
}

function moneyRoutes(stage: ActorWorld, provider: Provider): void {
  const put = familyStage(stage, provider, { root: '/v4', voice })
  put(
    { verb: 'balance', at: 'POST /user/balance', touches: 'balance', summary: 'Read a balance' },
    (call) =>
      reading(call, memberBody, ({ username }) => {
        const account = provider.find(username)
        return account ? good({ balance: asNumber(account.balance) }) : nobody
      }),
  )
  put(
    {
      verb: 'transfer',
      at: 'POST /user/transfer',
      touches: 'transfer',
      summary: 'Move money in, or out by a minus',
    },
    (call) =>
      reading(call, transferBody, ({ username, amount: written, ref }) => {
        const amount = readHundredths(written)
        if (!amount) return unreadable
        // It is not documented whether a repeated ref counts once, so the sandbox assumes that it does not.
        const result = provider.transfer({ username, amount, reference: ref, once: false })
        if ('refused' in result) return refusals[result.refused]
        const { after, before } = result.done
        return good({ balance: asNumber(after), before_balance: asNumber(before) })
      }),
  )
  put(
    {
      verb: 'credit-history',
      at: 'GET /user/creditHistory',
      touches: 'balance',
      summary: 'List transfers of some days',
    },
    (call) =>
      reading(call, spanQuery, ({ username, start, end }) => {
        if (!provider.find(username)) return nobody
        const { fromMs, untilMs } = daysOfBangkok(start, end)
        const rows = provider.books
          .list({ username })
          // What the control plane has set has no reference.
          .filter(({ kind, reference }) => reference !== null && (kind === 'in' || kind === 'out'))
          .filter(({ at }) => Date.parse(at) >= fromMs && Date.parse(at) < untilMs)
        return good(rows.map(historyRow))
      }),
  )
  put(
    {
      verb: 'report',
      at: 'GET /report/summaryNEW',
      alsoAt: ['/report/summary'],
      touches: 'nothing',
      summary: 'Read the turnover',
    },
    (call) =>
      reading(call, spanQuery, ({ username, start, end }) => {
        if (!provider.find(username)) return nobody
        const totals = playTotals(provider, { username, ...daysOfBangkok(start, end) })
        return good({ valid_amount: asNumber(totals.turnover), win_loss: asNumber(totals.winLose) })
      }),
  )
}

function reading<T>(call: Call, shape: z.ZodType<T>, answer: (fields: T) => Answer): Answer {
  const { betflix: name, key } = betflixOperator
  if (call.headers['x-api-betflix'] !== name || call.headers['x-api-key'] !== key) {
    return { ...refusal(401, 'Unauthorized'), status: 401 }
  }
  const read = shape.safeParse(call.method === 'GET' ? call.query : call.body)
  return read.success ? answer(read.data) : unreadable
}

function historyRow({ id, reference, amount, before, after, at }: Movement): object {
  return {
    id,
    ref: reference,
    amount: asNumber(amount),
    before_balance: asNumber(before),
    balance: asNumber(after),
    date: at,
  }
}

function good(data: unknown): Answer {
  return { body: { status: 'success', error_code: 0, msg: '', data } }
}

function refusal(error_code: number, msg: string): Answer {
  return { body: { status: 'error', error_code, msg, data: null } }
}

const nobody = refusal(1001, 'User not found')
const unreadable = refusal(1005, 'Invalid parameter')
const noNames = refusal(1006, 'No user available')
const inRound = refusal(1004, 'User is playing')

const refusals: Record<Refusal, Answer> = {
  nobody,
  'not-enough': refusal(1003, 'Balance not enough'),
  'no-credit': refusal(1003, 'Agent credit not enough'),
  'in-round': inRound,
  'reference-used': refusal(1005, 'Duplicate ref'),
}

const voice: Voice = {
  moneyFields: ['balance', 'before_balance', 'amount'],
  closed: () => refusal(9999, 'System maintenance'),
  inRound: () => inRound,
  poolEmpty: () => noNames,
  takesOut: ({ body }) => String((body as { amount?: unknown }).amount).startsWith('-'),
}
