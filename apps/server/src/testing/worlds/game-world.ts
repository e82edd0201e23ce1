import type { Money } from '@kapao/contract/money'
import type { Config } from '#context/config.ts'
import { systemIds } from '#core/ids.ts'
import { accountBook } from '#ledger/accounts.ts'
import { postAll } from '#ledger/post.ts'
import { listBalances } from '#ledger/read.ts'
import { verifyLedger } from '#ledger/verify.ts'
import { ledgerChecks } from '#desk/watch/ledger.ts'
import { openMemberWorld, type Application, type MemberWorld } from './member-world.ts'
import type { Answer, CallOptions } from './test-app.ts'

export type Player = {
  id: string
  token: string
  /** The name that a provider knows the member by. */
  usernameAt: (game: string) => Promise<string>
  call: (name: string, options?: CallOptions) => Promise<Answer>
  /** Ledger balances by place, in whole smallest units; `transit` is the held money. */
  balances: () => Promise<Record<string, number>>
}

export type GameWorld = MemberWorld & {
  /** A member with this much in the wallet and an account at each of these games. */
  addPlayer: (
    amount: bigint,
    games: readonly string[],
    given?: Partial<Application>,
  ) => Promise<Player>
  /** The member's balance according to a provider, in satang. */
  balanceAt: (player: Player, game: string) => Promise<number>
  setBalanceAt: (player: Player, game: string, balance: string) => Promise<void>
  /** Moves the time here and at the providers. */
  passTime: (ms: number) => Promise<void>
  /** Waits until something holds; the outside world takes a moment. */
  until: <T>(look: () => Promise<T>, holds: (seen: T) => boolean) => Promise<T>
  /** Moves the time and runs the worker, repeatedly. */
  work: (turns: number, ms?: number) => Promise<void>
  /** The violations that `verify` finds. */
  violations: () => Promise<unknown[]>
}

/** A world with members who have money and accounts at the sandbox's providers. */
export async function openGameWorld(config: Partial<Config> = {}): Promise<GameWorld> {
  const world = await openMemberWorld(config)
  const { database, sandbox, clock } = world
  const passTime = async (ms: number): Promise<void> => {
    clock.moveMs(ms)
    // Some providers refuse callers that are five minutes off their clock.
    await sandbox.control('POST', '/clock', { at: clock.now().toISOString() })
  }
  await passTime(0)

  async function addPlayer(
    amount: bigint,
    games: readonly string[],
    given: Partial<Application> = {},
  ): Promise<Player> {
    const member = await world.addMember(given)
    const token = await world.login(member.username, member.password)
    if (amount > 0n) await fund(world, member.id, amount)
    const player: Player = {
      id: member.id,
      token,
      call: (name, options) => world.call(name, { token, ...options }),
      usernameAt: async (game) =>
        (await player.call(`GET /api/wallet/account/${game}`)).body.username,
      balances: async () => {
        const all = await listBalances(database.db, member.id)
        const named = all
          .filter(({ kind }) => ['wallet', 'transfer', 'game'].includes(kind))
          .map(({ kind, party, money }) => [
            kind === 'transfer' ? 'transit' : party || kind,
            Number(money.amount),
          ])
        return Object.fromEntries(named) as Record<string, number>
      },
    }
    for (const game of games) {
      const answer = await player.call(`GET /api/wallet/activate/${game}`)
      if (answer.status !== 200) throw new Error(`${game} was not activated: ${answer.text}`)
    }
    return player
  }

  return {
    ...world,
    addPlayer,
    balanceAt: async (player, game) => {
      const username = await player.usernameAt(game)
      const accounts = await sandbox.control<{ username: string; balance: string | number }[]>(
        'GET',
        `/games/${game}/accounts`,
      )
      const found = accounts.find((one) => one.username === username)
      return Math.round(Number(found?.balance) * 100)
    },
    setBalanceAt: async (player, game, balance) => {
      const username = await player.usernameAt(game)
      await sandbox.control('POST', `/games/${game}/balance`, { username, balance })
    },
    passTime,
    until,
    work: async (turns, ms = 61_000) => {
      for (let turn = 0; turn < turns; turn += 1) {
        await passTime(ms)
        await world.runJobs()
      }
    },
    violations: async () =>
      (await verifyLedger(database.db, { full: true, checks: ledgerChecks })).violations,
  }
}

async function until<T>(look: () => Promise<T>, holds: (seen: T) => boolean): Promise<T> {
  for (let turn = 1; ; turn += 1) {
    const seen = await look()
    if (holds(seen)) return seen
    // Far longer than it takes; a busy machine needs seconds for what usually takes one.
    if (turn === 600) throw new Error(`it never became true: ${JSON.stringify(seen)}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

export async function fund(
  { database, clock }: Pick<MemberWorld, 'database' | 'clock'>,
  memberId: string,
  given: bigint | Money,
): Promise<void> {
  const money: Money = typeof given === 'bigint' ? { amount: given, currency: 'BAHT' } : given
  const book = accountBook(database.db)
  const [wallet] = await book.find(memberId, [['wallet', '']])
  const opening = await book.house('opening', '', money.currency)
  await database.db.begin((tx) =>
    postAll(tx, clock.now(), [
      {
        idem: systemIds.key(),
        debit: opening,
        credit: wallet!,
        money,
        kind: 'opening',
      },
    ]),
  )
}
