import { systemClock } from '../../../apps/server/src/core/clock.ts'
import { systemIds } from '../../../apps/server/src/core/ids.ts'
import { addPlayer, type Player } from '../../../bench/transfers/world.ts'
import { sleep } from '../../postgres/processes.ts'
import { membersUrl, type Cluster } from '../start.ts'
import { openPhone, type Answered, type Phone } from './call.ts'

export type Acknowledged = { key: string; what: 'transfer' | 'withdrawal'; status: number }

export type Attempt = {
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
  journal: Acknowledged[]
  /** How long a member waited from the first 409 of a call to its end, the longest. */
  longestWaitMs: () => number
  stop: () => Promise<void>
}

export const openingSatang = 1_000_000n
/** Both take a reference of ours, so that no transfer can end on the list for people. */
export const games = ['pg', 'joker2'] as const
const pauseMs = 700
const againMs = 150
const patienceMs = 120_000

export async function addPlayers(cluster: Cluster, count: number): Promise<Player[]> {
  const players: Player[] = []
  const world = { stage: { db: cluster.owner }, clock: systemClock, address: membersUrl(0) }
  for (let at = 0; at < count; at += 1)
    players.push(await addPlayer(world as never, openingSatang, games))
  return players
}

export function letWork(players: Player[]): Crowd {
  const attempts: Attempt[] = []
  const journal: Acknowledged[] = []
  let isStopping = false
  let longestWaitMs = 0

  const record = (isRead: boolean, begun: number, answered: Answered | null): void => {
    attempts.push({
      at: begun,
      tookMs: performance.now() - begun,
      isRead,
      isGood: answered !== null && isFinal(answered),
      answer: answered === null ? 'cut' : `${answered.status}${codeOf(answered)}`,
      isOurs: answered === null || answered.isOurs,
    })
  }

  const read = async (phone: Phone, path: string): Promise<void> => {
    const begun = performance.now()
    const answered = await phone({ method: 'GET', path })
    record(true, begun, answered)
  }

  const askUntilTold = async (
    phone: Phone,
    what: Acknowledged['what'],
    path: string,
    body: object,
  ) => {
    const key = systemIds.key()
    const first = performance.now()
    let heldSince: number | null = null
    while (performance.now() - first < patienceMs) {
      const begun = performance.now()
      const answered = await phone({ method: 'POST', path, key, body })
      record(false, begun, answered)
      if (answered && codeOf(answered) === ' REQUEST_IN_PROGRESS') heldSince ??= begun
      if (answered && isFinal(answered)) {
        if (heldSince !== null)
          longestWaitMs = Math.max(longestWaitMs, performance.now() - heldSince)
        journal.push({ key, what, status: answered.status })
        return
      }
      await sleep(againMs)
    }
    journal.push({ key, what, status: 0 })
  }

  const play = async (player: Player, at: number): Promise<void> => {
    const phone = openPhone(at, player.token)
    await sleep(Math.random() * pauseMs)
    while (!isStopping) {
      await read(phone, '/api/wallet')
      const game = games[Math.floor(Math.random() * games.length)]!
      const [from, to] = Math.random() < 0.6 ? ['wallet', game] : [game, 'wallet']
      const dice = Math.random()
      if (dice < 0.04)
        await askUntilTold(phone, 'withdrawal', '/api/wallet/withdraw', { amount: 100 })
      else await askUntilTold(phone, 'transfer', '/api/wallet/transfer', { from, to, amount: 1 })
      await sleep(pauseMs * (0.5 + Math.random()))
    }
  }

  const working = players.map(play)
  return {
    players,
    attempts,
    journal,
    longestWaitMs: () => longestWaitMs,
    stop: async () => {
      isStopping = true
      await Promise.all(working)
    },
  }
}

function codeOf({ body }: Answered): string {
  const code = (body as { code?: unknown } | null)?.code
  return typeof code === 'string' ? ` ${code}` : ''
}

/** What a member would not ask again about. */
function isFinal(answered: Answered): boolean {
  const { status } = answered
  if (status === 409 || status === 202) return false
  return status < 500 || codeOf(answered) === ' TRANSFER_FAIL'
}
