import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Role } from '@kapao/contract/console/roles'
import { dayMs } from '@kapao/contract/times'
import type { Config } from '#context/config.ts'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import { sha256, systemIds } from '#core/ids.ts'
import { createLog } from '#core/telemetry/log.ts'
import { openDecide } from '#desk/decisions/decide.ts'
import { insertSession } from '#entry/sign-in/session-store.ts'
import { disableOperator } from '#records/operators/disable.ts'
import { addConfirmed, addFirst } from '#records/operators/operators.ts'
import { everyGroup } from '../../kapao/every-group.ts'
import { parseLine } from '../../kapao/parse.ts'
import { findCall, type CallCommand } from '../../kapao/remote/commands.ts'
import { runCall, type Terminal } from '../../kapao/remote/run.ts'
import { writeSession } from '../../kapao/remote/session-file.ts'
import { runCommand } from '../../kapao/terminal/local-actor.ts'
import { startTestConsole } from '../console/start-console.ts'
import type { TestDatabase } from '../database/database.ts'
import { deskContext } from '../desk/desk-context.ts'
import { testConfig } from '../worlds/test-app.ts'
import { ageOperators } from './age.ts'

type TerminalDeps = {
  database: Pick<TestDatabase, 'db' | 'ownerDb' | 'beforeDrop'>
  clock: Clock
  config?: Config
}

export type Terminals = {
  /** A line typed by the operator of that name; what is refused is thrown. */
  kapao: (name: string, ...line: string[]) => Promise<string>
  /** The second person's yes to the request that an answer names. */
  yes: (name: string, said: string) => Promise<string>
  no: (name: string, said: string, why?: string) => Promise<string>
  /** During the setup, where one alone may; they may confirm what others ask for, a day later. */
  add: (name: string, by: string | null, roles?: readonly Role[]) => Promise<void>
  disable: (name: string, by: string) => Promise<void>
  passHours: (hours: number) => Promise<void>
}

/** Operators, each with a terminal: calls go over HTTP to a console of this house, local commands to its database. */
export function openTerminals(deps: TerminalDeps): Terminals {
  const { database, clock, config = testConfig } = deps
  const { db, ownerDb } = database
  const desk = () => deskContext({ db, clock }, config)
  const call = openCalls({ ...deps, config })
  const kapao: Terminals['kapao'] = async (name, ...line) => {
    const command = findCall(line)
    if (command) return call(name, command, line)
    const parsed = parseLine(everyGroup, line)
    if ('help' in parsed) throw new Error('this line only asks for help')
    const cli: Parameters<typeof runCommand>[1] = {
      ...desk(),
      // Each operator makes a distinct token.
      ids: { ...systemIds, secret: () => `token of ${line[2]}` },
      requestId: systemIds.key(),
      tokenActor: async () => `operator:${name}`,
      sessionActor: async () => null,
      tokenFileOf: () => '',
    }
    return (await runCommand(parsed.command, cli, parsed.typed)).text
  }
  const decide = (name: string, said: string, ...how: string[]) =>
    kapao(name, 'work', 'decide', 'second', requestIn(said), '--decision', ...how)
  return {
    kapao,
    yes: (name, said) => decide(name, said, 'yes'),
    no: (name, said, why = 'looked at') => decide(name, said, 'no', '--why', why),
    add: async (name, by, roles = ['owner']) => {
      const token = `token of ${name}`
      if (by === null) return addFirst({ db, clock }, { name, token, requestId: 'test' })
      const actor = `operator:${by}` as const
      const act = { name, tokenHash: sha256(token), roles, addedBy: actor, actor }
      return addConfirmed({ db, clock }, { ...act, requestId: 'test' })
    },
    disable: async (name, by) => {
      const act = { name, actor: `operator:${by}`, requestId: 'test' } as const
      const deps = { db, clock, decide: openDecide(desk()) }
      const { state } = await disableOperator(deps, act)
      if (state !== 'done') throw new Error(`${name} waits for a second operator`)
    },
    passHours: (hours) => ageOperators({ ownerDb }, hours),
  }
}

/** The number of the request that an answer says is waiting. */
export function requestIn(said: string): string {
  const number = /^\d+$/.test(said) ? said : /(?:decide second|^request) +(\d+)/m.exec(said)?.[1]
  if (number === undefined) throw new Error(`nothing waits: ${said}`)
  return number
}

type SignInPlace = { folder: string; address: string; name: string }

/** A session that was just touched, in a file as the terminal keeps it. */
export async function signInTerminal(
  { db, clock }: { db: Db; clock: Clock },
  { folder, address, name }: SignInPlace,
): Promise<{ key: Buffer; at: Terminal }> {
  const token = systemIds.secret()
  const key = sha256(token)
  const at = clock.now()
  const session = { key, operator: name, way: 'terminal', at, touchedAt: at } as const
  const endsAt = new Date(at.getTime() + dayMs)
  await db.begin((tx) => insertSession(tx, { ...session, endsAt, address: '', device: 'test' }))
  const file = join(folder, systemIds.key())
  await writeSession(file, { console: address, token, name, machine: 'test' })
  const findFile = async () => file
  return { key, at: { findFile, say: () => undefined, isTyped: false, touchEveryMs: 1 } }
}

type Call = (name: string, command: CallCommand, line: readonly string[]) => Promise<string>

/** Under a session that was just touched, and that leaves no trace. */
function openCalls({ database, clock, config }: Required<TerminalDeps>): Call {
  const { db } = database
  let opened: ReturnType<typeof open> | null = null
  const open = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kapao-terminals-'))
    const log = createLog('silent')
    const settings = { ...config, rateLimitFactor: 1_000_000 }
    const { system, address } = await startTestConsole({ config: settings, db, clock, log })
    database.beforeDrop(async () => {
      await system.fastify.close()
      await system.close()
      await rm(folder, { recursive: true })
    })
    return { address, folder }
  }
  return async (name, command, line) => {
    const { address, folder } = await (opened ??= open())
    const { key, at } = await signInTerminal({ db, clock }, { folder, address, name })
    try {
      const ran = await runCall(command, line, at)
      if (ran.exitCode !== 0) throw new Error(ran.text)
      return ran.text
    } finally {
      await db.query('delete from sign_in_session where key = $1', [key])
    }
  }
}
