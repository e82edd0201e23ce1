import type { Bench, Report } from './report.ts'
import { payByCode, payToAccount, type Transfer } from './channels/doors.ts'
import { openChannelWorld, type ChannelWorld } from './channels/world.ts'

const rounds = 100
const atOnce = 4
const patienceMs = 30_000
/** The time after the last credit within which a late duplicate would arrive. */
const settlingMs = 3_000

/**
 * Transfers reported by several channels at once, to two servers: 100 to the operator's account (feed twice, SMS, slip,
 * statement) and 100 by a code (the gateway's hook, the gateway's query, slip, feed). Each must be credited exactly
 * once.
 */
export const bench: Bench = {
  name: 'channels',
  proves: ['F25'],
  run: async (report, { long }) => {
    const world = await openChannelWorld()
    try {
      const count = long ? rounds * 4 : rounds
      await reportRounds(report, world, { name: 'account', pay: payToAccount, count })
      await reportRounds(report, world, { name: 'code', pay: payByCode, count })
      const violations = await world.violations()
      for (const one of violations) console.error('violation:', one)
      report(zero('channels.violations', violations.length))
    } finally {
      await world.close()
    }
  },
}

type Rounds = {
  name: string
  pay: (world: ChannelWorld, baht: number) => Promise<Transfer>
  count: number
}

async function reportRounds(
  report: Report,
  world: ChannelWorld,
  { name: kind, pay, count }: Rounds,
): Promise<void> {
  const transfers: Transfer[] = []
  let last = performance.now()
  for (let round = 0; round < count; round += atOnce) {
    const some: Transfer[] = []
    // Some concurrent transfers have the same amount, so that only their payers distinguish them.
    for (let n = 0; n < Math.min(atOnce, count - round); n += 1)
      some.push(await pay(world, 100 + (round % 50) + (n >> 1)))
    await Promise.all(some.flatMap(({ doors }) => doors.map((open) => open())))
    await untilCredited(world, some)
    last = performance.now()
    transfers.push(...some)
  }
  await new Promise((resolve) => setTimeout(resolve, settlingMs - (performance.now() - last)))
  await world.runJobs()
  const seen = await lookAt(world, transfers)
  const name = (text: string) => `channels.${kind}.${text}`
  report({ name: name('transfers'), value: transfers.length, unit: '', target: '>= 100' })
  report({ name: name('tellings'), value: seen.tellings, unit: '' })
  report({ name: name('credited'), value: seen.credits, unit: '', target: `= ${transfers.length}` })
  report(zero(name('creditedOtherwise'), seen.wrong))
  report(zero(name('suspended'), seen.suspended))
  report(zero(name('slipsNotGood'), seen.badSlips))
}

function zero(name: string, value: number) {
  return { name, value, unit: 'found', target: '= 0' }
}

const idsOf = (transfers: readonly Transfer[]) => transfers.map(({ payer }) => payer.id)

async function untilCredited({ stage }: ChannelWorld, some: readonly Transfer[]): Promise<void> {
  const begun = performance.now()
  while (performance.now() - begun < patienceMs) {
    const [row] = await stage.db.query<{ open: bigint }>(
      `select (select count(*) from unnest($1::text[]) as m (id)
                where not exists (select from deposits_deposit d where d.member_id = m.id and d.state = 'credited'))
            + (select count(*) from slips_slip where member_id = any ($1) and state in ('waiting', 'paying')) as open`,
      [idsOf(some)],
    )
    if (row!.open === 0n) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('a transfer was never credited')
}

/** The ledger's state of these members, who have one transfer each. */
async function lookAt({ stage }: ChannelWorld, transfers: readonly Transfer[]) {
  const { db } = stage
  const members = idsOf(transfers)
  const credits = await db.query<{ owner: string; amount: bigint }>(
    `select a.owner, m.amount from ledger_movement m join ledger_account a on a.id = m.credit
     where a.owner = any ($1) and a.kind = 'wallet' and m.kind in ('deposit', 'suspense_release')`,
    [members],
  )
  const paid = new Map(transfers.map(({ payer, satang }) => [payer.id, satang]))
  const counts = new Map<string, number>()
  for (const { owner } of credits) counts.set(owner, (counts.get(owner) ?? 0) + 1)
  const wrong =
    credits.filter(({ owner, amount }) => paid.get(owner) !== amount).length +
    members.filter((id) => counts.get(id) !== 1).length
  const [row] = await db.query<{ suspended: bigint; tellings: bigint; badSlips: bigint }>(
    `select (select count(*) from deposits_deposit where state = 'suspended') as suspended,
            (select count(*) from deposits_report s join deposits_deposit d on d.id = s.deposit where d.member_id = any ($1)) as tellings,
            (select count(*) from slips_slip where member_id = any ($1) and state <> 'credited') as "badSlips"`,
    [members],
  )
  return {
    credits: credits.length,
    wrong,
    suspended: Number(row!.suspended),
    tellings: Number(row!.tellings),
    badSlips: Number(row!.badSlips),
  }
}
