import type { Bench, Report } from './report.ts'
import { measureBeside } from './console/beside.ts'
import { openDesk, type Desk, type DeskCall } from './console/desk.ts'
import { isTiny, openHouse, p95Of, rounds, size } from './console/house.ts'
import { measureHand } from './console/quick-hand.ts'

const parts = process.env['KAPAO_CONSOLE']?.split(',') ?? [
  'hand',
  ...(isTiny ? [] : ['calls', 'beside']),
]

type Row = { kind: string; id: string; memberId: string | null }

/**
 * The console on a database of a million members and ten million movements: the 95th percentile of each kind of call,
 * and its effect on members.
 */
export const bench: Bench = {
  name: 'console',
  proves: ['DESK-163'],
  run: async (report) => {
    const speed = await openHouse(report)
    try {
      const desk = await openDesk(speed.stage)
      try {
        if (parts.includes('hand')) await measureHand(speed.stage.url, report)
        if (parts.includes('calls')) await measureCalls(desk, report)
        if (parts.includes('beside')) {
          const steps = Object.values(await readsOf(desk)).map(([, step]) => step)
          const calls = Array.from({ length: steps.length * rounds }, (_, at) =>
            steps[at % steps.length]!(at),
          )
          const { server, players: some } = speed
          const beside = { address: server.address, players: some, desk: desk.place, calls }
          await measureBeside(beside, report)
        }
      } finally {
        desk.close()
      }
    } finally {
      await speed.stop()
    }
  },
}

async function measureCalls(desk: Desk, report: Report): Promise<void> {
  const cases = {
    ...(await readsOf(desk)),
    decision: [300, approveSome(await listOf(desk, 'withdrawal'))] as Case,
  }
  for (const [name, [target, step]] of Object.entries(cases)) {
    const value = await p95Of((round) => desk.call(step(round)))
    report({ name: `console.${name}.p95`, value, unit: 'ms', target: `<= ${target}` })
  }
}

type Step = (round: number) => DeskCall
/** In how many milliseconds it is answered. */
type Case = [target: number, step: Step]

const list = (kind: string): DeskCall => ({ method: 'GET', path: `/api/console/work/list/${kind}` })
const search = (words: string): DeskCall => ({
  method: 'POST',
  path: '/api/console/members/search',
  body: { words },
})

async function listOf(desk: Desk, kind: string): Promise<Row[]> {
  return (await desk.call<{ rows: Row[] }>(list(kind))).rows
}

async function readsOf(desk: Desk): Promise<Record<string, Case>> {
  const any = (round: number): number => 1 + ((round * 7919) % size.members)
  const phone = (round: number): string => `081${String(any(round)).padStart(7, '0')}`
  const ids: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    const { members: found } = await desk.call<{ members: Row[] }>(search(phone(round)))
    ids.push(found[0]!.memberId!)
  }
  const get = (path: string): DeskCall => ({ method: 'GET', path: `/api/console/${path}` })
  return {
    'queue.all': [200, () => list('all')],
    'queue.deposit': [200, () => list('deposit')],
    'queue.withdrawal': [200, () => list('withdrawal')],
    'queue.talk': [200, () => list('talk')],
    counts: [200, () => get('work/counts')],
    item: [200, readSome(await listOf(desk, 'deposit'))],
    'search.phone': [100, (round) => search(phone(round))],
    'search.name': [100, (round) => search(['สมชาย', 'วิชัย', 'ประเดช', 'นภา สุ'][round % 4]!)],
    'search.account': [100, (round) => search(String(2_000_000_000 + any(round)))],
    'search.sum': [100, (round) => search(`${1 + (round % 4_000)}.${10 + (round % 90)}`)],
    'search.nobody': [100, (round) => search(`nobody-${round}`)],
    member: [200, (round) => get(`members/one/${ids[round % rounds]}`)],
    timeline: [200, (round) => get(`members/timeline/${ids[round % rounds]}`)],
    inbox: [200, () => get('inbox/unassigned')],
  }
}

function readSome(rows: readonly Row[]): Step {
  return (round) => {
    const { kind, id } = rows[round % rows.length]!
    return { method: 'GET', path: `/api/console/work/item/${kind}/${id}` }
  }
}

/** Each item is decided once. */
function approveSome(rows: readonly Row[]): Step {
  return (round) => {
    const { kind, id } = rows[round % rows.length]!
    if (round >= rows.length) return { method: 'GET', path: `/api/console/work/item/${kind}/${id}` }
    const path = `/api/console/work/decide/${kind}/${id}`
    return { method: 'POST', path, body: { decision: 'approve' } }
  }
}
