import { listRequestPage } from '#money/deposits/desk-store.ts'
import { startDoomedServer } from '../../processes/killed-server.ts'
import { send } from '../../worlds/test-app.ts'
import { bahtOf } from '../casino.ts'
import { bring } from '../channels.ts'
import { takeOut, work } from '../hands.ts'
import { judge } from '../oracle.ts'
import { promised, readBooks } from '../read-books.ts'
import { operator, ours, type Member, type ThiefWorld } from '../world.ts'
import type { ThiefAct } from './scene.ts'

/** Whether a decision was made; a refused one changes nothing. */
async function decides({ terminals }: ThiefWorld, ...line: string[]): Promise<boolean> {
  return terminals.kapao(operator, 'work', 'decide', ...line).then(
    () => true,
    () => false,
  )
}

/** All money that has arrived for a member, which may have to wait for the end of a bonus. */
export async function arrivedFor({ database }: ThiefWorld, { id }: Member): Promise<bigint> {
  const [row] = await database.db.query<{ sum: bigint }>(
    `select coalesce(sum(amount), 0)::bigint as sum from deposits_deposit
     where member_id = $1 and state in ('credited', 'suspended')`,
    [id],
  )
  return row!.sum
}

type HeldWithdrawal = { id: string; memberId: string; amount: bigint }

/** An operator checks a member's records at banks and providers before approving a withdrawal. */
const approves: ThiefAct = {
  name: 'a person looks at withdrawals',
  row: null,
  weight: 3,
  play: async function* play(world) {
    const held = await world.database.db.query<HeldWithdrawal>(
      `select id, member_id as "memberId", amount from withdrawals_withdrawal where state = 'held'`,
    )
    for (const { id, memberId, amount } of held) {
      const books = await readBooks(world)
      const paidOut = [...books.paidOut, { memberId, amount }]
      const isTheirs = !judge({ ...books, paidOut }, promised(false)).some(
        (one) => one.what === 'gain' && one.memberId === memberId,
      )
      const line = isTheirs
        ? ['approve', '--why', 'looked at']
        : ['reject', '--reason', 'SERVICE_TERMS', '--why', 'not theirs']
      const taken = await decides(world, 'withdrawal', id, '--decision', ...line)
      await work(world)
      yield `${line[0]}s ${bahtOf(amount)} (${taken})`
    }
  },
}

/** A member's announcement is confirmed by a reference that no bank knows. */
const matchesNothing: ThiefAct = {
  name: 'an operator matches what nobody paid',
  row: 3,
  weight: 1,
  play: async function* play(world, { me }) {
    const { chance, clock, database } = world
    const baht = chance.between(200, 1_500)
    await world.set('deposit.manual', true)
    await me.call('POST /api/wallet/add', { body: { amount: baht } })
    await world.set('deposit.manual', false)
    const request = (await listRequestPage(database.db, { after: null, limit: 200 })).find(
      ({ memberId }) => memberId === me.id,
    )
    yield `announces ${baht}`
    if (!request) return
    const before = await arrivedFor(world, me)
    const reference = `SCB:NEVER${chance.below(1_000_000)}`
    const party = `${ours.bankCode}:${ours.bankAccountNo}`
    const evidence = ['--party', party, '--paidAt', clock.now().toISOString()]
    const line = ['manual', request.id, '--decision', 'confirm', '--reference', reference]
    await decides(world, ...line, ...evidence)
    const amount = (await arrivedFor(world, me)) - before
    if (amount > 0n) world.alone.push({ memberId: me.id, amount })
    yield `the operator gives ${bahtOf(amount)}`
    yield `is paid ${bahtOf(await takeOut(world, me))}`
  },
}

/** A credit is taken from one member and given to another. */
const takesAndGives: ThiefAct = {
  name: 'an operator moves a credit',
  row: 4,
  weight: 1,
  play: async function* play(world, { me, friend }) {
    const { chance, database } = world
    const baht = chance.between(200, 1_500)
    await bring(world, friend, { baht, door: 'both' })
    yield `${friend.called} brings ${baht}`
    const [newest] = await database.db.query<{ id: string }>(
      `select id from deposits_deposit where member_id = $1 and state = 'credited' order by created_at desc limit 1`,
      [friend.id],
    )
    if (!newest) return
    const taking = ['members', 'takeback', '--deposit', newest.id, '--isGone', 'no']
    await world.terminals.kapao(operator, ...taking, '--why', 'a mistake').catch(() => null)
    const [again] = await database.db.query<{ id: string }>(
      `select id from deposits_deposit where state = 'suspended' order by created_at desc limit 1`,
    )
    if (!again) return
    yield `${friend.called} has it taken back`
    const before = await arrivedFor(world, me)
    const line = ['deposit', again.id, '--decision', 'match', '--memberId', me.id]
    await decides(world, ...line, '--why', 'theirs')
    const amount = (await arrivedFor(world, me)) - before
    if (amount > 0n) world.alone.push({ memberId: me.id, amount })
    yield `the operator gives ${bahtOf(amount)}`
    yield `is paid ${bahtOf(await takeOut(world, me))}`
  },
}

const steps = [
  'withdrawal.planned',
  'withdrawal.begun',
  'withdrawal.marked-sent',
  'withdrawal.answered',
  'transfer.begun',
  'transfer.all-in-wallet',
  'reward.given',
] as const

/** The server dies in the middle of a member's call; the member repeats it at another one. */
const dies: ThiefAct = {
  name: 'a server dies',
  row: null,
  weight: 1,
  play: async function* play(world, { me }) {
    const { chance } = world
    const baht = chance.between(200, 900)
    await bring(world, me, { baht, door: 'both' })
    yield `brings ${baht}`
    const step = chance.oneOf(steps)
    const [name, body] = step.startsWith('withdrawal')
      ? (['POST /api/wallet/withdraw', { amount: 100 }] as const)
      : step === 'reward.given'
        ? (['GET /api/bonus/activate/WEEKEND', undefined] as const)
        : (['POST /api/wallet/transfer', { from: 'wallet', to: 'pg', amount: 100 }] as const)
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const options = { token: me.token, headers, ...(body && { body }) }
    const doomed = await startDoomedServer(world, step)
    await send(doomed.address, name, options).catch(() => null)
    await doomed.stop()
    await me.call(name, { headers, ...(body && { body }) })
    yield `the server dies at "${step}", and is asked again`
    for (let turn = 0; turn < 3; turn += 1) await work(world)
    yield `is paid ${bahtOf(await takeOut(world, me))}`
  },
}

export const deskScenes: readonly ThiefAct[] = [approves, matchesNothing, takesAndGives, dies]
