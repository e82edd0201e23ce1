import { z } from 'zod'
import type { ActorWorld } from '../../actor.ts'
import type { Answer, Call } from '../../call.ts'
import type { Voice } from '../money-faults.ts'
import type { Movement } from '../provider/books.ts'
import { asNumber, readHundredths } from '../provider/money.ts'
import type { Account, Provider, Refusal } from '../provider/provider.ts'
import { pgOperator } from './credentials.ts'
import { familyStage, type Family } from './family.ts'
import { listPlays } from './pg-plays.ts'

const afterKickMs = 5000
const referenceLettersMax = 50

const text = z.string().min(1)
const playerBody = z.object({ player_name: text })
const createBody = z.object({ player_name: text, currency: text })
const loginBody = z.object({ player_name: text, operator_player_session: text })
const allOutBody = z.object({
  player_name: text,
  transfer_reference: text.max(referenceLettersMax),
})
const transferBody = allOutBody.extend({ amount: text, currency: text })

/** Forms with the operator's token and secret in them; a repeated transfer reference has one effect. */
export const pg: Family = {
  entrance: { path: '/:game/index.html', token: 'ops' },
  hasPasswords: false,
  routes: (stage, provider) => {
    playerRoutes(stage, provider)
    moneyRoutes(stage, provider)
    queryRoutes(stage, provider)
  },
}

function playerRoutes(stage: ActorWorld, provider: Provider): void {
  const put = familyStage(stage, provider, { root: '', voice })
  put(
    {
      verb: 'create',
      at: 'POST /Player/v1/Create',
      alsoAt: ['/v3/Player/Create', '/Player/v3/Create'],
      touches: 'opening',
      summary: 'Open an account',
    },
    (call) =>
      reading(call, createBody, ({ player_name: username, currency }) => {
        const opened = provider.open({ username, currency })
        if (opened === 'taken') return refusal(call, 1305, 'Player already exists')
        return opened === 'pool-empty' ? noNames(call) : good({ action_result: 1 })
      }),
  )
  put(
    {
      verb: 'login',
      at: 'POST /Login/v1/LoginGame',
      touches: 'nothing',
      summary: 'Get a player session',
    },
    (call) =>
      reading(call, loginBody, ({ player_name }) => {
        if (!provider.find(player_name)) return refusal(call, 3005, 'Player wallet does not exist')
        return good({ player_name, player_session: provider.tables.invite(player_name) })
      }),
  )
  put(
    {
      verb: 'kick',
      at: 'POST /Player/v1/Kick',
      alsoAt: ['/v3/Player/Kick'],
      touches: 'nothing',
      summary: 'Send a player away',
    },
    (call) =>
      reading(call, playerBody, ({ player_name }) => {
        const account = provider.find(player_name)
        if (!account) return refusal(call, 1035, 'Action failed')
        if (provider.kick(account)) account.kickedAt = provider.clock.now().getTime()
        return good({ action_result: 1 })
      }),
  )
}

function moneyRoutes(stage: ActorWorld, provider: Provider): void {
  const put = familyStage(stage, provider, { root: '/Cash/v3', voice })
  for (const { verb, at, sign } of directions) {
    put({ verb, at, touches: 'transfer', summary: `Move money: ${verb}` }, (call) =>
      reading(call, transferBody, (body) => {
        const amount = readHundredths(body.amount)
        if (amount === null || amount <= 0) return refusal(call, 3001, 'Value cannot be null')
        return moveMoney(provider, call, { ...body, amount: sign * amount })
      }),
    )
  }
  put(
    {
      verb: 'transfer-all-out',
      at: 'POST /TransferAllOut',
      touches: 'transfer',
      summary: 'Take out everything',
    },
    (call) =>
      reading(call, allOutBody, (body) => {
        const earlier = provider.books.firstOf(body.transfer_reference)
        const balance = provider.find(body.player_name)?.balance ?? 1
        if (!earlier && balance === 0) return refusal(call, 3100, 'Nothing to transfer')
        return moveMoney(provider, call, { ...body, amount: earlier?.amount ?? -balance })
      }),
  )
}

const directions = [
  { verb: 'transfer-in', at: 'POST /TransferIn', sign: 1 },
  { verb: 'transfer-out', at: 'POST /TransferOut', sign: -1 },
] as const

type MoneyOrder = { player_name: string; transfer_reference: string; amount: number }

function moveMoney(provider: Provider, call: Call, order: MoneyOrder): Answer {
  const { player_name: username, transfer_reference: reference, amount } = order
  const account = provider.find(username)
  const isNew = !provider.books.firstOf(reference)
  if (account && isNew && amount < 0 && isLeaving(provider, account)) {
    return refusal(call, 3101, 'Transfer request in progress, please retry')
  }
  const result = provider.transfer({ username, amount, reference, once: true })
  if ('refused' in result) return refusals[result.refused](call)
  const { id, before, after } = result.done
  return good({
    transactionId: id,
    balanceAmountBefore: asNumber(before),
    balanceAmount: asNumber(after),
    amount: asNumber(Math.abs(amount)),
  })
}

/** For five seconds after a kick the last round is still being settled. */
function isLeaving({ clock }: Provider, { kickedAt }: Account): boolean {
  return kickedAt !== null && clock.now().getTime() < kickedAt + afterKickMs
}

function queryRoutes(stage: ActorWorld, provider: Provider): void {
  const put = familyStage(stage, provider, { root: '', voice })
  put(
    {
      verb: 'wallet',
      at: 'POST /Cash/v3/GetPlayerWallet',
      touches: 'balance',
      summary: 'Read a balance',
    },
    (call) =>
      reading(call, playerBody, ({ player_name }) => {
        const account = provider.find(player_name)
        if (!account) return refusal(call, 3005, 'Player wallet does not exist')
        const cash = asNumber(account.balance)
        return good({
          currencyCode: account.currency,
          totalBalance: cash,
          cashBalance: cash,
          totalBonusBalance: 0,
          freeGameBalance: 0,
        })
      }),
  )
  put(
    {
      verb: 'transaction',
      at: 'POST /Cash/v3/GetSingleTransaction',
      touches: 'balance',
      summary: 'Read one transfer',
    },
    (call) =>
      reading(call, allOutBody, ({ player_name, transfer_reference }) => {
        const account = provider.find(player_name)
        if (!account) return refusal(call, 3005, 'Player wallet does not exist')
        const movement = provider.books.firstOf(transfer_reference)
        if (movement?.username !== player_name)
          return refusal(call, 3040, 'Transaction does not exist')
        return good(transactionRow(movement, account))
      }),
  )
  put(
    {
      verb: 'history',
      at: 'POST /Bet/v4/GetHistoryForSpecificTimeRange',
      touches: 'nothing',
      summary: 'List plays',
    },
    (call) => reading(call, z.unknown(), () => good(listPlays(provider, call.body))),
  )
}

function transactionRow(movement: Movement, { currency }: Account): object {
  return {
    transactionId: movement.id,
    playerName: movement.username,
    currencyCode: currency,
    transactionType: movement.kind === 'out' ? 200 : 100,
    transactionAmount: asNumber(Math.abs(movement.amount)),
    transactionFrom: asNumber(movement.before),
    transactionTo: asNumber(movement.after),
    transactionDateTime: Date.parse(movement.at),
  }
}

const traceQuery = z.object({ trace_id: z.guid() })
const operatorBody = z.object({
  operator_token: z.literal(pgOperator.token),
  secret_key: z.literal(pgOperator.secret),
})

function reading<T>(call: Call, shape: z.ZodType<T>, answer: (fields: T) => Answer): Answer {
  if (!traceQuery.safeParse(call.query).success) return refusal(call, 1034, 'Invalid request')
  if (!operatorBody.safeParse(call.body).success) return refusal(call, 1204, 'Invalid operator')
  const read = shape.safeParse(call.body)
  return read.success ? answer(read.data) : refusal(call, 3001, 'Value cannot be null')
}

function good(data: unknown): Answer {
  return { body: { data, error: null } }
}

function refusal({ query }: Call, code: number, message: string): Answer {
  const traceId = traceQuery.safeParse(query).data?.trace_id ?? ''
  return { body: { data: null, error: { code: String(code), message, traceId } } }
}

const noNames = (call: Call) => refusal(call, 1035, 'Action failed')
const failed = (message: string) => (call: Call) => refusal(call, 3100, message)

const refusals: Record<Refusal, (call: Call) => Answer> = {
  nobody: (call) => refusal(call, 3005, 'Player wallet does not exist'),
  'not-enough': failed('Transfer failed: not enough balance'),
  'no-credit': failed('Transfer failed: not enough credit'),
  'in-round': failed('Transfer failed: player is in a game round'),
  'reference-used': failed('Transfer failed: reference was used for another transfer'),
}

const voice: Voice = {
  moneyFields: [
    'amount',
    'balanceAmount',
    'balanceAmountBefore',
    'cashBalance',
    'totalBalance',
    'transactionAmount',
    'transactionFrom',
    'transactionTo',
  ],
  closed: (call) => refusal(call, 1200, 'Internal server error'),
  inRound: refusals['in-round'],
  poolEmpty: noNames,
  takesOut: ({ url }) => /\/Transfer(?:All)?Out\b/.test(url),
}
