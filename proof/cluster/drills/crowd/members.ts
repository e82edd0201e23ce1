import { systemClock } from '../../../../apps/server/src/core/clock.ts'
import { systemIds } from '../../../../apps/server/src/core/ids.ts'
import { addPlayer, type Player } from '../../../bench/transfers/world.ts'
import { sleep } from '../../../../tools/postgres/processes.ts'
import { membersUrl, type Cluster } from '../../start.ts'
import { openPhone, type CallAnswer, type Phone } from './call.ts'

export type KnownOutcome = { key: string; what: 'transfer' | 'withdrawal'; status: number }

export type Attempt = {
  /** Whose it is. */
  member: number
  at: number
  tookMs: number
  isRead: boolean
  isGood: boolean
  answer: string
  isOurs: boolean
}

/** Members at work, and everything that they were answered. */
export type Crowd = {
  players: Player[]
  attempts: Attempt[]
  journal: KnownOutcome[]
  /** How long a member waited from the first 409 of a call to its end, the longest. */
  longestWaitMs: () => number
  stop: () => Promise<void>
}

export const openingSatang = 1_000_000n
/** Both take a reference of ours, so that no transfer can end on the list for people. */
export const games = ['pg', 'joker2'] as const
const withdrawalShare = 0.04
const pauseMs = 700
const againMs = 150
const patienceMs = 120_000

export async function addPlayers(cluster: Cluster, count: number): Promise<Player[]> {
  const players: Player[] = []
  const world = { stage: { db: cluster.owner }, clock: systemClock, address: membersUrl(0) }
  for (let at = 0; at < count; at += 1) players.push(await addPlayer(world, openingSatang, games))
  return players
}

type Work = Pick<Crowd, 'attempts' | 'journal'> & { isStopping: boolean; longestWaitMs: number }

export function letWork(players: Player[]): Crowd {
  const work: Work = { attempts: [], journal: [], isStopping: false, longestWaitMs: 0 }
  const working = players.map((player, at) => play(work, player, at))
  return {
    players,
    attempts: work.attempts,
    journal: work.journal,
    longestWaitMs: () => work.longestWaitMs,
    stop: async () => {
      work.isStopping = true
      await Promise.all(working)
    },
  }
}

/** Moves money, and looks at the wallet all the while, as an open page does. */
async function play(work: Work, player: Player, at: number): Promise<void> {
  const hand = { member: at, phone: openPhone(at, player.token) }
  await Promise.all([look(work, hand), move(work, hand)])
}

/** A member, and what they hold. */
type Hand = { member: number; phone: Phone }

async function look(work: Work, { member, phone }: Hand): Promise<void> {
  await sleep(Math.random() * pauseMs)
  while (!work.isStopping) {
    const begun = performance.now()
    const answered = await phone({ method: 'GET', path: '/api/wallet' })
    record(work, begun, { member, isRead: true, answered })
    await sleep(pauseMs * (0.5 + Math.random()))
  }
}

async function move(work: Work, hand: Hand): Promise<void> {
  await sleep(Math.random() * pauseMs)
  while (!work.isStopping) {
    const game = games[Math.floor(Math.random() * games.length)]!
    const [from, to] = Math.random() < 0.6 ? ['wallet', game] : [game, 'wallet']
    await askUntilFinal(
      work,
      hand,
      Math.random() < withdrawalShare
        ? { what: 'withdrawal', path: '/api/wallet/withdraw', body: { amount: 100 } }
        : { what: 'transfer', path: '/api/wallet/transfer', body: { from, to, amount: 1 } },
    )
    await sleep(pauseMs * (0.5 + Math.random()))
  }
}

type CrowdCall = { what: KnownOutcome['what']; path: string; body: object }

/** Sends a call again under its key until it is answered for good; a status of 0 means that it never was. */
async function askUntilFinal(
  work: Work,
  { member, phone }: Hand,
  { what, path, body }: CrowdCall,
): Promise<void> {
  const key = systemIds.key()
  const first = performance.now()
  let heldSince: number | null = null
  while (performance.now() - first < patienceMs) {
    const begun = performance.now()
    const answered = await phone({ method: 'POST', path, key, body })
    record(work, begun, { member, isRead: false, answered })
    if (answered && codeOf(answered) === ' REQUEST_IN_PROGRESS') heldSince ??= begun
    if (answered && isFinal(answered)) {
      const waitedMs = heldSince === null ? 0 : performance.now() - heldSince
      work.longestWaitMs = Math.max(work.longestWaitMs, waitedMs)
      work.journal.push({ key, what, status: answered.status })
      return
    }
    await sleep(againMs)
  }
  work.journal.push({ key, what, status: 0 })
}

function record(
  { attempts }: Work,
  begun: number,
  {
    member,
    isRead,
    answered,
  }: Pick<Attempt, 'member' | 'isRead'> & { answered: CallAnswer | null },
): void {
  attempts.push({
    member,
    at: begun,
    tookMs: performance.now() - begun,
    isRead,
    isGood: answered !== null && isFinal(answered),
    answer: answered === null ? 'cut' : `${answered.status}${codeOf(answered)}`,
    isOurs: answered === null || answered.isOurs,
  })
}

function codeOf({ body }: CallAnswer): string {
  const code = (body as { code?: unknown } | null)?.code
  return typeof code === 'string' ? ` ${code}` : ''
}

/** What a member would not ask again about. */
function isFinal(answered: CallAnswer): boolean {
  const { status } = answered
  if (status === 409 || status === 202) return false
  return status < 500 || codeOf(answered) === ' TRANSFER_FAIL'
}
