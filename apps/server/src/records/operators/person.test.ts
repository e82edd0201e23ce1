import { consoleCallsByWord, nameOfConsoleCall } from '@kapao/contract/console/calls'
import { roles as allRoles, type Role } from '@kapao/contract/console/roles'
import { beforeAll, describe, expect, test } from 'vitest'
import { testWorld } from '#testing/worlds/test-world.ts'
import type { Options } from '#testing/console/authenticator.ts'
import { cookieIn, openConsoleWorld, type ConsoleOperator } from '#testing/console/console-world.ts'
import { openTerminals, type Terminals } from '#testing/operators/terminals.ts'
import { operatorGroup } from '../../kapao/groups/operator.ts'
import type { Answer } from '#testing/worlds/test-app.ts'

const world = testWorld(openConsoleWorld)
const seats: readonly (Role | null)[] = [...allRoles, null]
const nameOf = (role: Role | null, which: 'a' | 'b' | 'c') => `${which}-${role ?? 'nobody'}`

let terminals: Terminals
const sitting = new Map<string, ConsoleOperator>()

/** Of each role three operators whom nobody present has added, each with a token, a passkey and recovery codes. */
beforeAll(async () => {
  terminals = openTerminals(world)
  const { ownerDb } = world.database
  for (const role of seats)
    for (const which of ['a', 'b', 'c'] as const) {
      const name = nameOf(role, which)
      await terminals.add(name, 'nok', role === null ? [] : [role])
      const seat = await world.enrol(name)
      sitting.set(name, seat)
      await world.call('POST /api/console/own/recovery', { cookie: seat.cookie, body: {} })
    }
  await ownerDb.query(`update operators_operator set created_by = 'system:' || name`)
  await terminals.passHours(24 * 8)
  await world.addMember()
}, 60_000)

/** All that lets somebody in as an operator, as the database has it. */
async function waysOf(name: string): Promise<unknown> {
  const rows = await world.database.ownerDb.query<{ ways: unknown }>(
    `select jsonb_build_object(
       'token', (select encode(token_hash, 'hex') from operators_operator where name = $1),
       'passkeys', (select jsonb_agg(id order by id) from sign_in_passkey where operator = $1),
       'password', (select jsonb_agg(password_hash) from sign_in_password where operator = $1),
       'links', (select count(*) from sign_in_link where operator = $1),
       'codes', (select jsonb_agg(encode(code_hash, 'hex') order by code_hash) from sign_in_recovery where operator = $1),
       'sessions', (select jsonb_agg(encode(key, 'hex') order by key) from sign_in_session where operator = $1)) as ways`,
    [name],
  )
  return rows[0]!.ways
}

/** What somebody would fill in who wants to be the third: their name, and keys and codes of one's own. */
function fieldsFor(third: string, thirdId: string, code: string): Record<string, unknown> {
  return {
    name: third,
    operator: third,
    roles: ['owner'],
    code,
    id: thirdId,
    ids: ['1'],
    token: 'x'.repeat(43),
    challenge: 'x',
    answer: {},
    label: 'mine',
    password: 'four brown buffaloes',
  }
}

/** Calls that touch operators and sign-ins, disabling last: what comes after it would prove nothing. */
const calls = [...consoleCallsByWord.signIn, ...consoleCallsByWord.operators].toSorted(
  (one, other) => (one.path.endsWith('disable') ? 1 : other.path.endsWith('disable') ? -1 : 0),
)

const commands = operatorGroup.commands.filter(({ name }) => name !== 'operator list')

/** Every call as A, and what waits confirmed by B; answers all that the two have read. */
async function walk(
  a: ConsoleOperator,
  b: string,
  third: string,
): Promise<{ texts: string[]; cookies: string[] }> {
  const texts: string[] = []
  const cookies: string[] = []
  const thirdId = sitting.get(third)!.key.id
  const note = ({ text, headers }: Answer): void => {
    texts.push(text)
    if (headers.get('set-cookie')) cookies.push(headers.get('set-cookie')!.split(';')[0]!)
  }
  const confirm = async (id: string | undefined): Promise<void> => {
    if (id) texts.push(await terminals.yes(b, id).catch(String))
  }
  const { code } = await world.join(third)
  for (const call of calls) {
    // Ends the session with which the rest is asked.
    if (call.path.endsWith('sign-out')) continue
    const given = fieldsFor(third, thirdId, code)
    const known = Object.keys((call.input as { shape?: object } | null)?.shape ?? {})
    const body = Object.fromEntries(
      known.filter((key) => key in given).map((key) => [key, given[key]]),
    )
    const name = nameOfConsoleCall(call)
    const said = await world.call(name, {
      cookie: a.cookie,
      ...(call.method === 'POST' && { body }),
    })
    expect(said.status, name).not.toBe(500)
    note(said)
    await confirm(said.body?.request)
  }
  for (const { name } of commands) {
    const verb = name.split(' ')[1]!
    const said = await terminals.kapao(a.name, 'operator', verb, third).catch(String)
    texts.push(said)
    await confirm(/decide second (\d+)/.exec(said)?.[1])
  }
  return { texts, cookies }
}

/** Without the rule of two: it is about what the two can do, and not about what they have done before. */
async function letIn(third: string): Promise<void> {
  const { ownerDb } = world.database
  await ownerDb.begin(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query(
      `update operators_operator set disabled_at = null, disabled_by = null where name = $1`,
      [third],
    )
    await tx.query(`update operators_operator set noted_at = now() - interval '8 days'`)
    await tx.query(`update operators_role set given_at = now() - interval '8 days'`)
  })
}

describe.each(seats)('PERSON-11 an operator whose role is %s', (role) => {
  test.each(seats)(
    'asks, one whose role is %s confirms, and neither is the third, of whatever role',
    { tags: 'long-4' },
    async (confirmer) => {
      for (const whose of seats) {
        const [a, third] = [nameOf(role, 'a'), nameOf(whose, 'c')]
        const seat = sitting.get(a)!
        seat.cookie = cookieIn(await world.signIn(seat.key))
        const before = await waysOf(third)
        const { texts, cookies } = await walk(seat, nameOf(confirmer, 'b'), third)
        expect(await waysOf(third), third).toEqual(before)
        for (const cookie of cookies)
          expect((await world.call('GET /api/console/me', { cookie })).body.name).not.toBe(third)
        for (const [token] of texts.join('\n').matchAll(/(?<=#)[\w-]{43}/g)) {
          const read = await world.call('POST /api/console/enrol/read', { body: { token } })
          expect(read.body.name).not.toBe(third)
        }
        await letIn(third)
        const { key } = sitting.get(third)!
        expect((await world.signIn(key)).body.name).toBe(third)
      }
    },
  )
})

test('PERSON-11 two who agree on a name under which one of them holds the key are that one and a name apart from nobody but strangers', async () => {
  const [a, b] = [sitting.get('a-owner')!, sitting.get('b-owner')!]
  a.cookie = cookieIn(await world.signIn(a.key))
  const { code, key } = await world.join('puppet')
  const asked = await world.call('POST /api/console/operators/add', {
    cookie: a.cookie,
    body: { name: 'puppet', roles: ['risk'], code },
  })
  await terminals.yes(b.name, asked.body.request)
  expect((await world.signIn(key)).body.name).toBe('puppet')
  const { ownerDb } = world.database
  const apart = async (one: string, other: string) =>
    (
      await ownerDb.query<{ is: boolean }>('select confirm_apart($1, $2) as is', [
        `operator:${one}`,
        `operator:${other}`,
      ])
    )[0]!.is
  // Who asked for the name never confirms with it, and it confirms nothing on its first day.
  expect(await apart('puppet', a.name)).toBe(false)
  const others = await ownerDb.query<{ o: string }>(
    `select confirm_others('operator:c-cashier', now(), 'settings set') o`,
  )
  expect(others.map(({ o }) => o)).not.toContain('operator:puppet')
})

test('PERSON-11 the options for a passkey are never for somebody else', async () => {
  const a = sitting.get('a-owner')!
  a.cookie = cookieIn(await world.signIn(a.key))
  const asked = await world.call('POST /api/console/own/passkey/begin', {
    cookie: a.cookie,
    body: {},
  })
  const { challenge, options } = asked.body as { challenge: string; options: Options }
  expect((options['user'] as { name: string }).name).toBe('a-owner')
  const user = { ...(options['user'] as object), id: Buffer.from('c-risk').toString('base64url') }
  const key = world.newKey()
  const body = { challenge, answer: key.create({ ...options, user }), label: 'x' }
  await world.call('POST /api/console/own/passkey/finish', { cookie: a.cookie, body })
  // A key that says it is the third's is nobody's.
  expect((await world.signIn(key)).body.code).toBe('SIGN_IN_FAILED')
})
