import type { Bench } from '../tools/bench-report.ts'
import { measureBeside } from './house/beside.ts'
import { openDesk, type Desk } from './house/desk.ts'
import { fillHouse } from './house/fill-house.ts'
import { measureHand } from './house/quick-hand.ts'
import { setSpeedStage } from './transfers/speed/speed-stage.ts'

const size = { members: 1_000_000, movements: 10_000_000 }
/** With `KAPAO_HOUSE=small` a tenth of the size, to try the bench itself; `tiny` has its lists at full length, for the hand alone. */
const shares: Record<string, number> = { small: 0.1, tiny: 0.02 }
const share = shares[process.env['KAPAO_HOUSE'] ?? ''] ?? 1
const rounds = 60

type Row = { kind: string; id: string; memberId: string | null }

const players = 200

/**
 * The console on a database of a million members and ten million movements: the 95th percentile of each kind of call,
 * and its effect on members.
 */
export const bench: Bench = {
  name: 'console',
  run: async (report) => {
    const { stage, server, players: some, stop } = await setSpeedStage(players, () => ['pg'])
    try {
      const begun = performance.now()
      const members = Math.round(size.members * share)
      await fillHouse(stage.ownerDb, { members, movements: Math.round(size.movements * share) })
      report({
        name: 'console.house',
        value: (performance.now() - begun) / 1_000,
        unit: 's',
        target: '<= 900',
      })
      const desk = await openDesk(stage)
      try {
        await measureHand(stage.url, report)
        if (share === shares['tiny']) return
        const cases = await casesOf(desk, members)
        for (const [name, [target, step]] of Object.entries(cases)) {
          const value = await p95Of(step)
          report({ name: `console.${name}.p95`, value, unit: 'ms', target: `<= ${target}` })
        }
        const reads = Object.entries(cases).flatMap(([name, [, step]]) =>
          name === 'decision' ? [] : [step],
        )
        await measureBeside(
          {
            address: server.address,
            players: some,
            act: (round) => reads[round % reads.length]!(round),
          },
          report,
        )
      } finally {
        desk.close()
      }
    } finally {
      await stop()
    }
  },
}

type Step = (round: number) => Promise<unknown>

async function casesOf(desk: Desk, members: number): Promise<Record<string, [number, Step]>> {
  const list = async (kind: string): Promise<Row[]> =>
    (await desk.call<{ rows: Row[] }>('GET', `/api/console/work/list/${kind}`)).rows
  const search = (words: string) => desk.call('POST', '/api/console/members/search', { words })
  const any = (round: number): number => 1 + ((round * 7919) % members)
  const phone = (round: number): string => `081${String(any(round)).padStart(7, '0')}`
  const idOf = async (round: number): Promise<string> =>
    (await desk
      .call<{ members: Row[] }>('POST', '/api/console/members/search', {
        words: phone(round),
      })
      .then(({ members: found }) => found[0]!.memberId))!
  const ids: string[] = []
  for (let round = 0; round < rounds; round += 1) ids.push(await idOf(round))
  return {
    'queue.all': [200, () => list('all')],
    'queue.deposit': [200, () => list('deposit')],
    'queue.withdrawal': [200, () => list('withdrawal')],
    'queue.talk': [200, () => list('talk')],
    counts: [200, () => desk.call('GET', '/api/console/work/counts')],
    item: [200, readSome(desk, await list('deposit'))],
    decision: [300, approveSome(desk, await list('withdrawal'))],
    'search.phone': [100, (round) => search(phone(round))],
    'search.name': [100, (round) => search(['สมชาย', 'วิชัย', 'ประเดช', 'นภา สุ'][round % 4]!)],
    'search.account': [100, (round) => search(String(2_000_000_000 + any(round)))],
    'search.sum': [100, (round) => search(`${1 + (round % 4_000)}.${10 + (round % 90)}`)],
    'search.nobody': [100, (round) => search(`nobody-${round}`)],
    member: [200, (round) => desk.call('GET', `/api/console/members/one/${ids[round % rounds]}`)],
    timeline: [
      200,
      (round) => desk.call('GET', `/api/console/members/timeline/${ids[round % rounds]}`),
    ],
    inbox: [200, () => desk.call('GET', '/api/console/inbox/unassigned')],
  }
}

function readSome(desk: Desk, rows: readonly Row[]): Step {
  return (round) => {
    const { kind, id } = rows[round % rows.length]!
    return desk.call('GET', `/api/console/work/item/${kind}/${id}`)
  }
}

/** Each item is decided once. */
function approveSome(desk: Desk, rows: readonly Row[]): Step {
  return (round) => {
    const { kind, id } = rows[round % rows.length]!
    if (round >= rows.length) return desk.call('GET', `/api/console/work/item/${kind}/${id}`)
    const path = `/api/console/work/decide/${kind}/${id}`
    return desk.call('POST', path, { decision: 'approve' })
  }
}

/** The first rounds warm up. */
async function p95Of(step: Step): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now()
    await step(round)
    if (round >= 5) times.push(performance.now() - begun)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)]!
}
