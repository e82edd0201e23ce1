import { z } from 'zod'
import { controlCall, type ControlCall } from '../actor.ts'
import { Impossible } from '../call.ts'
import { movementKinds } from './provider/books.ts'
import { asText, readHundredths } from './provider/money.ts'
import type { Account, Provider } from './provider/provider.ts'

const ofProvider = z.strictObject({ provider: z.string() })
const ofMember = ofProvider.extend({ username: z.string().min(1) })
const amount = z.union([z.string(), z.number()]).transform((value, context) => {
  const hundredths = readHundredths(value)
  if (hundredths !== null && hundredths >= 0) return hundredths
  context.addIssue('an amount of zero or more with at most two decimals, such as 12.50')
  return z.NEVER
})
/** Into the game, or out of it with a minus. */
const movedBefore = z.strictObject({
  username: z.string().min(1),
  amount: z.string().transform((text, context) => {
    const hundredths = readHundredths(text)
    if (hundredths !== null) return hundredths
    context.addIssue('an amount with at most two decimals')
    return z.NEVER
  }),
  reference: z.string().min(1),
  at: z.iso.datetime(),
})
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])

/** Controls for tests and people that bypass the providers' APIs. */
export function gameControlCalls(providers: Map<string, Provider>): ControlCall[] {
  const provider = (code: string): Provider => {
    const found = providers.get(code)
    if (!found)
      throw new Impossible(
        `There is no provider ${code}; there are: ${[...providers.keys()].join(', ')}.`,
      )
    return found
  }
  const member = (code: string, username: string): Account => {
    const account = provider(code).find(username)
    if (!account) throw new Impossible(`${code} has no account ${username}.`)
    return account
  }
  return [
    ...readingCalls(providers, provider),
    ...memberCalls(provider, member),
    ...roundCalls(provider, member),
    ...houseCalls(provider),
  ]
}

type FindProvider = (code: string) => Provider
type FindMember = (code: string, username: string) => Account

function readingCalls(providers: Map<string, Provider>, provider: FindProvider): ControlCall[] {
  return [
    controlCall({
      name: 'games.list',
      method: 'GET',
      path: '/games',
      summary: 'All game providers with their money.',
      input: z.strictObject({}),
      run: () => [...providers.values()].map(describeProvider),
    }),
    controlCall({
      name: 'games.accounts',
      method: 'GET',
      path: '/games/:provider/accounts',
      summary: "A provider's accounts with their balances.",
      input: ofProvider,
      run: (input) => provider(input.provider).list().map(describeAccount),
    }),
    controlCall({
      name: 'games.history',
      method: 'GET',
      path: '/games/:provider/history',
      summary: "A provider's movements, newest first, perhaps of one username or kind only.",
      input: ofProvider.extend({
        username: z.string().optional(),
        kind: z.enum(movementKinds).optional(),
        limit: z.coerce.number().int().min(1).max(5000).optional(),
      }),
      run: ({ provider: code, ...filter }) =>
        provider(code)
          .books.list(filter)
          .map((movement) => ({
            ...movement,
            amount: asText(movement.amount),
            before: asText(movement.before),
            after: asText(movement.after),
          })),
    }),
  ]
}

function memberCalls(provider: FindProvider, member: FindMember): ControlCall[] {
  return [
    controlCall({
      name: 'games.balance',
      method: 'POST',
      path: '/games/:provider/balance',
      summary: 'Sets a balance; the difference comes from or goes to the house.',
      input: ofMember.extend({ balance: amount }),
      run: ({ provider: code, username, balance }) => {
        const account = member(code, username)
        const difference = balance - account.balance
        if (difference !== 0)
          provider(code).books.post(account, { kind: 'set', amount: difference })
        return describeAccount(account)
      },
    }),
    controlCall({
      name: 'games.next',
      method: 'POST',
      path: '/games/:provider/next',
      summary: "Decides a member's next round: win, lose or chance.",
      input: ofMember.extend({ result: z.enum(['win', 'lose', 'chance']) }),
      run: ({ provider: code, username, result }) => {
        const account = member(code, username)
        account.nextResult = result === 'chance' ? null : result
        return describeAccount(account)
      },
    }),
  ]
}

function roundCalls(provider: FindProvider, member: FindMember): ControlCall[] {
  return [
    controlCall({
      name: 'games.kick',
      method: 'POST',
      path: '/games/:provider/kick',
      summary: "Closes a member's tables and settles the open round.",
      input: ofMember,
      run: ({ provider: code, username }) => {
        const account = member(code, username)
        provider(code).kick(account)
        return describeAccount(account)
      },
    }),
    controlCall({
      name: 'games.void',
      method: 'POST',
      path: '/games/:provider/void',
      summary: "Declares a member's open round void: the stake comes back, and was no play.",
      input: ofMember,
      run: ({ provider: code, username }) => {
        const account = member(code, username)
        if (!provider(code).voidRound(account)) throw new Impossible('No round is open.')
        return describeAccount(account)
      },
    }),
    controlCall({
      name: 'games.round',
      method: 'POST',
      path: '/games/:provider/round',
      summary: 'Holds a member in a round until kicked.',
      input: ofMember,
      run: ({ provider: code, username }) => {
        const account = member(code, username)
        provider(code).holdRound(account)
        return describeAccount(account)
      },
    }),
    controlCall({
      name: 'games.table',
      method: 'POST',
      path: '/games/:provider/table',
      summary: 'Seats a member at a table without a launch link and returns the path.',
      input: ofMember,
      run: ({ provider: code, username }) => {
        const table = provider(code).tables.sit(member(code, username).username)
        return { path: `/games/${code}/table/${table}` }
      },
    }),
  ]
}

function houseCalls(provider: FindProvider): ControlCall[] {
  return [
    controlCall({
      name: 'games.account',
      method: 'POST',
      path: '/games/:provider/account',
      summary: 'Opens an account with a balance, or sets an existing account to the given values.',
      input: ofMember.extend({
        password: z.string().nullable().default(null),
        balance: amount,
        currency: z.enum(['BAHT', 'LAK']).default('BAHT'),
      }),
      run: ({ provider: code, username, password, balance, currency }) => {
        const iso = currency === 'BAHT' ? 'THB' : 'LAK'
        const found =
          provider(code).find(username) ?? provider(code).open({ username, currency: iso })
        if (typeof found === 'string') throw new Impossible(`${code} opens no account: ${found}.`)
        if (password !== null) found.password = password
        // Booked as a transfer, so that it comes from the operator's credit and not from the house.
        const difference = balance - found.balance
        const kind = difference > 0 ? 'in' : 'out'
        if (difference !== 0) provider(code).books.post(found, { kind, amount: difference })
        return describeAccount(found)
      },
    }),
    controlCall({
      name: 'games.restore',
      method: 'POST',
      path: '/games/:provider/restore',
      summary: 'Puts transfers of before into the books; nothing is moved again.',
      input: ofProvider.extend({ moves: z.array(movedBefore).max(5_000) }),
      run: ({ provider: code, moves }) => {
        for (const one of moves) provider(code).books.keep(one)
        return { restored: moves.length }
      },
    }),
    controlCall({
      name: 'games.maintenance',
      method: 'POST',
      path: '/games/:provider/maintenance',
      summary: 'Closes or opens a provider.',
      input: ofProvider.extend({ on: flag }),
      run: ({ provider: code, on }) => {
        provider(code).state.closed = on
        return describeProvider(provider(code))
      },
    }),
    controlCall({
      name: 'games.pool',
      method: 'POST',
      path: '/games/:provider/pool',
      summary: 'How many accounts can still be opened; without `left` there is no end.',
      input: ofProvider.extend({ left: z.coerce.number().int().min(0).optional() }),
      run: ({ provider: code, left }) => {
        provider(code).state.namesLeft = left ?? null
        return describeProvider(provider(code))
      },
    }),
  ]
}

function describeProvider(provider: Provider): object {
  const { code, title, family, plays, books, state } = provider
  const members = provider.list().reduce((sum, { balance }) => sum + balance, 0)
  const { bank, house } = books.totals()
  return {
    code,
    title,
    family,
    plays,
    address: `/games/${code}`,
    bank: asText(bank),
    house: asText(house),
    members: asText(members),
    maintenance: state.closed,
    namesLeft: state.namesLeft,
  }
}

function describeAccount(account: Account): object {
  const { username, password, currency, balance, round, nextResult } = account
  return {
    username,
    password,
    currency,
    balance: asText(balance),
    inRound: round !== null,
    nextResult: nextResult ?? 'chance',
  }
}
