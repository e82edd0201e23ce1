import { systemIds } from '../../../apps/server/src/core/ids.ts'
import { listBalances } from '../../../apps/server/src/ledger/read.ts'
import { findByKey, type Withdrawal } from '../../../apps/server/src/money/withdrawals/store.ts'
import { send, type Answer } from '../../../apps/server/src/testing/worlds/test-app.ts'
import { startServer, type BenchServer } from '../transfers/server-client.ts'
import { expectGood, type Player, type World } from '../transfers/world.ts'
import { countEverything, decideForPeople, listPayouts, type Payout } from './books.ts'

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
  'duplicate',
  'late-apply',
  'wrong-amount',
  'refuse-after',
] as const
export type Fault = (typeof faults)[number]

const ownSteps = [
  'withdrawal.planned',
  'withdrawal.begun',
  'withdrawal.approved',
  'withdrawal.marked-sent',
  'withdrawal.answered',
  'withdrawal.refused',
  'withdrawal.answer-confirmed',
  'withdrawal.unknown',
  'withdrawal.ended',
  'withdrawal.before-reply',
]
const sweeperSteps = ['withdrawal.claimed', 'withdrawal.asked-again']
export const scenes = [
  { call: 'withdraw', steps: [...ownSteps, ...sweeperSteps] },
  {
    call: 'withdrawAll',
    steps: [
      'transfer.begun',
      'transfer.held',
      'transfer.answered',
      'withdrawal.games-emptied',
      'withdrawal.held',
      ...ownSteps,
      ...sweeperSteps,
    ],
  },
] as const
export type WithdrawalCase = (typeof scenes)[number]

export type CaseResult = {
  fault: Fault
  killed: boolean
  ended: Withdrawal['state'] | 'never'
  byPeople: boolean
  wrong: string[]
}
type CaseOf = { player: Player; fault: Fault; key: string; before: bigint }
const amount = 100
const slowMs = 400
const quietMs = 400
const patienceMs = 6_000
const turnMs = 61_000
const turns = 16

/**
 * One kill: as many members as there are faults ask at once, and the server is killed when all have reached the step.
 */
export async function runKill(
  world: World,
  scene: WithdrawalCase,
  { step, players }: { step: string; players: readonly Player[] },
): Promise<CaseResult[]> {
  const cases: CaseOf[] = []
  for (const [at, fault] of faults.entries())
    cases.push(await prepare(world, scene, { player: players[at]!, fault }))
  await world.passTime(0)
  for (const one of cases) if (one.fault !== 'none') await addFault(world, one)
  const killed = sweeperSteps.includes(step)
    ? await killSweeper(world, scene, { step, cases })
    : await killServing(world, scene, { step, cases })
  await pause(slowMs * 2)
  await world.sandbox.control('DELETE', '/faults', {})
  for (let turn = 0; turn < turns; turn += 1) await world.passTime(turnMs)
  // The member's own page retries under the same key, and another server answers.
  await Promise.all(cases.map((one) => ask(world.address, scene, one)))
  for (let turn = 0; turn < turns; turn += 1) await world.passTime(turnMs)
  const payouts = await listPayouts(world)
  return Promise.all(
    cases.map(async (one) => ({
      ...(await judge(world, scene, { one, payouts })),
      killed: killed.has(one),
    })),
  )
}

async function prepare(
  world: World,
  scene: WithdrawalCase,
  { player, fault }: Pick<CaseOf, 'player' | 'fault'>,
): Promise<CaseOf> {
  if (scene.call === 'withdrawAll') {
    const body = { from: 'wallet', to: 'pg', amount: 50 }
    await expectGood(
      await send(world.address, 'POST /api/wallet/transfer', { token: player.token, body }),
    )
  }
  return { player, fault, key: systemIds.key(), before: await countEverything(world, player) }
}

/** Only payments to this member's account fail in this way. */
export async function addFault(
  { sandbox, stage }: World,
  { player, fault }: Pick<CaseOf, 'player' | 'fault'>,
  count = 1,
): Promise<void> {
  const [row] = await stage.db.query<{ no: string }>(
    'select bank_account_no as no from account_member where id = $1',
    [player.id],
  )
  const rule = { operation: 'payout.pay', kind: fault, field: 'accountNo', equals: row!.no }
  await sandbox.addFault({ ...rule, count, delayMs: slowMs })
}

function ask(address: string, { call }: WithdrawalCase, { player, key }: CaseOf): Promise<Answer> {
  const headers = { 'idempotency-key': key }
  return send(address, `POST /api/wallet/${call}`, {
    token: player.token,
    body: { amount },
    headers,
  })
}

async function startDoomed(world: World, step: string, extraMs = 0): Promise<BenchServer> {
  const server = await startServer({
    databaseUrl: world.stage.url,
    sandboxUrl: world.sandbox.url,
    failpoint: `stay:${step}`,
    askAgainAfterMs: [20, 60],
  })
  server.send({ aheadMs: world.aheadMs() + extraMs })
  return server
}

async function killServing(
  world: World,
  scene: WithdrawalCase,
  { step, cases }: { step: string; cases: readonly CaseOf[] },
): Promise<ReadonlySet<CaseOf>> {
  const server = await startDoomed(world, step)
  const asked = Promise.all(
    cases.map((one) => ask(server.address, scene, one).catch(() => undefined)),
  )
  await untilQuiet(server)
  await server.kill()
  await asked
  return new Set(cases)
}

/** First a server is killed with everything open; then the one that sweeps after it is killed as well. */
async function killSweeper(
  world: World,
  scene: WithdrawalCase,
  { step, cases }: { step: string; cases: readonly CaseOf[] },
): Promise<ReadonlySet<CaseOf>> {
  await killServing(world, scene, { step: 'withdrawal.answered', cases })
  const sweeper = await startDoomed(world, step, 40_000)
  sweeper.send({ sweep: true })
  await untilQuiet(sweeper)
  await sweeper.kill()
  return new Set(cases)
}

/** Until no more callers reach the step. */
async function untilQuiet(server: BenchServer): Promise<void> {
  const begun = performance.now()
  let since = begun
  let last = -1
  while (performance.now() - begun < patienceMs) {
    await pause(20)
    const now = server.countArrived()
    if (now !== last) since = performance.now()
    last = now
    if (now > 0 && performance.now() - since > quietMs) return
  }
}

async function judge(
  world: World,
  scene: WithdrawalCase,
  { one, payouts }: { one: CaseOf; payouts: readonly Payout[] },
): Promise<Omit<CaseResult, 'killed'>> {
  const { player, key, fault, before } = one
  const found = await findByKey(world.stage.db, player.id, key)
  if (!found)
    return { fault, ended: 'never', byPeople: false, wrong: ['asked again, and not begun'] }
  const theirs = payouts.filter(({ reference }) => reference === found.id)
  const byPeople = found.state === 'exception'
  if (byPeople) await decideForPeople(world, found.id, theirs[0]?.id ?? null)
  const after = (await findByKey(world.stage.db, player.id, key))!
  const paid = theirs.filter(({ status }) => status === 'COMPLETED').length
  const wrong: string[] = []
  if (paid > 1) wrong.push(`paid ${paid} times`)
  if ((after.state === 'paid') !== (paid === 1))
    wrong.push(`${after.state}, and paid ${paid} times`)
  const balances = await listBalances(world.stage.db, player.id)
  const held = balances.find(({ kind }) => kind === 'withdrawal')!.money.amount
  if (held !== 0n) wrong.push(`${held} still held`)
  const sum = (await countEverything(world, player)) + BigInt(paid * amount * 100)
  if (sum !== before) wrong.push(`there was ${before}, and now with what was paid ${sum}`)
  const again = await ask(world.address, scene, one)
  if (again.status !== (after.state === 'failed' ? 502 : 200))
    wrong.push(`answered ${again.status}`)
  return { fault, ended: after.state, byPeople, wrong }
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms))
}
