import type { TransferPoint } from '../../../apps/server/src/core/jobs/failpoint.ts'

export const games = ['pg', 'betflix', 'askmebet', 'joker2'] as const
export type Game = (typeof games)[number]
export type Failpoint = TransferPoint | `next ${TransferPoint}` | 'asked'

/** Where money goes, and which provider's calls have the faults. */
export type TransferCase = {
  from: string
  to: string
  all: boolean
  faulty: { game: Game; direction: 'in' | 'out' }
}

/** What goes wrong at the provider while the server is killed; the last ones affect calls that are under way. */
export const faults = [
  'none',
  'drop-before',
  'drop-after',
  'status-before',
  'status-after',
  'garbage',
  'empty',
  'html-403',
  'maintenance',
  'late-apply',
  'wrong-amount',
] as const
export const slowFaults = ['delay', 'delay-after', 'drip', 'late-apply'] as const
export type Fault = (typeof faults)[number] | (typeof slowFaults)[number]

const sendsOnce: readonly string[] = ['betflix', 'askmebet']
const kicks: readonly string[] = ['pg', 'joker2']

function scene(from: string, to: string, faultyIs: 'from' | 'to'): TransferCase {
  const game = (faultyIs === 'from' ? from : to) as Game
  return { from, to, all: false, faulty: { game, direction: faultyIs === 'from' ? 'out' : 'in' } }
}

/** Every family in and out, between families with either half faulty, and everything at once. */
export const scenes: readonly TransferCase[] = [
  ...games.map((game) => scene('wallet', game, 'to')),
  ...games.map((game) => scene(game, 'wallet', 'from')),
  scene('pg', 'betflix', 'from'),
  scene('betflix', 'askmebet', 'to'),
  scene('askmebet', 'joker2', 'from'),
  scene('joker2', 'pg', 'to'),
  { from: 'all', to: 'wallet', all: true, faulty: { game: 'betflix', direction: 'out' } },
  { from: 'all', to: 'askmebet', all: true, faulty: { game: 'pg', direction: 'out' } },
  { from: 'all', to: 'pg', all: true, faulty: { game: 'pg', direction: 'in' } },
]

/** The steps that a scene passes, in their order; `asked` is while the call is at the provider. */
export function failpointsOf({ from, to, all, faulty }: TransferCase): Failpoint[] {
  const first = all ? games.filter((game) => game !== to) : [from === 'wallet' ? to : from]
  const second = all ? to : from !== 'wallet' && to !== 'wallet' ? to : null
  const leg = (at: readonly string[], out: boolean): TransferPoint[] => [
    'transfer.held',
    ...(at.some((game) => sendsOnce.includes(game))
      ? (['transfer.balance-read', 'transfer.marked-sent'] as const)
      : []),
    ...(out && at.some((game) => kicks.includes(game))
      ? (['transfer.player-kicked'] as const)
      : []),
    'transfer.answered',
    'transfer.unknown',
    'transfer.ended',
  ]
  const next =
    second === null || second === 'wallet'
      ? []
      : leg([second], false).map((step) => `next ${step}` as const)
  const asked = all && faulty.direction === 'in' ? [] : ['asked' as const]
  return [
    'transfer.planned',
    ...(all ? (['transfer.begun'] as const) : []),
    ...leg(first, from !== 'wallet'),
    ...asked,
    ...next,
    ...(all ? (['transfer.all-in-wallet'] as const) : []),
    'transfer.before-reply',
    'transfer.claimed',
    'transfer.asked-again',
  ]
}

/** Without `--long`: each step with two scenes, the next step with the next two, so that every scene is covered. */
export function isInShortRun(sceneAt: number, failpoint: Failpoint): boolean {
  const step = [...new Set(scenes.flatMap(failpointsOf))].indexOf(failpoint)
  return (sceneAt + step) % 5 === 0
}

/** The provider's delay in real time; nothing is decided before that. */
export const slowMs = 500

const operationOf: Record<Game, { in: string; out: string; field: string }> = {
  pg: { in: 'transfer-in', out: 'transfer-out', field: 'player_name' },
  betflix: { in: 'transfer', out: 'transfer', field: 'username' },
  askmebet: { in: 'deposit', out: 'withdraw', field: 'username' },
  joker2: { in: 'transfer', out: 'transfer', field: 'Username' },
}

/** The rule that applies a fault to the calls about one player only. */
export function faultRule(
  { faulty: { game, direction } }: TransferCase,
  { kind, username, count }: { kind: Fault; username: string; count: number },
): Record<string, unknown> {
  const { field, ...verbs } = operationOf[game]
  const operation = `games.${game}.${verbs[direction]}`
  return { operation, kind, field, equals: username, count, delayMs: slowMs }
}
