import { randomBytes } from 'node:crypto'
import { consoleMark } from '@kapao/contract/console/limits'
import type { Role } from '@kapao/contract/console/roles'
import { systemIds } from '#core/ids.ts'
import { createLog } from '#core/telemetry/log.ts'
import { insertMember } from '#records/account/store.ts'
import { addConfirmed, addFirst } from '#records/operators/operators.ts'
import { makeLink } from '#entry/sign-in/links.ts'
import { changeSettings } from '#settings/change.ts'
import type { SettingName, Settings } from '#settings/registry.ts'
import type { Config } from '#context/config.ts'
import { seedOperators } from '../../seed/operators.ts'
import { anyMember } from '../worlds/any-member.ts'
import { createTestDatabase, type TestDatabase } from '../database/database.ts'
import {
  movableClock,
  send,
  testConfig,
  type Answer,
  type CallOptions,
  type MovableClock,
} from '../worlds/test-app.ts'
import { startTestConsole } from './start-console.ts'
import { openAuthenticator, type Authenticator, type Options } from './authenticator.ts'

export type ConsoleCall = CallOptions & {
  /** The cookie of a session, as the browser of an operator sends it. */
  cookie?: string | undefined
  from?: string
}

/** An operator at a browser: signed in, with a passkey. */
export type ConsoleOperator = { name: string; cookie: string; key: Authenticator }

export type ConsoleWorld = {
  address: string
  origin: string
  database: TestDatabase
  clock: MovableClock
  logText: () => string
  call: (name: string, options?: ConsoleCall) => Promise<Answer>
  /** Adds an operator during the setup, where one alone may. */
  add: (name: string, roles: readonly Role[]) => Promise<void>
  /** A first member, with whom the setup is over. */
  addMember: () => Promise<void>
  /** The token of a new link. */
  link: (name: string) => Promise<string>
  newKey: (counts?: boolean) => Authenticator
  /** Makes a passkey under a name before its operator is added, and answers its code. */
  join: (name: string, from?: string) => Promise<{ code: string; key: Authenticator }>
  /** Makes a passkey by a link, and is signed in. */
  enrol: (name: string) => Promise<ConsoleOperator>
  signIn: (key: Authenticator) => Promise<Answer>
  /** Adds an operator who is signed in. */
  seat: (name: string, roles: readonly Role[]) => Promise<ConsoleOperator>
  /** The names of the calls that it serves. */
  served: ReadonlySet<string>
  /** Every path that it answers; a part that differs is `:part`. */
  paths: readonly string[]
  set: <N extends SettingName>(name: N, value: Settings[N]) => Promise<void>
  close: () => Promise<void>
}

export type ConsoleOptions = {
  /** Folder of a built page. */
  distDir?: string
  isDemo?: boolean
  /** Nok, the owner, or the operators of a demo. */
  firstOperators?: 'nok' | 'seed'
}

/** The console's process with its own database and clock; its first operator is nok, who owns it. */
export async function openConsoleWorld(
  given: Partial<Config> = {},
  { distDir = import.meta.dirname, isDemo = false, firstOperators = 'nok' }: ConsoleOptions = {},
): Promise<ConsoleWorld> {
  const database = await createTestDatabase()
  const { db } = database
  const clock = movableClock()
  const config: Config = {
    ...testConfig,
    games: { credentialKey: randomBytes(32), agents: {} },
    rateLimitFactor: 1_000,
    trustedProxies: ['127.0.0.1'],
    ...given,
  }
  const lines: string[] = []
  const log = createLog('debug', { write: (line) => void lines.push(line) })
  const around = { config, db, clock, log, isDemo, distDir }
  const { system, address, origin } = await startTestConsole(around)
  const nok = { name: 'nok', token: 'token of nok', requestId: 'test' }
  if (firstOperators === 'seed') await seedOperators(db, clock)
  else await addFirst({ db, clock }, nok)

  const call = callsOf(address, origin)
  const sitting = sittings({ call, db, clock, origin })
  const add: ConsoleWorld['add'] = async (name, roles) => {
    const by = { addedBy: 'operator:nok', actor: 'operator:nok', requestId: 'test' } as const
    await addConfirmed({ db, clock }, { name, tokenHash: randomBytes(32), roles, ...by })
  }
  return {
    address,
    origin,
    database,
    clock,
    logText: () => lines.join(''),
    served: system.served,
    paths: system.paths,
    call,
    ...sitting,
    add,
    addMember: () => db.begin((tx) => insertMember(tx, { ...anyMember, createdAt: clock.now() })),
    seat: async (name, roles) => {
      await add(name, roles)
      return sitting.enrol(name)
    },
    set: async (name, value) => {
      const by = { actor: 'operator:nok', requestId: 'test' } as const
      await changeSettings(
        { db, clock },
        { ...by, changes: [{ name, to: { value }, expectedVersion: null }] },
      )
      // Processes drop the cache on NOTIFY, which takes a moment; moving the clock makes it certain.
      clock.moveMs(31_000)
    },
    close: async () => {
      await system.fastify.close()
      await system.close()
      await database.drop()
    },
  }
}

/** Calls as the console's own page makes them. */
function callsOf(address: string, origin: string): ConsoleWorld['call'] {
  return (name, { cookie, from, headers, ...rest } = {}) =>
    send(address, name, {
      ...rest,
      headers: {
        ...(name.startsWith('POST') && { 'x-client': consoleMark, origin }),
        'sec-fetch-site': 'same-origin',
        'x-forwarded-for': from ?? '10.0.0.1',
        ...(cookie !== undefined && { cookie }),
        ...headers,
      },
    })
}

type EntryDeps = Pick<ConsoleWorld, 'call' | 'clock' | 'origin'> & { db: TestDatabase['db'] }

/** What operators do at a browser to get in. */
function sittings({
  call,
  db,
  clock,
  origin,
}: EntryDeps): Pick<ConsoleWorld, 'link' | 'newKey' | 'join' | 'enrol' | 'signIn'> {
  const newKey = (counts = true) => openAuthenticator({ origin, rpId: 'localhost' }, counts)
  const link: ConsoleWorld['link'] = async (name) => {
    const deps = { db, clock, ids: systemIds, origin }
    const made = await makeLink(deps, { name, requestId: 'test' })
    return made.split('#')[1]!
  }
  return {
    newKey,
    link,
    join: async (name, from) => {
      const origin = from === undefined ? {} : { from }
      const asked = await call('POST /api/console/join/begin', { ...origin, body: { name } })
      const key = newKey()
      const { challenge, options } = asked.body as { challenge: string; options: Options }
      const body = { name, challenge, answer: key.create(options), label: 'my phone' }
      const done = await call('POST /api/console/join/finish', { ...origin, body })
      if (done.status !== 200) throw new Error(`not joined: ${done.text}`)
      return { key, code: done.body.code }
    },
    enrol: async (name) => {
      const token = await link(name)
      const asked = await call('POST /api/console/enrol/begin', { body: { token } })
      const key = newKey()
      const { challenge, options } = asked.body as { challenge: string; options: Options }
      const body = { token, challenge, answer: key.create(options), label: 'a key' }
      const done = await call('POST /api/console/enrol/finish', { body })
      if (done.status !== 200) throw new Error(`not enrolled: ${done.text}`)
      return { name, key, cookie: cookieIn(done) }
    },
    signIn: async (key) => {
      const asked = await call('POST /api/console/sign-in/begin', { body: {} })
      const { challenge, options } = asked.body as { challenge: string; options: Options }
      const body = { challenge, answer: key.get(options) }
      return call('POST /api/console/sign-in/finish', { body })
    },
  }
}

/** What a browser keeps of an answer's cookie. */
export function cookieIn({ headers }: Answer): string {
  return (headers.get('set-cookie') ?? '').split(';')[0]!
}
