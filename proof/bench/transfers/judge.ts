import { systemClock } from '../../../apps/server/src/core/clock.ts'
import { resolveTransfer } from '../../../apps/server/src/money/transfers/resolve.ts'
import { ask, type CaseOf } from './calls.ts'
import { games } from './scenes.ts'
import type { Player, World } from './world.ts'

export type Verdict = {
  /** Whether the server died before it had answered. */
  killed: boolean
  /** How the member's transfer ended: credited, or returned. */
  ended: 'done' | 'returned'
  /** Legs that an operator had to decide. */
  exceptions: number
  /** Legs returned automatically although the provider has the money: the worst possible outcome. */
  refunded: number
  /** The inconsistencies, as sentences. */
  wrong: string[]
}

const turnsMax = 24
const turnMs = 61_000

type Leg = {
  id: string
  memberId: string
  game: string
  kind: 'in' | 'out'
  amount: bigint
  state: string
}

/**
 * Runs the state machine to its end, has operators decide the rest, and compares the ledger with the providers' books.
 */
export async function judge(
  world: World,
  cases: readonly CaseOf[],
  killed: ReadonlySet<CaseOf>,
): Promise<Verdict[]> {
  await sweepUntilQuiet(world)
  const exceptions = await decideForPeople(world)
  // The parent of a leg that an operator ended is completed by the next sweep.
  for (let turn = 0; turn < 2; turn += 1) await world.passTime(turnMs)
  const atProviders = await askAll(world)
  return Promise.all(
    cases.map(async (one) => {
      const exceptionsOfIt = ofPlayer(exceptions, one.player)
      const { wrong, refunded } = await compare(world, one, {
        atProviders,
        byPeople: exceptionsOfIt,
      })
      return {
        killed: killed.has(one),
        ...(await askTwice(world, one, wrong)),
        exceptions: exceptionsOfIt.length,
        refunded,
        wrong,
      }
    }),
  )
}

/** The same for members who performed arbitrary actions. */
export async function judgeBooks(
  world: World,
  before: ReadonlyMap<Player, bigint>,
): Promise<{ exceptions: number; refunded: number; wrong: string[] }> {
  const byPeople = await decideForPeople(world)
  const atProviders = await askAll(world)
  const found = await Promise.all(
    [...before].map(([player, had]) =>
      compare(
        world,
        { player, before: had },
        { atProviders, byPeople: ofPlayer(byPeople, player) },
      ),
    ),
  )
  return {
    exceptions: byPeople.length,
    refunded: found.reduce((sum, { refunded }) => sum + refunded, 0),
    wrong: found.flatMap(({ wrong }) => wrong),
  }
}

function ofPlayer(legs: readonly Leg[], { id }: Player): Leg[] {
  return legs.filter(({ memberId }) => memberId === id)
}

async function askAll(world: World): Promise<Map<string, Map<string, bigint>>> {
  const atProviders = new Map<string, Map<string, bigint>>()
  for (const game of games) atProviders.set(game, await world.providerBalances(game))
  return atProviders
}

export async function sweepUntilQuiet(world: World): Promise<void> {
  for (let turn = 0; turn < turnsMax; turn += 1) {
    const [row] = await world.stage.db.query<{ count: bigint }>(
      `select count(*) from transfers_transfer where state in ('held', 'sent', 'unknown')`,
    )
    if (row!.count === 0n) return
    await world.passTime(turnMs)
    const [left] = await world.stage.db.query<{ count: bigint }>(
      `select count(*) from transfers_transfer where game is not null and state in ('held', 'sent', 'unknown')`,
    )
    // A transfer of everything waits for its legs in the exceptions list.
    if (left!.count === 0n && turn > 2) return
  }
}

/** F15: an operator looks into the provider's books and enters the state found there. */
async function decideForPeople(world: World): Promise<Leg[]> {
  const { db } = world.stage
  const open = await db.query<Leg>(
    `select id, member_id as "memberId", game, kind, amount, state from transfers_transfer where state = 'exception'`,
  )
  for (const { id, memberId, game, kind, amount } of open) {
    const ours = await balanceOf(world, memberId, game)
    const theirs = await theirsOf(world, memberId, game)
    const ifDone = kind === 'in' ? ours + amount : ours
    await resolveTransfer(
      { db, clock: systemClock },
      {
        id,
        done: theirs === ifDone,
        why: 'seen in their books',
        actor: 'operator:bench',
        requestId: 'bench',
      },
    )
  }
  return open
}

async function balanceOf({ stage }: World, memberId: string, game: string): Promise<bigint> {
  const [row] = await stage.db.query<{ balance: bigint }>(
    `select balance from ledger_account where owner = $1 and kind = 'game' and party = $2`,
    [memberId, game],
  )
  return row!.balance
}

async function theirsOf(
  { stage, providerBalances }: World,
  memberId: string,
  game: string,
): Promise<bigint> {
  const [row] = await stage.db.query<{ username: string }>(
    'select username from games_account where member_id = $1 and game = $2',
    [memberId, game],
  )
  return (await providerBalances(game)).get(row!.username)!
}

type OutsideFacts = {
  atProviders: ReadonlyMap<string, ReadonlyMap<string, bigint>>
  byPeople: readonly Leg[]
}

async function compare(
  world: World,
  { player, before }: Pick<CaseOf, 'player' | 'before'>,
  { atProviders, byPeople }: OutsideFacts,
): Promise<{ wrong: string[]; refunded: number }> {
  const wrong: string[] = []
  const ours = await world.balances(player)
  if (ours.get('transit') !== 0n) wrong.push(`${ours.get('transit')} are still in transit`)
  let [total, refunded] = [ours.get('wallet')!, 0]
  for (const game of games) {
    const theirs = atProviders.get(game)!.get(player.names.get(game)!)!
    total += theirs
    if (theirs === ours.get(game)) continue
    wrong.push(`${game} has ${theirs}, our books say ${ours.get(game)}`)
    if (theirs > ours.get(game)! && !byPeople.some((leg) => leg.game === game)) refunded += 1
  }
  if (total !== before) wrong.push(`the member had ${before} and has ${total}`)
  return { wrong, refunded }
}

/** I19: however often the page asks from now on, it gets the same answer, and nothing moves any more. */
async function askTwice(
  world: World,
  { player, call }: CaseOf,
  wrong: string[],
): Promise<Pick<Verdict, 'ended'>> {
  const before = await textOf(world, player)
  const answers = [await ask(world.address, call), await ask(world.address, call)]
  const [first, second] = answers.map(({ status, text }) => `${status} ${text}`)
  const { status, body } = answers[0]!
  if (status !== 200 && body?.code !== 'TRANSFER_FAIL') wrong.push(`asked at the end: ${first}`)
  const withoutRequest = (text: string | undefined) => text?.replace(/"requestId":"[^"]*"/, '')
  if (withoutRequest(first) !== withoutRequest(second)) wrong.push('asked again: another answer')
  if ((await textOf(world, player)) !== before) wrong.push('asked again: money moved')
  return { ended: status === 200 ? 'done' : 'returned' }
}

async function textOf(world: World, player: Player): Promise<string> {
  return [...(await world.balances(player))].join(' ')
}
