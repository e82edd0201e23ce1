import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { ActorWorld } from '../../actor.ts'
import type { Answer, Call } from '../../call.ts'
import type { Voice } from '../money-faults.ts'
import { asGroupedText, readHundredths } from '../provider/money.ts'
import type { Provider, Refusal } from '../provider/provider.ts'
import { ambOperator } from './credentials.ts'
import { familyStage, ownAddress, playTotals, type Family } from './family.ts'

const text = z.string().min(1)
const createBody = z.object({ memberLoginName: text, memberLoginPass: text, signature: text })
const moneyBody = z.object({ amount: z.union([z.string(), z.number()]), signature: text })
const passwordBody = z.object({ password: text, signature: text })
const loginBody = z.object({ username: text, password: text, signature: text })

/** JSON with an MD5 signature and no reference at all: the outcome of a lost call cannot be queried. */
export const amb: Family = {
  entrance: { path: '/play', token: 'token' },
  hasPasswords: true,
  routes: (stage, provider) => {
    accountRoutes(stage, provider)
    moneyRoutes(stage, provider)
  },
}

function accountRoutes(stage: ActorWorld, provider: Provider): void {
  const put = familyStage(stage, provider, { root: '/v0.1/partner/member', voice })
  put(
    { verb: 'create', at: 'POST /create/:key', touches: 'opening', summary: 'Open an account' },
    (call) =>
      reading(call, createBody, (body) => {
        const { memberLoginName: name, memberLoginPass: password } = body
        if (!isSigned(body, [name, password, ambOperator.agent])) return badSignature
        const opened = provider.open({ username: ambOperator.agent + name, password })
        if (opened === 'taken') return refusal(1004, 'Username already exists')
        if (opened === 'pool-empty') return noNames
        return good({ username: opened.username })
      }),
  )
  put(
    {
      verb: 'reset-password',
      at: 'PUT /reset-password/:key/:username',
      touches: 'nothing',
      summary: 'Set a new password',
    },
    (call) =>
      reading(call, passwordBody, (body) => {
        if (!isSigned(body, [body.password, ambOperator.agent])) return badSignature
        const account = provider.find(call.params['username'] ?? '')
        if (!account) return nobody
        account.password = body.password
        return good({})
      }),
  )
  put(
    {
      verb: 'login',
      at: 'POST /login/:game/:key',
      touches: 'nothing',
      summary: 'Get a launch link',
    },
    (call) =>
      reading(call, loginBody, (body) => {
        if (!isSigned(body, [body.username, body.password, ambOperator.clientName]))
          return badSignature
        const account = provider.find(body.username)
        if (!account) return nobody
        if (account.password !== body.password) return refusal(1010, 'Invalid password')
        const token = provider.tables.invite(account.username)
        return {
          body: { code: 0, url: `${ownAddress(stage, call, provider)}/play?token=${token}` },
        }
      }),
  )
}

function moneyRoutes(stage: ActorWorld, provider: Provider): void {
  const put = familyStage(stage, provider, { root: '/v0.1/partner/member', voice })
  put(
    {
      verb: 'credit',
      at: 'GET /credit/:key/:username',
      touches: 'balance',
      summary: 'Read a balance',
    },
    (call) =>
      reading(call, z.unknown(), () => {
        const account = provider.find(call.params['username'] ?? '')
        return account ? good({ credit: asGroupedText(account.balance) }) : nobody
      }),
  )
  for (const verb of ['deposit', 'withdraw'] as const) {
    put(
      {
        verb,
        at: `POST /${verb}/:key/:username`,
        touches: 'transfer',
        summary: `Move money: ${verb}`,
      },
      (call) => reading(call, moneyBody, (body) => moveMoney(provider, call, { verb, body })),
    )
  }
  put(
    {
      verb: 'win-lose',
      at: 'GET /winLose/:key/:username/:ref',
      touches: 'nothing',
      summary: 'Read the turnover since a deposit',
    },
    (call) =>
      reading(call, z.unknown(), () => {
        const { username = '', ref } = call.params
        const deposit = provider.books
          .list({ username, kind: 'in' })
          .find(({ id }) => String(id) === ref)
        if (!deposit) return nobody
        const totals = playTotals(provider, {
          username,
          fromMs: Date.parse(deposit.at),
          untilMs: Number.MAX_SAFE_INTEGER,
        })
        return good({
          data: {
            turnover: asGroupedText(totals.turnover),
            winLose: asGroupedText(totals.winLose),
          },
        })
      }),
  )
}

type MoneyOrder = { verb: 'deposit' | 'withdraw'; body: z.output<typeof moneyBody> }

function moveMoney(provider: Provider, call: Call, { verb, body }: MoneyOrder): Answer {
  const username = call.params['username'] ?? ''
  if (!isSigned(body, [amountAsWritten(call) ?? '', username, ambOperator.agent]))
    return badSignature
  const amount = readHundredths(body.amount)
  if (amount === null || amount <= 0) return unreadable
  const signed = verb === 'deposit' ? amount : -amount
  const result = provider.transfer({ username, amount: signed, reference: null, once: false })
  if ('refused' in result) return refusals[result.refused]
  const { id, before, after } = result.done
  return good({
    before: asGroupedText(before),
    amount: asGroupedText(amount),
    after: asGroupedText(after),
    ...(verb === 'deposit' && { ref: String(id) }),
  })
}

/** A number is signed as written in the text: `100.00` and `100` give two signatures. */
function amountAsWritten({ raw }: Call): string | undefined {
  return /"amount"\s*:\s*"?(-?[\d.]+)"?/.exec(raw.toString())?.[1]
}

function isSigned({ signature }: { signature: string }, parts: string[]): boolean {
  return signature === createHash('md5').update(parts.join(':')).digest('hex')
}

function reading<T>(call: Call, shape: z.ZodType<T>, answer: (fields: T) => Answer): Answer {
  if (call.params['key'] !== ambOperator.key) return refusal(1002, 'Invalid key')
  const read = shape.safeParse(call.body)
  return read.success ? answer(read.data) : unreadable
}

function good(result: unknown): Answer {
  return { body: { code: 0, message: 'success', result } }
}

function refusal(code: number, message: string): Answer {
  return { body: { code, message } }
}

const badSignature = refusal(1001, 'Invalid signature')
const nobody = refusal(1003, 'Member not found')
const unreadable = refusal(1008, 'Invalid parameter')
const noNames = refusal(1009, 'No username available')
const inRound = refusal(1007, 'Member is in game')

const refusals: Record<Refusal, Answer> = {
  nobody,
  'not-enough': refusal(1005, 'Insufficient credit'),
  'no-credit': refusal(1006, 'Agent credit is not enough'),
  'in-round': inRound,
  'reference-used': unreadable,
}

const voice: Voice = {
  moneyFields: ['credit', 'before', 'amount', 'after'],
  closed: () => refusal(999, 'System is under maintenance'),
  inRound: () => inRound,
  poolEmpty: () => noNames,
  takesOut: ({ url }) => url.includes('/withdraw/'),
}
