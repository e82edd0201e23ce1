import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { Answer, Call } from '../../call.ts'
import { operationsAtOneAddress } from '../../operation.ts'
import type { Voice } from '../money-faults.ts'
import { asNumber, readHundredths } from '../provider/money.ts'
import type { Account, Provider, Refusal } from '../provider/provider.ts'
import { jokerOperator } from './credentials.ts'
import { familyCall, type Family } from './family.ts'
import { minuteMs } from '../../times.ts'

const clockErrorMsMax = 5 * minuteMs

/** One address; the body names the method, and the HTTP status says whether it was done. */
export const joker: Family = {
  entrance: { path: '/play', token: 'token' },
  hasPasswords: true,
  routes: (stage, provider) => {
    const write = (call: JokerCall) =>
      familyCall(
        provider,
        { root: '', voice },
        {
          ...call,
          at: 'POST ',
          alsoAt: ['/'],
          handler: (received) => call.run(provider, received),
        },
      )
    const unknown = write(unknownMethod)
    const known = new Map(Object.entries(methods).map(([method, call]) => [method, write(call)]))
    operationsAtOneAddress(stage, [unknown, ...known.values()], ({ body }) => {
      const { Method } = fieldsOf(body)
      return known.get(Method === 'RT' ? 'PLAY' : String(Method)) ?? unknown
    })
  },
}

type JokerCall = {
  verb: string
  touches: 'transfer' | 'balance' | 'opening' | 'nothing'
  summary: string
  run: (provider: Provider, call: Call) => Answer
}

const methods: Record<string, JokerCall> = {
  CU: { verb: 'create', touches: 'opening', summary: 'CU: open an account', run: openAccount },
  SP: { verb: 'password', touches: 'nothing', summary: 'SP: set a password', run: setPassword },
  GC: { verb: 'credit', touches: 'balance', summary: 'GC: read a balance', run: creditAnswer },
  TC: {
    verb: 'transfer',
    touches: 'transfer',
    summary: 'TC: move money, out by a minus',
    run: move,
  },
  TCH: {
    verb: 'check',
    touches: 'balance',
    summary: 'TCH: read one transfer',
    run: transferAnswer,
  },
  PLAY: { verb: 'play', touches: 'nothing', summary: 'PLAY, RT: get a token', run: giveToken },
  SO: { verb: 'sign-out', touches: 'nothing', summary: 'SO: send a member away', run: signOut },
}

const unknownMethod: JokerCall = {
  verb: 'unknown-method',
  touches: 'nothing',
  summary: 'A method that nobody plays',
  run: (provider, call) => reading(provider, call, () => refusal(400, 'Method is not supported')),
}

function openAccount(provider: Provider, call: Call): Answer {
  return reading(provider, call, ({ Username }) => {
    if (!Username) return unreadable
    const opened = provider.open({ username: Username })
    if (opened === 'pool-empty') return noNames
    return opened === 'taken' ? ok : { status: 201, body: { Status: 'Created' } }
  })
}

function setPassword(provider: Provider, call: Call): Answer {
  return ofMember(provider, call, (account, { Password }) => {
    if (!Password) return unreadable
    account.password = Password
    return ok
  })
}

function creditAnswer(provider: Provider, call: Call): Answer {
  return ofMember(provider, call, (account) => ({
    body: {
      Username: account.username,
      Credit: asNumber(account.balance),
      OutstandingCredit: outstanding(account),
      FreeCredit: 0,
      OutstandingFreeCredit: 0,
    },
  }))
}

function move(provider: Provider, call: Call): Answer {
  return ofMember(provider, call, (account, { Amount, RequestID }) => {
    const amount = readHundredths(Amount)
    if (!amount || !RequestID) return unreadable
    const { username } = account
    const result = provider.transfer({ username, amount, reference: RequestID, once: true })
    if ('refused' in result) return refusals[result.refused]
    return {
      body: {
        Username: username,
        RequestID,
        Credit: asNumber(result.done.after),
        BeforeCredit: asNumber(result.done.before),
        OutstandingCredit: outstanding(account),
        Time: result.done.at,
      },
    }
  })
}

function transferAnswer(provider: Provider, call: Call): Answer {
  return reading(provider, call, ({ RequestID = '' }) => {
    const movement = provider.books.firstOf(RequestID)
    if (!movement) return refusal(404, 'RequestID not found')
    const { username, amount, at } = movement
    return { body: { Username: username, RequestID, Amount: asNumber(amount), Time: at } }
  })
}

function giveToken(provider: Provider, call: Call): Answer {
  return ofMember(provider, call, ({ username }) => ({
    body: { Username: username, Token: provider.tables.invite(username) },
  }))
}

function signOut(provider: Provider, call: Call): Answer {
  return ofMember(provider, call, (account) => {
    provider.kick(account)
    return ok
  })
}

function outstanding({ round }: Account): number {
  return asNumber(round?.stake ?? 0)
}

type Fields = Record<string, string | undefined>

function ofMember(
  provider: Provider,
  call: Call,
  answer: (account: Account, fields: Fields) => Answer,
): Answer {
  return reading(provider, call, (fields) => {
    const account = provider.find(fields['Username'] ?? '')
    return account ? answer(account, fields) : nobody
  })
}

function reading(provider: Provider, call: Call, answer: (fields: Fields) => Answer): Answer {
  const fields = fieldsOf(call.body)
  const query = z.object({ AppID: z.string(), Signature: z.string() }).safeParse(call.query)
  if (query.data?.AppID !== jokerOperator.appId) return refusal(403, 'AppID is invalid')
  if (query.data.Signature !== sign(fields)) return refusal(403, 'Signature is invalid')
  const sentAtMs = Number(fields['Timestamp']) * 1000
  if (!(Math.abs(sentAtMs - provider.clock.now().getTime()) <= clockErrorMsMax)) {
    return refusal(403, 'Timestamp is invalid')
  }
  return answer(fields)
}

/** All fields in alphabetical order, not URL-encoded. */
function sign(fields: Fields): string {
  const text = Object.entries(fields)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  return createHmac('sha1', jokerOperator.secret).update(text).digest('base64')
}

function fieldsOf(body: unknown): Fields {
  const entries = Object.entries(typeof body === 'object' && body !== null ? body : {})
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}

function refusal(status: number, Message: string): Answer {
  return { status, body: { Message } }
}

const ok: Answer = { body: { Status: 'OK' } }
const nobody = refusal(404, 'User not found')
const unreadable = refusal(400, 'Invalid parameter')
const noNames = refusal(400, 'No username available')
const inRound = refusal(400, 'User is in game')

const refusals: Record<Refusal, Answer> = {
  nobody,
  'not-enough': refusal(400, 'Insufficient credit'),
  'no-credit': refusal(400, 'Insufficient agent credit'),
  'in-round': inRound,
  'reference-used': refusal(409, 'RequestID already used'),
}

const voice: Voice = {
  moneyFields: ['Credit', 'BeforeCredit', 'OutstandingCredit', 'Amount'],
  closed: () => refusal(503, 'Under maintenance'),
  inRound: () => inRound,
  poolEmpty: () => noNames,
  takesOut: ({ body }) => String(fieldsOf(body)['Amount']).startsWith('-'),
}
