import { setTimeout as sleep } from 'node:timers/promises'
import { systemIds } from '../../apps/server/src/core/ids.ts'
import type { Answer } from '../../apps/server/src/testing/worlds/test-app.ts'
import type { Bench } from './report.ts'
import { shareOf } from './load/steady-calls.ts'
import { openWorld, password, type BenchWorld, type Member } from './neighbours/world.ts'

const people = 100
const game = 'betflix'
const paidPatienceMs = 30_000
const roundsUsual = 3
/** A process that has just started is still compiling; its first crowd is reported separately. */
const roundsCold = 1

type Step = { name: string; ask: (world: BenchWorld, member: Member) => Promise<Answer> }

const post = (path: string, body: object) => (world: BenchWorld, member: Member) =>
  world.callAs(member, `POST ${path}`, {
    body,
    headers: { 'idempotency-key': systemIds.key(), cookie: member.cookie },
  })

/** A member's actions in one evening; all are sent at once, without waiting for one another. */
const steps: readonly Step[] = [
  {
    name: 'login',
    ask: (world, { phone, from, cookie }) =>
      world.call('POST /api/login', {
        from,
        body: { username: phone, password },
        headers: { cookie },
      }),
  },
  { name: 'wallet', ask: (world, member) => world.callAs(member, 'GET /api/wallet') },
  { name: 'deposit', ask: post('/api/qrcode/WW', { amount: 300 }) },
  { name: 'transfer', ask: post('/api/wallet/transfer', { from: 'wallet', to: game, amount: 20 }) },
  {
    name: 'launch',
    ask: (world, member) =>
      world.callAs(member, `GET /api/autoLogin/${game}/${member.names[game]}`),
  },
  { name: 'withdraw', ask: post('/api/wallet/withdraw', { amount: 100 }) },
  {
    name: 'chat',
    ask: post('/api/chat/send-message', {
      message: { message_type: 'text', payload: { message: 'hello' } },
    }),
  },
]

/** RUN-12: a crowd is not an attack. A hundred members who do everything within the same second are all served. */
export const bench: Bench = {
  name: 'crowd',
  proves: ['RUN-12'],
  run: async (report, { long }) => {
    const world = await openWorld()
    try {
      const all: number[] = []
      const cold: number[] = []
      let refused = 0
      let paidAfter = 0
      const byStep = new Map<string, number[]>(steps.map(({ name }) => [name, []]))
      const rounds = roundsCold + (long ? 3 * roundsUsual : roundsUsual)
      for (let round = 0; round < rounds; round += 1) {
        const isCold = round < roundsCold
        const members = await world.addMembers(people, [game])
        await sleep(2_000)
        const begun = performance.now()
        await Promise.all(
          members.map(async (member) => {
            await sleep(Math.random() * 1_000)
            await Promise.all(
              steps.map(async ({ name, ask }) => {
                const from = performance.now()
                const answer = await ask(world, member).catch(() => null)
                const ms = performance.now() - from
                if (isCold) cold.push(ms)
                else {
                  all.push(ms)
                  byStep.get(name)!.push(ms)
                }
                if (answer !== null && answer.status < 300) return
                refused += 1
                console.error(`${name}: ${answer?.status} ${answer?.text}`)
              }),
            )
          }),
        )
        const paid = (await waitUntilPaid(world, members)) - begun
        if (!isCold) paidAfter = Math.max(paidAfter, paid)
      }
      for (const [name, times] of byStep)
        report({ name: `crowd.${name}.p99`, value: shareOf(times, 0.99), unit: 'ms' })
      report({ name: 'crowd.cold.p99', value: shareOf(cold, 0.99), unit: 'ms' })
      report({ name: 'crowd.calls', value: all.length, unit: 'calls' })
      report({ name: 'crowd.refused', value: refused, unit: 'calls', target: '= 0' })
      report({ name: 'crowd.p99', value: shareOf(all, 0.99), unit: 'ms', target: '<= 3000' })
      report({ name: 'crowd.paid', value: paidAfter / 1_000, unit: 's', target: '<= 5' })
    } finally {
      await world.stop()
    }
  },
}

/** Waits until the bank has paid all of them. */
async function waitUntilPaid(world: BenchWorld, members: readonly Member[]): Promise<number> {
  const end = performance.now() + paidPatienceMs
  for (let left = 1; left > 0 && performance.now() < end; await sleep(50)) {
    const [row] = await world.ownerDb.query<{ left: bigint }>(
      `select count(*) as left from withdrawals_withdrawal where member_id = any($1::text[]) and state <> 'paid'`,
      [members.map(({ id }) => id)],
    )
    left = Number(row!.left)
  }
  return performance.now()
}
