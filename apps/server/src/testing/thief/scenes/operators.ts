import { listRequestPage } from '#money/deposits/desk-store.ts'
import { bahtOf } from '../casino.ts'
import { walletOf } from '../channels.ts'
import { takeOut } from '../hands.ts'
import { seats, twoNames } from '../judge-operators.ts'
import { ours, type ThiefWorld } from '../world.ts'
import type { ThiefAct } from './scene.ts'

/** Operators against each other and against the service. */
const onePersonRow = 21
const unseenRow = 22
const shutOutRow = 23

const everyName = [...Object.keys(seats), twoNames.second]
const tooMuchAlone = 25_000
/** Who has just been given a role is nobody's second person. */
const aDay = 25

/** What a terminal answers, or null where it refuses. */
const types = ({ terminals }: ThiefWorld, by: string, ...line: string[]): Promise<string | null> =>
  terminals.kapao(by, ...line).catch(() => null)

const requestOf = (said: string | null): string | null =>
  /(?:decide second|^request) +(\d+)/m.exec(said ?? '')?.[1] ?? null
const saysYes = ({ terminals }: ThiefWorld, by: string, id: string) =>
  terminals.yes(by, id).catch(() => null)
const saysNo = ({ terminals }: ThiefWorld, by: string, id: string) =>
  terminals.no(by, id).catch(() => null)

/** Everybody who is no second person for this one: they themselves, their other name, and those without such a role. */
function noSecondsFor(by: string): string[] {
  const { first, second } = twoNames
  const own = by === first ? [first, second] : by === second ? [second, first] : [by]
  return [...own, ...everyName.filter((name) => ['kai', 'mai', 'fah'].includes(name))]
}

/** Money that never came: asked for by one, and confirmed by all who are no second person, for weeks. */
const confirmsOwn: ThiefAct = {
  name: 'operators confirm what nobody paid',
  row: onePersonRow,
  weight: 1,
  play: async function* play(world, { me }) {
    const { chance, clock, database } = world
    const by = chance.percent(50) ? chance.oneOf(Object.values(twoNames)) : chance.oneOf(everyName)
    await world.set('deposit.manual', true)
    await me.call('POST /api/wallet/add', { body: { amount: tooMuchAlone } })
    await world.set('deposit.manual', false)
    const request = (await listRequestPage(database.db, { after: null, limit: 200 })).find(
      ({ memberId, state }) => memberId === me.id && state === 'open',
    )
    if (!request) return
    const reference = `SCB:NEVER${chance.below(1_000_000)}`
    const account = `${ours.bankCode}:${ours.bankAccountNo}`
    const evidence = ['--party', account, '--paidAt', clock.now().toISOString()]
    const line = ['manual', request.id, '--decision', 'confirm', '--reference', reference]
    const id = requestOf(await types(world, by, 'work', 'decide', ...line, ...evidence))
    yield `${by} asks for ${tooMuchAlone} that nobody paid (${id ?? 'refused'})`
    if (id === null) return
    for (const hours of [0, 25, 24 * 8]) {
      await world.terminals.passHours(hours)
      for (const name of noSecondsFor(by)) await saysYes(world, name, id)
    }
    yield `nobody who is a second person confirms it; the wallet has ${bahtOf(await walletOf(world, me))}`
    await saysNo(world, by, id)
    yield `is paid ${bahtOf(await takeOut(world, me))}`
  },
}

/** Two try to have what signs in as a third, or as somebody with more rights. */
const becomesThird: ThiefAct = {
  name: 'operators become a third',
  row: onePersonRow,
  weight: 1,
  play: async function* play(world) {
    const { chance } = world
    const by = chance.oneOf(everyName)
    const third = chance.oneOf(Object.keys(seats).filter((name) => name !== by))
    const code = 'ZZZZ-ZZZZ-ZZZZ-ZZZZ'
    const calls = (verb: string, ...more: string[]) => ['operators', verb, '--name', ...more]
    const tries = [
      ['operator', 'enrol', third],
      calls('add', third, '--roles', 'owner', '--code', code),
      calls('add', `${third}-too`, '--roles', 'owner', '--code', code),
      calls('roles', by, '--roles', 'owner'),
      calls('roles', chance.oneOf(noSecondsFor(by)), '--roles', 'risk,owner'),
    ]
    for (const line of tries) {
      const id = requestOf(await types(world, by, ...line))
      for (const name of id ? noSecondsFor(by) : []) await saysYes(world, name, id!)
      yield `${by} tries ${line.slice(0, 3).join(' ')} (${id ?? 'refused'})`
      if (id) await saysNo(world, by, id)
    }
  },
}

type Leaf = { change: () => void; path: string }

/** What a definition says in one place, made ten times as much. */
function leavesOf(value: object, path = ''): Leaf[] {
  const fields = value as Record<string, unknown>
  return Object.keys(fields).flatMap((key) => {
    const one = fields[key]
    const at = `${path}${key}`
    const leaf = (next: unknown): Leaf[] => [{ path: at, change: () => (fields[key] = next) }]
    if (typeof one === 'number') return leaf(one * 10)
    if (one === 'limit') return leaf('day')
    if (typeof one === 'string' && /^\d+(\.\d+)?$/.test(one)) return leaf(String(Number(one) * 10))
    return typeof one === 'object' && one !== null ? leavesOf(one, `${at}.`) : []
  })
}

/** A bonus is made dearer in one place, and the second person is asked to say yes. */
const dearerBonus: ThiefAct = {
  name: 'an operator makes a bonus dearer',
  row: unseenRow,
  weight: 1,
  play: async function* play(world) {
    const { chance, terminals } = world
    const by = chance.oneOf(everyName)
    const code = chance.oneOf(['WEEKEND', 'SLOTS'])
    const shown = await terminals.kapao(by, 'rewards', 'one', 'bonus', code, '--json')
    const { seen, definition } = JSON.parse(shown) as { seen: string; definition: object }
    const leaf = chance.oneOf(leavesOf(definition))
    leaf.change()
    const about = ['--kind', 'bonus', '--code', code, '--seen', seen]
    const wanted = ['--definition', JSON.stringify(definition)]
    const id = requestOf(await types(world, by, 'rewards', 'save', ...about, ...wanted))
    yield `${by} asks for another ${leaf.path} of ${code} (${id ?? 'refused'})`
    if (id) await saysNo(world, by, id)
  },
}

/** One ends the rights of everybody; two owners give them back, and a day later all is as before. */
const endsOthers: ThiefAct = {
  name: 'an operator ends the rights of all others',
  row: shutOutRow,
  weight: 1,
  play: async function* play(world) {
    const { chance, terminals } = world
    const by = chance.oneOf(everyName)
    const others = Object.keys(seats).filter((name) => name !== by)
    for (const name of others) {
      const way = chance.percent(50) ? ['disable', name] : ['roles', name, '--none']
      const id = requestOf(await types(world, by, 'operator', ...way))
      if (id === null) continue
      for (const second of noSecondsFor(by)) await saysYes(world, second, id)
      await saysNo(world, by, id)
    }
    const together = async (...line: string[]) => {
      const id = requestOf(await types(world, 'dam', 'operator', ...line))
      if (id) await saysYes(world, 'fon', id)
    }
    for (const name of others) {
      await together('enable', name)
      await together('roles', name, seats[name]!)
    }
    await terminals.passHours(aDay)
    yield `${by} ends the rights of all others, and two owners give them back`
  },
}

export const operatorScenes: readonly ThiefAct[] = [
  confirmsOwn,
  becomesThird,
  dearerBonus,
  endsOthers,
]
